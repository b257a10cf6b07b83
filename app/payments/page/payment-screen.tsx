import { CircleAlert, CircleCheck, CircleX, Clock, type LucideIcon, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import type { FormState } from "../../core/http/submission.server.ts";
import { formatAmount, formatDate, formatMoment } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { Steps } from "../../site/flag.tsx";
import { Away, Missing, Moved } from "../../site/frame/not-found.tsx";
import { PageBanner, PageHead } from "../../site/frame/page-head.tsx";
import { ErrorSummary, PublicForm, useFields } from "../../site/public-form.tsx";
import { TextField } from "../../ui/fields.tsx";
import { formatRate, quoteKey } from "../ledger/conversion.ts";
import { Facts, OfflinePaymentSection } from "../offline/offline-payment-section.tsx";
import type { Refusal } from "../orders/fulfilment.ts";
import type { OnlinePaymentMethod } from "../providers/payment-methods.ts";
import { ReceiptLinks } from "../receipts/receipt-links.tsx";
import { AlreadyRegistered } from "./already-registered.tsx";
import { canPay, PAYMENT_STATES } from "./payment-states.ts";
import { canAsk, hasOpenClaim, type PaymentView } from "./payment-view.ts";

type Props = {
  payment: PaymentView | undefined;
  /** The address of the provider, when the payer is redirected there. */
  leaving: string | null;
  /** The payer has just come back from the provider. */
  back: boolean;
  unavailable: boolean;
  /** The address of the page was renewed. */
  moved: boolean;
  state?: FormState;
};

/** The payment page of an order, for its holder or for somebody else who pays. */
export function PaymentScreen({ payment, leaving, back, unavailable, moved, state }: Props) {
  const { t, language } = useI18n();
  if (moved) return <Moved />;
  if (!payment) {
    if (unavailable) return <Away title={t("payment.title")} />;
    return (
      <Missing
        title={t("payment.notFoundTitle")}
        message={t("payment.notFoundMessage")}
        back={{ path: "/payments", label: t("payments.title") }}
      />
    );
  }
  const label = language === "fr" ? payment.label_fr : payment.label_en;
  const title = t(payment.shared ? "payment.sharedTitle" : "payment.title");
  return (
    <>
      <PageHead title={title} description={label} noindex />
      {leaving ? (
        <meta httpEquiv="refresh" content={`0;url=${leaving}`} />
      ) : (
        payment.refresh && (
          <meta
            httpEquiv="refresh"
            content={`${payment.refresh};url=${pathIn(language, payment.path)}${back ? "?back=1" : ""}`}
          />
        )
      )}
      <PageBanner title={title} lead={label} />
      <div className="wrap section">
        <section className="card mx-auto max-w-[640px] p-6 shadow-card wrap-anywhere md:p-10">
          <OrderSteps payment={payment} />
          <PaymentStateSection payment={payment} isBack={back && payment.state === "waiting"} />
          {/* On paper it proves who paid; on a screen its holder knows, and others may look. */}
          {!payment.shared && (
            <dl className="mb-4 hidden print:block">
              <dt className="text-muted">{t("payment.payFor")}</dt>
              <dd className="font-semibold">{payment.holder}</dd>
            </dl>
          )}
          {/* Errors of any button, which may be gone by now. */}
          {state?.values.intent !== "announce" && <ErrorSummary state={state} className="mb-6" />}
          <AskOperator payment={payment} />
          <PaymentBlock payment={payment} state={state} />
          {!payment.shared && <OfflinePaymentSection payment={payment} state={state} />}
          <ReceiptLinks payment={payment} />
          <PaymentTimeline payment={payment} />
          <SharePayment payment={payment} />
          <StopSection payment={payment} />
          {invitesToPay(payment) && <Already {...payment} />}
        </section>
      </div>
    </>
  );
}

/** How far one has come from the form to the ticket or the membership; nothing where it goes no further. */
function OrderSteps({ payment: { kind, shared, state } }: { payment: PaymentView }) {
  const { t } = useI18n();
  const isOver = ["cancelled", "expired", "expiredPart", "noPlace", "refunded", "takenBack"];
  if (shared || kind === "licences" || isOver.includes(state)) return null;
  const isMembership = kind === "membership";
  const labels = [
    t(isMembership ? "steps.apply" : "steps.register"),
    t("steps.pay"),
    t(isMembership ? "steps.member" : "steps.ticket"),
  ];
  return <Steps labels={labels} at={state === "paid" || state === "paidTwice" ? 2 : 1} />;
}

/** The holder is asked for money. */
const invitesToPay = ({ shared, state }: PaymentView): boolean =>
  !shared && (canPay(state) || state === "unavailable");

/** For everybody who is about to pay, so that it tells nobody who has a place or a membership already. */
function Already({ kind, writes }: Pick<PaymentView, "kind" | "writes">) {
  const { t } = useI18n();
  if (kind === "registration") return <AlreadyRegistered writes={writes} className="mt-6" />;
  if (kind === "licences") return null;
  return <p className="mt-6 text-sm text-muted">{t("application.ifMember")}</p>;
}

const SEE = {
  membership: "payment.seeMembership",
  registration: "payment.seeRegistration",
  licences: "payment.seeLicences",
} as const;

const RESTART = {
  membership: "payment.restartMembership",
  registration: "payment.restartRegistration",
  licences: "payment.restartLicences",
} as const;

const LOOKS = {
  good: { Icon: CircleCheck, colour: "text-leaf" },
  wait: { Icon: Clock, colour: "text-muted" },
  bad: { Icon: CircleAlert, colour: "text-red" },
  over: { Icon: CircleX, colour: "text-muted" },
  back: { Icon: Undo2, colour: "text-leaf" },
} satisfies Record<string, { Icon: LucideIcon; colour: string }>;

/** The state of the payment, and what its payer can do besides paying. */
function PaymentStateSection({ payment, isBack }: { payment: PaymentView; isBack: boolean }) {
  const { t, language } = useI18n();
  const { state, kind, thanks, refusal, pay_url: payUrl, restart, ends_at: endsAt } = payment;
  const refused = useRefusal(refusal, payment.writes);
  const { Icon, colour } = LOOKS[refused ? "over" : PAYMENT_STATES[state].look];
  const checkedUntil =
    endsAt && (state === "silent" || state === "stopping") && formatMoment(language, endsAt);
  return (
    <div className="mb-8" role="status">
      <h2 className="flex gap-3 text-xl">
        <Icon aria-hidden="true" size={28} className={`shrink-0 ${colour}`} />
        {refused?.title ?? t(isBack ? "payment.back" : titleOf(payment))}
      </h2>
      <p className="mt-3 text-muted">
        {refused?.text ?? t(isBack ? "payment.backText" : textOf(payment))}{" "}
        {checkedUntil
          ? t("payment.until", { time: checkedUntil })
          : payment.refresh && payment.operator && t("payment.asking")}{" "}
        {payment.refresh && t("payment.refreshes")}
        {refused && payment.unsettled && t("unpayable.justPaid")}
        {restart?.livesOn && !refused && t("payment.resumeText")}
      </p>
      {refusal && <WayOut refusal={refusal} />}
      {kind === "membership" && state === "paid" && payment.is_test && (
        <p className="mt-3 font-semibold text-red">{t("application.test")}</p>
      )}
      {thanks && (
        <p className="mt-5">
          <a className="button w-full" href={thanks}>
            {t(SEE[kind])}
          </a>
        </p>
      )}
      {payUrl && (
        <p className="mt-5">
          <a className={isBack ? "link" : "button w-full"} href={payUrl}>
            {t("payment.goOn")}
          </a>
        </p>
      )}
      {restart && (
        <p className="mt-5">
          <a className="button w-full" href={restart.path}>
            {t(restart.livesOn ? "payment.resume" : RESTART[kind])}
          </a>
        </p>
      )}
      {((state === "unavailable" && refused) || state === "unanswered") && (
        <p className="mt-5">
          <a className="button w-full" href={pathIn(language, "/contact")}>
            {t("payment.contact")}
          </a>
        </p>
      )}
    </div>
  );
}

export const titleOf = ({ state, asks_pin }: PaymentView) =>
  asks_pin ? "payment.waiting" : (`payment.${state}` as const);

/** The text of a state for this payer. */
export function textOf({ state, shared, asks_pin, writes }: PaymentView) {
  if (shared && state === "announced") return "payment.sharedAnnouncedText";
  if (state === "paid" && !writes)
    return shared ? "payment.sharedPaidUnwrittenText" : "payment.paidUnwrittenText";
  if (shared && state === "paid") return "payment.sharedPaidText";
  return asks_pin ? "payment.waitingPinText" : (`payment.${state}Text` as const);
}

/** The buttons that stop or cancel, kept small. */
function StopSection({ payment }: { payment: PaymentView }) {
  const { t, language } = useI18n();
  const { state, path, shared, ends_at: endsAt } = payment;
  const here = pathIn(language, path);
  // Somebody else cannot stop an attempt of the holder.
  const isWaiting = state === "waiting" || state === "declined" || state === "silent";
  if (isWaiting && shared && !payment.pay_url) return null;
  if (isWaiting && !payment.can_stop) {
    if (!endsAt) return null;
    const time = formatMoment(language, endsAt);
    return <p className="mt-6 text-sm text-muted">{t("payment.stopThere", { time })}</p>;
  }
  if (isWaiting) {
    return (
      <form method="post" action={here} className="mt-4">
        <button
          type="submit"
          name="intent"
          value="stop"
          className="link min-h-11 text-left text-blood"
        >
          {t("payment.stop")}
        </button>
      </form>
    );
  }
  if (shared || (!canPay(state) && state !== "unavailable" && state !== "announced")) return null;
  if (hasOpenClaim(payment)) {
    return <p className="mt-6 text-sm text-muted">{t("payment.cancelAfterCheck")}</p>;
  }
  return (
    <details className="disclosure print:hidden">
      <summary className="text-blood">{t("payment.cancel")}</summary>
      <form method="post" action={here}>
        <p className="mb-4 text-muted">{t("payment.cancelText")}</p>
        <button
          type="submit"
          name="intent"
          value="cancel"
          className="button button-line text-blood"
        >
          {t("payment.cancelSure")}
        </button>
      </form>
    </details>
  );
}

/** What has happened to the payment so far, the latest first: it goes on from the state at the top. */
function PaymentTimeline({ payment }: { payment: PaymentView }) {
  const { t, language } = useI18n();
  const { timeline } = payment;
  if (timeline.length < 2) return null;
  // Whose clock it is stands once, at the top.
  const timeOf = (at: Date, index: number) => {
    const time = formatMoment(language, at);
    return index === 0 ? t("payment.conakry", { time }) : time;
  };
  return (
    <details className="disclosure" open={payment.state !== "toPay"}>
      <summary>{t("payment.timeline")}</summary>
      <ol className="border-l-4 border-line">
        {timeline.toReversed().map(({ at, what, amount, currency }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line of the past stays where it is
          <li key={index} className="mb-3 pl-4">
            <span className="block text-sm text-muted tabular-nums">{timeOf(at, index)}</span>
            {t(`moneyTimeline.${what}`, {
              amount: amount && currency ? formatAmount(language, amount, currency) : null,
            })}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** The link for somebody else who pays: it shows only the label and the amount. */
function SharePayment({ payment }: { payment: PaymentView }) {
  const { t, language } = useI18n();
  const { share_url: link, holder: name, state } = payment;
  if (!link || !canPay(state)) return null;
  const amount = formatAmount(language, payment.owed.due, payment.price_currency);
  const label = language === "fr" ? payment.label_fr : payment.label_en;
  const message = t("payment.shareMessage", { label, name, amount, link });
  return (
    <details className="disclosure print:hidden">
      <summary>{t("payment.share")}</summary>
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

/** Polls the provider again, for a payer who was charged although the page says that nothing was paid. */
function AskOperator({ payment }: { payment: PaymentView }) {
  const { t, language } = useI18n();
  const { asked_at: at, path } = payment;
  if (!at || !canAsk(payment)) return null;
  return (
    <form method="post" action={pathIn(language, path)} className="mb-8">
      <p className="text-sm text-muted">
        {t("payment.askText", { time: formatMoment(language, at) })}
      </p>
      <button type="submit" name="intent" value="ask" className="link min-h-11 text-left">
        {t("payment.ask")}
      </button>
    </form>
  );
}

type PayProps = { payment: PaymentView; state?: FormState };

/** The amounts of an order and its pay buttons, which post to the order’s page. */
export function PaymentBlock({ payment, state }: PayProps) {
  const { t } = useI18n();
  const { amounts, others } = usePaymentFacts(payment);
  return (
    <>
      {/* A transfer is real money, also where the operator is simulated. */}
      {payment.is_test && payment.state !== "announced" && (
        <p className="mb-3 font-semibold text-red">{t("payment.test")}</p>
      )}
      {canPay(payment.state) ? (
        <>
          <Facts rows={amounts} />
          <PayForms payment={payment} state={state} />
          <div className="mt-6">
            <Facts rows={others} />
          </div>
        </>
      ) : (
        <Facts rows={[...amounts, ...others]} />
      )}
    </>
  );
}

type Row = [string, ReactNode];

/** What is to be paid, which stands above the buttons; then what it is for, until when, and what came back. */
function usePaymentFacts(payment: PaymentView): { amounts: Row[]; others: Row[] } {
  const { t, language } = useI18n();
  const { means, held_until: heldUntil, reference, returns, owed } = payment;
  const french = language === "fr";
  const price = formatAmount(language, payment.price_amount, payment.price_currency);
  const amounts: Row[] = [
    ...(payment.shared ? [[t("payment.payFor"), payment.holder] satisfies Row] : []),
    [t("payment.amount"), price],
  ];
  const others: Row[] = [[t("payment.what"), french ? payment.label_fr : payment.label_en]];
  const isWhole = payment.state === "paid" || payment.state === "paidTwice";
  const isPart = !isWhole || payment.waived > 0;
  if ((owed.received > 0 && isPart) || payment.state === "owing") {
    const amount = (value: number) => formatAmount(language, value, payment.price_currency);
    amounts.push([t("payment.received"), amount(owed.received)]);
    const { canRestart, untilReturned, look } = PAYMENT_STATES[payment.state];
    // Nobody owes more for what is over.
    const isOver = canRestart || untilReturned || look === "back";
    if (!isOver && (payment.waived === 0 || owed.due > 0)) {
      amounts.push([t("payment.due"), amount(owed.due)]);
    }
  }
  if (payment.waived > 0) {
    const waived = formatAmount(language, payment.waived, payment.price_currency);
    amounts.push([t("payment.waived"), waived]);
  }
  for (const { name, quote } of means) {
    if (!quote.fx_source) continue;
    const rate = t("payment.rate", formatRate(language, payment.price_currency, quote));
    const words = { rate, source: quote.fx_source };
    const conversion = quote.fx_at
      ? t("payment.conversion", { ...words, date: formatDate(language, quote.fx_at) })
      : t("payment.fixedConversion", words);
    const charge = formatAmount(language, quote.charge_amount, quote.charge_currency);
    const label = means.length > 1 ? t("payment.chargedBy", { name }) : t("payment.charged");
    amounts.push([label, `${charge} ${conversion}`]);
  }
  if (heldUntil) {
    const time = formatMoment(language, heldUntil);
    others.push([
      t(payment.by_hand && !hasOpenClaim(payment) ? "payment.payBefore" : "payment.heldUntil"),
      t("payment.conakry", { time }),
    ]);
  }
  for (const { amount, currency, step } of returns) {
    const words = { amount: formatAmount(language, amount, currency) };
    others.push([t("payment.returned"), t(`payment.return.${step}`, words)]);
  }
  others.push([t("payment.reference"), reference]);
  return { amounts, others };
}

/** One button for each method, with the charge in its currency. */
function PayForms({ payment, state }: PayProps) {
  return payment.means.map((means) => (
    <PayForm
      key={means.provider}
      payment={payment}
      means={means}
      // The state belongs to the form that was submitted.
      state={state?.values.provider === means.provider ? state : undefined}
    />
  ));
}

function PayForm({ payment, means, state }: PayProps & { means: OnlinePaymentMethod }) {
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

type ShownRefusal = Pick<Refusal, "reason" | "price">;

/** Why an order cannot be paid, and what happens next. */
export function RefusalText({ refusal, writes }: { refusal: ShownRefusal; writes: boolean }) {
  const texts = useRefusal(refusal, writes);
  return (
    <>
      <p className="font-semibold">{texts?.title}</p>
      <p>{texts?.text}</p>
      <WayOut refusal={refusal} />
    </>
  );
}

const WAYS_OUT = {
  "registration.licence": { to: "/membership", label: "registration.getLicence" },
  "registration.club": { to: "/licences", label: "registration.findClub" },
} as const;

/** The page that mends what prevents a payment, where there is one. */
function WayOut({ refusal: { reason } }: { refusal: ShownRefusal }) {
  const { t, language } = useI18n();
  if (reason !== "registration.licence" && reason !== "registration.club") return null;
  const { to, label } = WAYS_OUT[reason];
  return (
    <p>
      <a className="link inline-flex min-h-11 items-center" href={pathIn(language, to)}>
        {t(label)}
      </a>
    </p>
  );
}

export function useRefusal(
  refusal: ShownRefusal | null,
  /** The site sends mail. */
  writes: boolean,
): { title: string; text: string } | undefined {
  const { t, language } = useI18n();
  if (!refusal) return undefined;
  const { reason, price } = refusal;
  if (reason === "registration.placeConfirmed" && !writes) {
    return { title: t(`unpayable.${reason}.title`), text: t("unpayable.unwritten") };
  }
  return {
    title: t(`unpayable.${reason}.title`),
    text: t(`unpayable.${reason}.text`, {
      price: price && formatAmount(language, price.amount, price.currency),
    }),
  };
}
