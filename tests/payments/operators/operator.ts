import { SimulatorClock } from "../../../simulators/clock.ts";
import { DjomySimulator } from "../../../simulators/djomy/djomy.ts";
import type { FaultKind, FaultPlan } from "../../../simulators/faults.ts";
import type { RunningSimulator } from "../../../simulators/http.ts";
import type { NoticeBox } from "../../../simulators/notices.ts";
import { PayPalSimulator } from "../../../simulators/paypal/paypal.ts";
import { DJOMY_KEYS, PAYPAL_KEYS, START } from "../../support/operators.ts";

export type OperatorName = "djomy" | "paypal";

/** What an operator took, and what of it went back from there. */
export type Booking = { txn: string; amount: number; currency: string; back: number };

/** A simulator, as a schedule handles it: what payers and its own people do, and what goes wrong. */
export type Operator = {
  name: OperatorName;
  url: string;
  clock: SimulatorClock;
  notices: NoticeBox;
  faults: FaultPlan;
  /** Forgets what was, for the next order: what it says from then on is of that one. */
  begin(): void;
  /** Does something to the newest payment but `which`; tells whether it could be done. */
  play(which: number, action: string, choice: string): boolean;
  /** Ends whatever waits at the operator. */
  finish(): void;
  /** How many payments were opened, and how often money was taken or tried to be. */
  starts(): number;
  bookings(): Booking[];
  close(): Promise<void>;
};

type Action = readonly [action: string, choice: string];

/** What can be done there, as often as it stands here. */
export const ACTIONS: Readonly<Record<OperatorName, readonly Action[]>> = {
  djomy: [
    ...(["approve", "approve", "approve", "wait", "wrong-pin", "refuse", "cancel"] as const),
    ...(["timeout", "approve-late", "approve-late", "unknown-status"] as const),
    ...(["approve-other-amount", "approve-other-currency"] as const),
  ].map((action) => [action, "OM"]),
  paypal: [
    ...(["COMPLETED", "COMPLETED", "COMPLETED", "PENDING", "DECLINED"] as const),
    ...(["INSTRUMENT_DECLINED", "TRANSACTION_REFUSED", "OTHER_AMOUNT", "OTHER_CURRENCY"] as const),
  ]
    .map((outcome): Action => ["approve", outcome])
    .concat(
      ["unapprove", "cancel", "accept", "decline", "refund", "reverse"].map((one) => [one, ""]),
      ["slow-refunds", "quick-refunds", "finish-refund", "fail-refund"].map((one) => [one, ""]),
    ),
};

/** The calls that something can go wrong with. */
export const OPERATIONS: Readonly<Record<OperatorName, readonly string[]>> = {
  djomy: ["create", "create", "query", "query", "list", "auth", "*"],
  paypal: ["create", "capture", "capture", "query", "refund", "refund", "find-refund", "auth", "*"],
};
export const FAULTS: readonly FaultKind[] = [
  ...(["silence-before", "silence-after", "error-before", "error-after", "error-after"] as const),
  ...(["reset-before", "reset-after", "garbage", "cut", "endless", "slow", "rate-limit"] as const),
];

export const startOperator = (name: OperatorName): Promise<Operator> =>
  name === "djomy" ? startDjomy() : startPayPal();

function startClock(): SimulatorClock {
  const clock = new SimulatorClock();
  clock.set(START);
  return clock;
}

type Common = "name" | "url" | "clock" | "notices" | "faults" | "close";
const common = (
  name: OperatorName,
  simulator: Pick<Operator, "clock" | "notices" | "faults">,
  { url, close }: RunningSimulator,
): Pick<Operator, Common> => {
  const { clock, notices, faults } = simulator;
  return { name, url, clock, notices, faults, close };
};

async function startDjomy(): Promise<Operator> {
  const simulator = new DjomySimulator({ ...DJOMY_KEYS, clock: startClock(), callsAMinute: 1e6 });
  const { payments } = simulator;
  let earlier = 0;
  return {
    ...common("djomy", simulator, await simulator.start()),
    begin() {
      payments.clear();
      earlier = simulator.books().length;
    },
    play(which, action, choice) {
      const payment = [...payments.values()].at(-1 - which);
      return payment !== undefined && simulator.play(payment.transactionId, action, choice);
    },
    // What its people look into ends well, and late.
    finish() {
      for (const [id, { status }] of payments) {
        if (status === "UNDER_REVIEW") simulator.play(id, "approve");
      }
    },
    starts: () => payments.size,
    bookings: () =>
      simulator
        .books()
        .slice(earlier)
        .map(({ transactionId: txn, amount, currency }) => ({
          txn,
          amount,
          currency: currency === "FCFA" ? "XOF" : currency,
          back: 0,
        })),
  };
}

async function startPayPal(): Promise<Operator> {
  const simulator = new PayPalSimulator({ ...PAYPAL_KEYS, clock: startClock(), callsAMinute: 1e6 });
  const { merchant } = simulator;
  const { orders } = merchant;
  let earlier = 0;
  return {
    ...common("paypal", simulator, await simulator.start()),
    begin() {
      orders.clear();
      merchant.refundStatus = "COMPLETED";
      earlier = simulator.books().length;
    },
    play(which, action, choice) {
      if (action === "slow-refunds") merchant.refundStatus = "PENDING";
      if (action === "quick-refunds") merchant.refundStatus = "COMPLETED";
      const order = [...orders.values()].at(-1 - which);
      return order !== undefined && simulator.play(order.id, action, choice);
    },
    finish() {
      merchant.refundStatus = "COMPLETED";
      for (const id of orders.keys()) {
        while (simulator.play(id, "accept") || simulator.play(id, "finish-refund"));
      }
    },
    starts: () => [...orders.values()].reduce((sum, { captures }) => sum + 1 + captures.length, 0),
    bookings() {
      const books = simulator.books().slice(earlier);
      return books
        .filter(({ kind }) => kind === "charge")
        .map(({ captureId: txn, amount, currency }) => {
          const back = books.filter((one) => one.kind !== "charge" && one.captureId === txn);
          return { txn, amount, currency, back: back.reduce((sum, one) => sum + one.amount, 0) };
        });
    },
  };
}
