import { CircleAlert, CircleCheck, CircleX, Clock, type LucideIcon, Undo2 } from "lucide-react";
import { formatMoment } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { useRefusal } from "../orders/refusal-labels.tsx";
import { canPay, type PaymentState, type PaymentView } from "./payment-view.ts";

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
