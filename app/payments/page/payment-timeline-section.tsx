import { formatAmount, formatMoment } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { PaymentView } from "./payment-view.ts";

/** What happened to the money so far, once anything did. */
export function PaymentTimeline({ payment }: { payment: PaymentView }) {
  const { t, language } = useI18n();
  const { timeline } = payment;
  if (timeline.length < 2) return null;
  return (
    <details className="mt-6 border-t border-line pt-4" open={payment.state !== "toPay"}>
      <summary className="inline-flex min-h-11 items-center font-semibold">
        {t("payment.timeline")}
      </summary>
      <ol className="mt-2 grid gap-3">
        {timeline.map(({ at, what, amount, currency }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line of the past stays where it is
          <li key={place}>
            <span className="block text-sm text-muted tabular-nums">
              {t("payment.conakry", { time: formatMoment(language, at) })}
            </span>
            {t(`moneyTimeline.${what}`, {
              amount: amount && currency ? formatAmount(language, amount, currency) : null,
            })}
          </li>
        ))}
      </ol>
    </details>
  );
}
