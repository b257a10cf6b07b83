import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";

type Props = {
  /** The site sends mail. */
  writes: boolean;
  className?: string;
};

/** For everybody who registers or is about to pay, so that it tells nobody who is registered. */
export function AlreadyRegistered({ writes, className = "" }: Props) {
  const { t, language } = useI18n();
  const [text, link, path] = writes
    ? [t("registration.already"), t("registration.askLink"), "/me"]
    : [t("registration.alreadyUnwritten"), t("registration.askUs"), "/contact"];
  return (
    <p className={`text-sm text-muted ${className}`}>
      {text}{" "}
      <a className="link" href={pathIn(language, path)}>
        {link}
      </a>
      .
    </p>
  );
}
