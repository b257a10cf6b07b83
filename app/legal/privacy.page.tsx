import { LegalBody } from "./legal-body.tsx";
import { privacyEn } from "./privacy-en.ts";
import { privacyFr } from "./privacy-fr.ts";

export const handle = { reads: ["site_settings"] };

export default function PrivacyPage() {
  return <LegalBody texts={{ fr: privacyFr, en: privacyEn }} />;
}
