import type { Booking } from "./operator.ts";
import { ALONE, PRICE } from "./site.ts";
import type { LedgerLine, Standing } from "./standing.ts";

/** What happened besides the rows: what was done, and which rules were broken on the way. */
export type Ending = { deeds: Set<string>; breaches: string[] };

/** Why an order that was paid as asked may not be confirmed in the end. */
const EXCUSES = [
  ...(["give up", "cancel", "fill", "reverse", "refund", "correct", "request refund"] as const),
  ...(["end closed", "end gone"] as const),
];
/** A cent of a euro is worth so many francs: what is returned in euros counts as much of the price. */
const CENT = 7;
const FINAL: readonly string[] = ["done", "failed", "withdrawn"];
/** An attempt that is asked after until it ends. */
export const WAITING: readonly string[] = [
  "created",
  "initiating",
  "unknown",
  "pending",
  "processing",
];

/** Money of one charge, as our rows say it. */
type Own = {
  charge: LedgerLine;
  kept: number;
  price: number;
  sentBack: number;
  corrected: boolean;
};

function ownOf({ ledger, refunds }: Standing): Own[] {
  const isOf = (charge: LedgerLine) => (line: LedgerLine) =>
    line.kind === "refund"
      ? refunds.find(({ id }) => id === line.txn)?.charge === charge.id
      : line.provider === charge.provider && line.txn === charge.txn;
  return ledger
    .filter(({ kind }) => kind === "charge")
    .map((charge) => {
      const lines = ledger.filter(isOf(charge));
      const sum = (of: (line: LedgerLine) => number) =>
        lines.reduce((total, line) => total + of(line), 0);
      const byHand = (line: LedgerLine) =>
        line.kind === "refund" && refunds.some(({ id, by_hand }) => id === line.txn && by_hand);
      return {
        charge,
        kept: sum(({ amount }) => amount),
        price: sum(({ price }) => price),
        // What went back through the operator: what staff returned by hand is not in its books.
        sentBack: -sum((line) => (line.kind === "charge" || byHand(line) ? 0 : line.amount)),
        corrected: lines.some(({ kind }) => kind === "correction"),
      };
    });
}

/** Everything that is wrong with how a schedule ended: nothing, if the product is right. */
export function wrongsOf(
  standing: Standing,
  bookings: readonly Booking[],
  ending: Ending,
): string[] {
  const own = ownOf(standing);
  return [
    ...ending.breaches,
    ...booksDiffer(own, bookings),
    ...moneyWrongs(standing, own, ending),
    ...stateWrongs(standing),
  ];
}

/** Our ledger against the operator's own books. */
function booksDiffer(own: readonly Own[], bookings: readonly Booking[]): string[] {
  const theirs = bookings.map(
    ({ txn, amount, currency, back }) => `${txn} ${amount} ${currency} -${back}`,
  );
  const ours = own
    .filter(({ charge }) => charge.provider !== "federation")
    .map(
      ({ charge: { txn, amount, currency }, sentBack }) =>
        `${txn} ${amount} ${currency} -${sentBack}`,
    );
  const isSame = JSON.stringify(ours.toSorted()) === JSON.stringify(theirs.toSorted());
  return isSame
    ? []
    : [`the ledger says ${ours.join() || "nothing"}, the operator ${theirs.join() || "nothing"}`];
}

function moneyWrongs(
  { status, kind, refunds }: Standing,
  own: readonly Own[],
  { deeds }: Ending,
): string[] {
  const wrongs: string[] = [];
  const wrong = (is: boolean, what: string) => is && wrongs.push(`${what} (${status})`);
  const price = own.reduce((total, one) => total + one.price, 0);
  const kept = own.filter((one) => one.kept !== 0);
  const isReturning = deeds.has("request refund") || deeds.has("refund") || deeds.has("correct");
  const rounding = own.some(({ charge }) => charge.currency === "EUR") ? CENT : 0;
  wrong(price > PRICE + rounding, `double charge: ${price} kept of ${PRICE}`);
  wrong(
    kept.some((one) => one.price === 0) && !isReturning,
    "lost refund: money kept that counts for nothing",
  );
  if (status === "confirmed") {
    wrong(
      price < PRICE - rounding && !isReturning && !deeds.has("reverse"),
      "confirmed, and not paid wholly",
    );
    wrong(own.length === 0, "confirmed without money");
  } else {
    // Whoever keeps no place may wait for ever for the rest.
    const waits = status === "held" && kind === "membership" && price < PRICE;
    wrong(kept.length > 0 && !waits, "lost refund: money kept for nothing");
  }
  wrong(
    refunds.some((refund) => !FINAL.includes(refund.status)),
    "lost refund: money on its way for ever",
  );
  const alone = refunds.filter((one) => one.alone && one.currency !== "EUR");
  const sum = alone.reduce((total, { amount }) => total + amount, 0);
  wrong(sum > ALONE, "money goes back by the word of one person");
  const paid = own.reduce((total, one) => total + (one.corrected ? 0 : one.charge.price), 0);
  const isExcused =
    EXCUSES.some((excuse) => deeds.has(excuse)) ||
    refunds.some(({ reason, status: end }) => reason === "incomplete" && end === "done");
  wrong(paid >= PRICE && status !== "confirmed" && !isExcused, "paid as asked, and not confirmed");
  return wrongs;
}

function stateWrongs({ status, kind, seat, attempts }: Standing): string[] {
  const wrongs: string[] = [];
  const wrong = (is: boolean, what: string) => is && wrongs.push(`${what} (${status})`);
  wrong(seat !== (status === "confirmed"), seat ? "a seat for nothing" : "paid without a seat");
  wrong(status === "held" && kind === "registration", "a place held for ever");
  wrong(
    attempts.some((attempt) => WAITING.includes(attempt.status)),
    "an attempt without an end",
  );
  wrong(
    attempts.some(
      ({ status: end, paid, provider }) =>
        // What staff took back is cancelled, and its money stays in the ledger with the correction.
        provider !== "federation" && ["failed", "cancelled", "expired"].includes(end) && paid,
    ),
    "an attempt that forgets that it was paid",
  );
  return wrongs;
}
