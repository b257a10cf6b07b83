import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";

/** For everybody who registers or is about to pay, so that it tells nobody who is registered. */
export function AlreadyRegistered({ className = "" }: { className?: string }) {
  const { t, language } = useI18n();
  return (
    <p className={`text-sm text-muted ${className}`}>
      {t("registration.already")}{" "}
      <a className="link" href={pathIn(language, "/me")}>
        {t("registration.askLink")}
      </a>
      .
    </p>
  );
}
