import type { ReactNode } from "react";
import type { FormState } from "../../core/http/submission.server.ts";
import { formatAmount, formatDate, formatMoment } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { PublicForm, useFields } from "../../site/public-form.tsx";
import { TextField } from "../../ui/fields.tsx";
import { quoteKey, rateWords } from "../ledger/conversion.ts";
import { Facts } from "../offline/offline-payment-section.tsx";
import type { OnlinePaymentMethod } from "../providers/payment-methods.ts";
import { canPay, type PaymentView } from "./payment-view.ts";

type Props = { payment: PaymentView; state?: FormState };

/** What is to be paid and for what, with the button that begins to pay it. Posts to the order's page. */
export function PaymentBlock({ payment, state }: Props) {
  return (
    <>
      <PaymentSummary payment={payment} />
      {canPay(payment.state) && <PayForms payment={payment} state={state} />}
    </>
  );
}

/** What the order is for, its amount, and everything that was returned of it. */
function PaymentSummary({ payment }: { payment: PaymentView }) {
  const { t, language } = useI18n();
  const { means, held_until: heldUntil, reference, returns, owed } = payment;
  const french = language === "fr";
  const price = formatAmount(language, payment.price_amount, payment.price_currency);
  const rows: [string, ReactNode][] = [
    [t("payment.what"), french ? payment.label_fr : payment.label_en],
    ...(payment.shared ? [[t("payment.payFor"), payment.holder] as [string, ReactNode]] : []),
    [t("payment.amount"), price],
  ];
  if ((owed.received > 0 && payment.state !== "paid") || payment.state === "owing") {
    const amount = (value: number) => formatAmount(language, value, payment.price_currency);
    rows.push([t("payment.received"), amount(owed.received)], [t("payment.due"), amount(owed.due)]);
  }
  for (const { name, quote } of means) {
    if (!quote.fx_source) continue;
    const rate = t("payment.rate", rateWords(language, payment.price_currency, quote));
    const words = { rate, source: quote.fx_source };
    const conversion = quote.fx_at
      ? t("payment.conversion", { ...words, date: formatDate(language, quote.fx_at) })
      : t("payment.fixedConversion", words);
    const charge = formatAmount(language, quote.charge_amount, quote.charge_currency);
    const label = means.length > 1 ? t("payment.chargedBy", { name }) : t("payment.charged");
    rows.push([label, `${charge} ${conversion}`]);
  }
  if (heldUntil) {
    const time = formatMoment(language, heldUntil);
    const isAnnounced = payment.announced.some(({ status }) => status === "announced");
    rows.push([
      t(payment.by_hand && !isAnnounced ? "payment.payBefore" : "payment.heldUntil"),
      t("payment.conakry", { time }),
    ]);
  }
  for (const { amount, currency, isDone, isRefused } of returns) {
    const words = { amount: formatAmount(language, amount, currency) };
    rows.push([
      t("payment.returned"),
      t(
        isDone ? "payment.returnDone" : isRefused ? "payment.returnRefused" : "payment.returnAsked",
        words,
      ),
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
      <Facts rows={rows} />
    </>
  );
}

/** One button for each means; it says what leaves the account, in its currency. */
function PayForms({ payment, state }: Props) {
  return payment.means.map((means) => (
    <PayForm
      key={means.provider}
      payment={payment}
      means={means}
      // What was typed comes back to the form in which it was.
      state={state?.values.provider === means.provider ? state : undefined}
    />
  ));
}

function PayForm({ payment, means, state }: Props & { means: OnlinePaymentMethod }) {
  const { t, language } = useI18n();
  const field = useFields(state);
  const { quote, provider, name } = means;
  const amount = formatAmount(language, quote.charge_amount, quote.charge_currency);
  const several = payment.means.length > 1;
  return (
    <PublicForm
      action={pathIn(language, payment.path)}
      submit={several ? t("payment.payBy", { amount, name }) : t("payment.pay", { amount })}
      className="relative mt-6 grid gap-5"
    >
      <input type="hidden" name="intent" value="pay" />
      <input type="hidden" name="key" value={payment.key} />
      <input type="hidden" name="provider" value={provider} />
      <input type="hidden" name="charge" value={quoteKey(quote)} />
      {means.asksNumber && (
        <TextField
          {...field("payerNumber", "validation.payment.number")}
          label={t("payment.number")}
          hint={t("payment.numberHint")}
          type="tel"
          autoComplete="tel"
          required
        />
      )}
    </PublicForm>
  );
}
