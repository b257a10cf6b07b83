import { formatAmount } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import type { Order } from "../payments.table.server.ts";
import { type PaymentAddress, paymentPath } from "./payment-view.ts";

export type ListedPayment = Pick<
  Order,
  "label_fr" | "label_en" | "price_amount" | "price_currency" | "status" | "owes"
> &
  PaymentAddress;

type Props = {
  payment: ListedPayment;
  /** Where several people have payments in the list. */
  payer?: string;
};

/** One payment in a list: what for, how much, and how far it is. */
export function PaymentRow({ payment, payer }: Props) {
  const { t, language } = useI18n();
  return (
    <a
      className="flex min-h-11 flex-wrap justify-between gap-x-6 py-3"
      href={pathIn(language, paymentPath(payment))}
    >
      <span>
        <span className="link">{language === "fr" ? payment.label_fr : payment.label_en}</span>
        {payer && <span className="block">{payer}</span>}
      </span>
      <span className="text-muted">
        {formatAmount(language, payment.price_amount, payment.price_currency)}
        {" · "}
        {t(payment.owes && !payment.shared ? "payments.held" : `payments.${payment.status}`)}
      </span>
    </a>
  );
}
