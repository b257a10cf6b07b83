import type { Language } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import type { SiteSettings } from "../../settings/settings.ts";
import { cancelledWords, RECEIPT_TITLE, type Receipt, receiptFacts } from "./receipts.ts";

type Props = {
  receipt: Receipt;
  language: Language;
  settings: Pick<SiteSettings, "federation" | "contact_info">;
};

/** A receipt as it is printed: on one sheet, with the federation on top. */
export function ReceiptPaper({ receipt, language, settings }: Props) {
  const { federation, contact_info: contact } = settings;
  const address = localized(contact, "address", language);
  const cancelled = cancelledWords(language, receipt);
  return (
    <article lang={language} className="break-inside-avoid wrap-anywhere">
      <header className="mb-6 border-b border-line pb-3">
        <p className="text-lg font-semibold">
          {language === "fr" ? federation.name : federation.name_en}
        </p>
        <p className="text-sm text-muted">
          <span lang={address.lang}>{address.text}</span>
          {contact.postal_code && `, ${contact.postal_code}`}
          <br />
          {[contact.phone, contact.email].filter(Boolean).join(" · ")}
        </p>
      </header>
      <h2 className="mb-4 text-2xl tabular-nums">
        {RECEIPT_TITLE[language]} <span className="whitespace-nowrap">{receipt.number}</span>
      </h2>
      {cancelled && (
        <p className="mb-4 border-t border-line pt-4 font-semibold text-red">{cancelled}</p>
      )}
      <dl className="divide-y divide-line">
        {receiptFacts(language, receipt).map(([label, value]) => (
          <div key={`${label} ${value}`} className="flex flex-wrap justify-between gap-x-6 py-3">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold tabular-nums">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
