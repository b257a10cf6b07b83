import { formatAmount } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { canPay, type PaymentView } from "./payment-view.ts";

/** A link for an uncle in Paris: who has it can pay, and learns no more than what for and how much. */
export function SharePayment({ payment }: { payment: PaymentView }) {
  const { t, language } = useI18n();
  const { share_url: link, holder: name, state } = payment;
  if (!link || !canPay(state)) return null;
  const amount = formatAmount(language, payment.owed.due, payment.price_currency);
  const label = language === "fr" ? payment.label_fr : payment.label_en;
  const message = t("payment.shareMessage", { label, name, amount, link });
  return (
    <details className="mt-6 border-t border-line pt-4">
      <summary className="link inline-flex min-h-11 items-center">{t("payment.share")}</summary>
      <p className="text-muted">{t("payment.shareText")}</p>
      <label className="mt-4 block font-semibold" htmlFor="share-link">
        {t("payment.shareLink")}
      </label>
      <input
        id="share-link"
        readOnly
        value={link}
        className="mt-1 min-h-11 w-full rounded-control border border-line px-3"
      />
      <p className="mt-4">
        <a
          className="button button-line w-full"
          href={`https://wa.me/?text=${encodeURIComponent(message)}`}
          rel="noopener noreferrer"
          target="_blank"
        >
          {t("payment.shareWhatsApp")}
        </a>
      </p>
    </details>
  );
}
