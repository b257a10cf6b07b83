import { CircleAlert, CircleCheck, CircleX, Clock, type LucideIcon, Undo2 } from "lucide-react";
import type { FormState } from "../../core/http/submission.server.ts";
import { formatAmount, formatMoment } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { Away, Missing, Moved } from "../../site/frame/not-found.tsx";
import { PageBanner } from "../../site/frame/page-banner.tsx";
import { PageHead } from "../../site/frame/page-head.tsx";
import { ErrorSummary } from "../../site/public-form.tsx";
import { OfflinePaymentSection } from "../offline/offline-payment-section.tsx";
import { useRefusal } from "../orders/refusal-labels.tsx";
import { PaymentBlock } from "./payment-block.tsx";
import { canAsk, canPay, type PaymentState, type PaymentView } from "./payment-view.ts";

type Props = {
  payment: PaymentView | undefined;
  /** The operator's address, when the payer is on the way there. */
  leaving: string | null;
  unavailable: boolean;
  /** The address was renewed. */
  moved: boolean;
  state?: FormState;
};

/** Where the money of an order is, for its holder or for whoever pays for them. */
export function PaymentScreen({ payment, leaving, unavailable, moved, state }: Props) {
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
            content={`${payment.refresh};url=${pathIn(language, payment.path)}`}
          />
        )
      )}
      <PageBanner title={title} lead={label} />
      <div className="wrap section">
        <section className="card mx-auto max-w-[640px] p-6 shadow-card wrap-anywhere md:p-10">
          <PaymentStateSection payment={payment} />
          {/* On paper it proves who paid; on a screen its holder knows, and others may look. */}
          {!payment.shared && (
            <dl className="mb-4 hidden justify-between print:flex">
              <dt className="text-muted">{t("payment.payFor")}</dt>
              <dd className="font-semibold">{payment.holder}</dd>
            </dl>
          )}
          {/* Whichever button was pressed, and whether or not it is still there. */}
          {state?.values.intent !== "announce" && <ErrorSummary state={state} className="mb-6" />}
          <AskOperator payment={payment} />
          <PaymentBlock payment={payment} state={state} />
          {!payment.shared && <OfflinePaymentSection payment={payment} state={state} />}
          <SharePayment payment={payment} />
          <PaymentTimeline payment={payment} />
          <WaysOutSection payment={payment} />
        </section>
      </div>
    </>
  );
}

const GOOD = { Icon: CircleCheck, colour: "text-leaf" };
const WAITING = { Icon: Clock, colour: "text-muted" };
const BAD = { Icon: CircleAlert, colour: "text-red" };
const OVER = { Icon: CircleX, colour: "text-muted" };
const BACK = { Icon: Undo2, colour: "text-leaf" };

const LOOK: Record<PaymentState, { Icon: LucideIcon; colour: string }> = {
  toPay: WAITING,
  unavailable: WAITING,
  testOver: OVER,
  starting: WAITING,
  waiting: WAITING,
  declined: BAD,
  checking: WAITING,
  unreached: BAD,
  refused: BAD,
  stopped: OVER,
  timedOut: OVER,
  mismatch: BAD,
  examined: WAITING,
  paid: GOOD,
  owing: BAD,
  paidTwice: GOOD,
  expired: OVER,
  cancelled: OVER,
  noPlace: BAD,
  refunded: BACK,
};

/** Where the money is, in words, and what its payer can do now besides paying. */
export function PaymentStateSection({ payment }: { payment: PaymentView }) {
  const { t, language } = useI18n();
  const { state, kind, thanks, refusal, pay_url: payUrl } = payment;
  const refused = useRefusal(refusal);
  const { Icon, colour } = refused ? OVER : LOOK[state];
  return (
    <div className="mb-8" role="status">
      <h2 className="flex gap-3 text-xl">
        <Icon aria-hidden="true" size={28} className={`shrink-0 ${colour}`} />
        {refused?.title ?? t(payment.asks_pin ? "payment.waiting" : `payment.${state}`)}
      </h2>
      <p className="mt-3 text-muted">
        {refused?.text ?? t(textOf(payment))}{" "}
        {payment.refresh && payment.operator && t("payment.asking", { operator: payment.operator })}{" "}
        {payment.refresh && t("payment.refreshes")}
        {refused && payment.unsettled && t("unpayable.justPaid")}
      </p>
      {thanks && (
        <p className="mt-5">
          <a className="button w-full" href={thanks}>
            {t(kind === "membership" ? "payment.seeMembership" : "payment.seeRegistration")}
          </a>
        </p>
      )}
      {(state === "waiting" || state === "declined") && payUrl && (
        <p className="mt-5">
          <a className="button w-full" href={payUrl}>
            {t("payment.goOn")}
          </a>
        </p>
      )}
      {state === "unavailable" && refused && (
        <p className="mt-5">
          <a className="button w-full" href={pathIn(language, "/contact")}>
            {t("payment.contact")}
          </a>
        </p>
      )}
    </div>
  );
}

/** What a state says more exactly to this payer. */
function textOf({ state, shared, asks_pin, writes }: PaymentView) {
  if (state === "paid" && !writes)
    return shared ? "payment.sharedPaidUnwrittenText" : "payment.paidUnwrittenText";
  if (shared && state === "paid") return "payment.sharedPaidText";
  return asks_pin ? "payment.waitingPinText" : (`payment.${state}Text` as const);
}

/** Ways out, kept small: nobody comes here for them. */
export function WaysOutSection({ payment }: { payment: PaymentView }) {
  const { t, language } = useI18n();
  const { state, path, shared, ends_at: endsAt } = payment;
  const here = pathIn(language, path);
  // What its holder began is not for somebody else to stop.
  const isWaiting = state === "waiting" || state === "declined";
  if (isWaiting && shared && !payment.pay_url) return null;
  if (isWaiting && endsAt) {
    const time = formatMoment(language, endsAt);
    return <p className="mt-6 text-sm text-muted">{t("payment.stopThere", { time })}</p>;
  }
  if (isWaiting) {
    return (
      <form method="post" action={here} className="mt-4 text-center">
        <button type="submit" name="intent" value="stop" className="link min-h-11">
          {t("payment.stop")}
        </button>
      </form>
    );
  }
  if (shared || (!canPay(state) && state !== "unavailable")) return null;
  return (
    <details className="mt-6 text-center">
      <summary className="link inline-flex min-h-11 items-center">{t("payment.cancel")}</summary>
      <form method="post" action={here} className="mt-2">
        <p className="mb-4 text-muted">{t("payment.cancelText")}</p>
        <button type="submit" name="intent" value="cancel" className="button button-line">
          {t("payment.cancelSure")}
        </button>
      </form>
    </details>
  );
}

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

/** For whoever was charged and reads here that nothing came: the operator is asked once more. */
function AskOperator({ payment }: { payment: PaymentView }) {
  const { t, language } = useI18n();
  const { asked_at: at, path } = payment;
  if (!at || !canAsk(payment)) return null;
  return (
    <form method="post" action={pathIn(language, path)} className="mb-8">
      <p className="text-sm text-muted">
        {t("payment.askText", { time: formatMoment(language, at) })}
      </p>
      <button type="submit" name="intent" value="ask" className="link min-h-11">
        {t("payment.ask")}
      </button>
    </form>
  );
}
