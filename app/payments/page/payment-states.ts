/** Who has to do something next, in the state of an order. */
export type NextActor = "payer" | "operator" | "federation" | "nobody";

type StateRow = {
  next: NextActor;
  /** The icon of the page. */
  look: "wait" | "good" | "bad" | "over" | "back";
  /** It has pay buttons. */
  canPay?: true;
  /** While nobody knows whether an attempt was charged, its payer can have the provider polled again. */
  canAsk?: true;
  /** It will change by itself, so the page reloads. */
  isChanging?: true;
  /** No online payment begins, but the federation takes the money once it knows. */
  canChooseDesk?: true;
  /** The federation has something to do until the money is returned. */
  untilReturned?: true;
  /** It can begin again with a new order. */
  canRestart?: true;
  /** On the page for somebody else who pays, it would reveal the money of the holder: another state stands there. */
  sharedAs?: "cancelled" | "expired";
};

/**
 * THE ONE TABLE of what an order looks like to whoever pays. The words stand in `payment` of the texts, as `state` and
 * `stateText`. The payment page and the screen of the order in the back office both read it.
 */
const STATES = {
  toPay: { next: "payer", look: "wait", canPay: true },
  /** Nothing online takes it. */
  unavailable: { next: "payer", look: "wait" },
  /** A test on a site that takes real money by now. */
  testOver: { next: "nobody", look: "wait" },
  starting: { next: "operator", look: "wait", isChanging: true },
  waiting: { next: "payer", look: "wait", isChanging: true },
  declined: { next: "payer", look: "bad", isChanging: true },
  checking: { next: "operator", look: "wait", isChanging: true },
  /** The provider does not answer about an attempt that can still be paid. */
  silent: {
    next: "operator",
    look: "wait",
    isChanging: true,
    canAsk: true,
    canChooseDesk: true,
  },
  /** The payer asked to stop it, and the provider has not confirmed that yet. */
  stopping: {
    next: "operator",
    look: "wait",
    isChanging: true,
    canAsk: true,
    canChooseDesk: true,
  },
  /** The attempt can no longer be paid, and the provider still does not say whether it was: staff look. */
  unanswered: {
    next: "federation",
    look: "bad",
    isChanging: true,
    canAsk: true,
    canChooseDesk: true,
  },
  unreached: { next: "payer", look: "bad", canPay: true, canAsk: true },
  // The operator’s answer is final in these: a doubt beside it would contradict it.
  refused: { next: "payer", look: "bad", canPay: true },
  stopped: { next: "payer", look: "over", canPay: true },
  timedOut: { next: "payer", look: "over", canPay: true },
  mismatch: { next: "payer", look: "bad", canPay: true },
  /** An attempt has a discrepancy. */
  examined: { next: "federation", look: "wait", isChanging: true, canAsk: true },
  /** The payer announced a transfer, which staff check. */
  announced: { next: "federation", look: "wait" },
  paid: { next: "nobody", look: "good" },
  /** Fulfilled, but its booking was corrected: the price is due again. */
  owing: { next: "payer", look: "bad", sharedAs: "cancelled" },
  paidTwice: { next: "federation", look: "good", untilReturned: true },
  expired: { next: "nobody", look: "over", canAsk: true, canRestart: true },
  /** Only a part of the price came in time. */
  expiredPart: {
    next: "federation",
    look: "over",
    untilReturned: true,
    canAsk: true,
    sharedAs: "expired",
  },
  cancelled: { next: "nobody", look: "over", canAsk: true, canRestart: true },
  noPlace: { next: "federation", look: "bad", untilReturned: true, sharedAs: "cancelled" },
  refunded: { next: "nobody", look: "back", canRestart: true, sharedAs: "cancelled" },
  /** The payer's bank or operator took the money back. */
  takenBack: { next: "nobody", look: "back", sharedAs: "cancelled" },
} as const satisfies Record<string, StateRow>;

export type PaymentState = keyof typeof STATES;

export const PAYMENT_STATES: Readonly<Record<PaymentState, StateRow>> = STATES;

export const canPay = (state: PaymentState): boolean => PAYMENT_STATES[state].canPay === true;
