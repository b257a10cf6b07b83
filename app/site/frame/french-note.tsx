import { useI18n } from "../../i18n/i18n.ts";
import type { LocalText } from "../../i18n/localized.ts";

type Props = {
  /** The texts that the page shows. */
  of: readonly LocalText[];
  /** They are those of several things. */
  some?: true;
  className?: string;
};

/** On an English page: that what is to be read there is in French. Nothing where it is not. */
export function FrenchNote({ of, some, className = "mt-4 text-sm text-mist" }: Props) {
  const { t } = useI18n();
  if (!of.some(({ lang }) => lang === "fr")) return null;
  // A title without English over a text that has some is not the whole text.
  const isPart = some || of.some(({ text, lang }) => lang !== "fr" && text !== "");
  return <p className={className}>{t(isPart ? "common.someFrench" : "common.frenchOnly")}</p>;
}
