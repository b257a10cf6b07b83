import { formatAmount } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import type { PaymentView } from "../page/payment-view.ts";

/** The receipts of an order, on the page of its holder or of whoever paid for them. */
export function ReceiptLinks({ payment: { receipts, path } }: { payment: PaymentView }) {
  const { t, language } = useI18n();
  if (receipts.length === 0) return null;
  return (
    <section className="mt-6 border-t border-line pt-4">
      <h2 className="text-lg">{t("receipt.yours")}</h2>
      <ul>
        {receipts.map(({ number, amount, currency }) => (
          <li key={number}>
            <a
              className="link inline-flex min-h-11 items-center"
              href={pathIn(language, `${path}/receipts/${number}`)}
            >
              {t("receipt.link", { number, amount: formatAmount(language, amount, currency) })}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
