import { useI18n } from "../../i18n/i18n.ts";
import { useDocument } from "../document.ts";

/** At the head of every page on paper, and there alone: whose it is. */
export function Letterhead() {
  const { language } = useI18n();
  const { federation } = useDocument();
  return (
    <p className="wrap hidden print:block">
      {language === "fr" ? federation.name : federation.name_en}
    </p>
  );
}
