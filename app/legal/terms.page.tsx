import { LegalBody } from "./legal-body.tsx";
import { termsEn } from "./terms-en.ts";
import { termsFr } from "./terms-fr.ts";

export const handle = { reads: ["site_settings"] };

export default function TermsPage() {
  return <LegalBody texts={{ fr: termsFr, en: termsEn }} />;
}
