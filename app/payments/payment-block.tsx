import type { ReactNode } from "react";
import type { FormState } from "../core/submission.server.ts";
import { formatAmount, formatDate, formatMoment } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { PublicForm, useFields } from "../site/public-form.tsx";
import { TextField } from "../ui/fields.tsx";
import { quoteKey } from "./conversion.ts";
import { canPay, type PaymentView } from "./payment-view.ts";

/** `state`: what became of the last press of the button. */
type Props = { payment: PaymentView; state?: FormState };

/** What is to be paid and for what, with the button that begins to pay it. Posts to the order's page. */
export function PaymentBlock({ payment, state }: Props) {
  return (
    <>
      <PaymentSummary payment={payment} />
      {canPay(payment.state) && <PayForm payment={payment} state={state} />}
    </>
  );
}

/** What the order is for, its amount, and everything that was returned of it. */
export function PaymentSummary({ payment }: { payment: PaymentView }) {
  const { t, language } = useI18n();
  const { quote, held_until: heldUntil, reference, returns } = payment;
  const french = language === "fr";
  const price = formatAmount(language, payment.price_amount, payment.price_currency);
  const rows: [string, ReactNode][] = [
    [t("payment.what"), french ? payment.label_fr : payment.label_en],
    [t("payment.amount"), price],
  ];
  if (quote?.fx_source && quote.fx_at) {
    const rate = french ? quote.fx_rate.replace(".", ",") : quote.fx_rate;
    const date = formatDate(language, quote.fx_at);
    const conversion = t("payment.conversion", { rate, source: quote.fx_source, date });
    const charge = formatAmount(language, quote.charge_amount, quote.charge_currency);
    rows.push([t("payment.charged"), `${charge} ${conversion}`]);
  }
  if (heldUntil) {
    const time = formatMoment(language, heldUntil);
    rows.push([t("payment.heldUntil"), t("payment.conakry", { time })]);
  }
  for (const { amount, currency, isDone: done } of returns) {
    const words = { amount: formatAmount(language, amount, currency) };
    rows.push([
      t("payment.returned"),
      t(done ? "payment.returnDone" : "payment.returnAsked", words),
    ]);
  }
  if (reference) {
    // It fills its lines, instead of breaking after its hyphen.
    const filled = <span className="break-all">{reference}</span>;
    rows.push([t("payment.reference"), filled]);
  }
  return (
    <>
      {payment.is_test && <p className="mb-3 font-semibold text-red">{t("payment.test")}</p>}
      <dl className="divide-y divide-line">
        {rows.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-6 py-3">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function PayForm({ payment, state }: Props) {
  const { t, language } = useI18n();
  const { token, key, quote } = payment;
  const field = useFields(state);
  if (!quote) return null;
  const amount = formatAmount(language, quote.charge_amount, quote.charge_currency);
  return (
    <PublicForm
      action={pathIn(language, `/payments/${token}`)}
      submit={t("payment.pay", { amount })}
      className="relative mt-6 grid gap-5"
    >
      {payment.asks_number && (
        <TextField
          {...field("payerNumber", "validation.registration.phone")}
          label={t("payment.payerNumber")}
          hint={t("payment.payerNumberHint")}
          type="tel"
          minLength={8}
          required
        />
      )}
      <input type="hidden" name="intent" value="pay" />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="charge" id="charge" value={quoteKey(quote)} />
    </PublicForm>
  );
}
