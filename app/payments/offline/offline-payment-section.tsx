import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import type { FormState } from "../../core/http/submission.server.ts";
import { isoDay } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { DEFAULT_SETTINGS, type SiteSettings } from "../../settings/settings.ts";
import { PublicForm, useFields } from "../../site/public-form.tsx";
import { Select, TextField } from "../../ui/fields.tsx";
import { canPay, PAYMENT_STATES, type PaymentState } from "../page/payment-states.ts";
import { hasOpenClaim, type PaymentView } from "../page/payment-view.ts";
import type { Operator } from "../providers/payment-methods.ts";
import {
  type AmountOwed,
  amountFacts,
  deskFacts,
  type Fact,
  takesTransfers,
  transferOperators,
} from "./offline-payment.ts";

const NAMES: Record<Operator, string> = { orange_money: "Orange Money", mtn_momo: "MTN MoMo" };

type Props = { payment: PaymentView; state?: FormState };

/** How to pay at the federation and which transfers were announced, or the button that chooses it. */
export function OfflinePaymentSection({ payment, state }: Props) {
  const { by_hand: byHand, state: paymentState, announced } = payment;
  if (byHand || isTooLate(paymentState) || announced.length > 0)
    return <PayAtFederation payment={payment} state={state} />;
  return offersDesk(paymentState) ? <ChooseOfflinePayment payment={payment} /> : null;
}

const isTooLate = (state: PaymentState): boolean => state === "expired" || state === "expiredPart";

function PayAtFederation({ payment, state }: Props) {
  const { t } = useI18n();
  const { by_hand: byHand, state: paymentState, announced, at } = payment;
  // Without a published number nobody sent money.
  const takes = takesTransfers(useSettings().desk);
  const isLate = isTooLate(paymentState);
  const isOffered = offersDesk(paymentState) || DESK_ONLY.includes(paymentState);
  const open = announced.filter(({ status }) => status === "announced");
  // Once it is paid or over, a refused number is no answer any more.
  const refused = isOffered || isLate ? announced.filter(({ status }) => status === "refused") : [];
  // Whoever has announced a transfer is not told to send money once more.
  const saysHow = byHand && isOffered && paymentState !== "announced";
  const takesNumber = takes && (isOffered || isLate);
  if (!saysHow && !takesNumber && open.length + refused.length === 0) return null;
  return (
    <section className={saysHow ? "mt-8 border-t border-line pt-6" : "mt-2"}>
      {saysHow && (
        <>
          <h2 className="text-xl">
            {t(canPay(paymentState) ? "byHand.titleToo" : "byHand.title")}
          </h2>
          <HowToPay checksFirst={PAYMENT_STATES[paymentState].canChooseDesk} />
          <OfflinePaymentFacts at={at} />
        </>
      )}
      {open.map(({ end }) => (
        <p key={end} className="mt-4 font-semibold">
          {t("byHand.announced", { end })}
        </p>
      ))}
      {refused.map(({ end, reason }) => (
        <p key={end} className="mt-4 text-red">
          {t("byHand.refused", { end, reason: reason ?? "" })}
        </p>
      ))}
      {takesNumber && <ClaimForm payment={payment} state={state} />}
    </section>
  );
}

type HowProps = {
  /** An online payment may have taken the money. */
  checksFirst?: boolean;
};

function HowToPay({ checksFirst = false }: HowProps) {
  const { t } = useI18n();
  const { desk } = useSettings();
  return (
    <p className="mb-2 mt-2 text-muted">
      {t(takesTransfers(desk) ? "byHand.how" : "byHand.howAtDesk")}{" "}
      {checksFirst && t("byHand.checksFirst")}
    </p>
  );
}

/** Whether the federation takes the money beside, or instead of, an operator. */
const offersDesk = (state: PaymentState): boolean =>
  canPay(state) || PAYMENT_STATES[state].canChooseDesk === true;

const DESK_ONLY: readonly PaymentState[] = ["unavailable", "announced", "owing"];

/** Announces a transfer by the operator’s transaction number. */
function ClaimForm({ payment, state }: Props) {
  const { t, language } = useI18n();
  const answer = state?.values.intent === "announce" ? state : undefined;
  const field = useFields(answer);
  const { desk } = useSettings();
  const isAnother = hasOpenClaim(payment);
  return (
    <details className="disclosure" open={answer !== undefined}>
      <summary>{t(isAnother ? "byHand.another" : "byHand.sent")}</summary>
      {isAnother && <p className="mb-4 text-muted">{t("byHand.anotherText")}</p>}
      <PublicForm
        action={pathIn(language, payment.path)}
        state={answer}
        submit={t("byHand.announce")}
        className="relative grid gap-5"
      >
        <input type="hidden" name="intent" value="announce" />
        <Select
          {...field("operator", "validation.invalid")}
          label={t("byHand.operator")}
          options={transferOperators(desk).map((value) => ({ value, label: NAMES[value] }))}
        />
        <TextField
          {...field("number", "validation.transferNumber")}
          label={t("byHand.number")}
          hint={t("byHand.numberHint")}
          autoComplete="off"
          required
        />
      </PublicForm>
    </details>
  );
}

/** An order that can be paid online can be paid at the desk instead, which keeps its place for longer. */
function ChooseOfflinePayment({ payment }: Props) {
  const { t, language } = useI18n();
  const { desk } = useSettings();
  const isUncertain = !canPay(payment.state);
  return (
    <form method="post" action={pathIn(language, payment.path)} className="mt-4">
      <p className="text-sm text-muted">
        {t(takesTransfers(desk) ? "byHand.chooseText" : "byHand.chooseAtDesk")}{" "}
        {isUncertain && t("byHand.checksFirst")}
      </p>
      <button type="submit" name="intent" value="byHand" className="link min-h-11 text-left">
        {t("byHand.choose")}
      </button>
    </form>
  );
}

export const Facts = ({
  rows,
}: {
  rows: readonly (readonly [label: string, value: ReactNode])[];
}) => (
  <dl className="divide-y divide-line">
    {rows.map(([label, value]) => (
      <div key={label} className="flex flex-wrap justify-between gap-x-6 py-3">
        <dt className="text-muted">{label}</dt>
        <dd className="font-semibold tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
);

type FactsProps = {
  /** Without it, only the desk is shown. */
  owed?: Omit<AmountOwed, "reference">;
  /** When the page was rendered. */
  at: Date;
};

/** The facts for a payment at the federation. */
export function OfflinePaymentFacts({ owed, at }: FactsProps) {
  const { language } = useI18n();
  const facts: Fact[] = [
    ...(owed ? amountFacts(language, owed) : []),
    ...deskFacts(language, useSettings(), isoDay(at)),
  ];
  return <Facts rows={facts} />;
}

function useSettings(): SiteSettings {
  const site = useRouteLoaderData<{ settings: SiteSettings }>("site");
  return site?.settings ?? DEFAULT_SETTINGS;
}
