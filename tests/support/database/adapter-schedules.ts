import type {
  Charge,
  PaymentProvider,
  ProviderRequest,
  QueryAnswer,
  RefundRequest,
} from "../../../app/payments/providers/provider.ts";
import type { FaultKind } from "../../../simulators/faults.ts";
import type { Manner, SignedNotice } from "../../../simulators/notices.ts";

// One payment at one provider, with whatever can happen to it, and what must be true afterwards: what we
// believe is what the provider's own books say. The engine has schedules of its own, with a database.

/** What a simulator of either provider is to a schedule. */
export type Operator = {
  /** Whether what the payer or the operator does could be done. */
  play(merchantRef: string, action: string, choice: string): boolean;
  actions: readonly (readonly [action: string, choice: string])[];
  fault(on: string, kind: FaultKind): void;
  clearFaults(): void;
  /** What it took and gave back for one of our references, and how many payments it opened for it. */
  booksOf(merchantRef: string): {
    charges: readonly { txnId: string; amount: number; currency: string }[];
    refunded: number;
    opened: number;
  };
  /** A notice as it arrives; `old`: signed with what was true before our keys were changed. */
  notice(merchantRef: string, manner: Manner | "old"): SignedNotice | undefined;
};

export type Mutation = {
  provider?: (provider: PaymentProvider) => PaymentProvider;
  /** Believes the status in the address that the payer comes back to. */
  trustsReturn?: boolean;
};

const FAULTS: readonly FaultKind[] = [
  ...(["silence-after", "silence-before", "error-after", "error-before"] as const),
  ...(["reset-after", "garbage", "cut", "rate-limit"] as const),
];
/** What can go wrong at each step, by its number. */
const OPERATIONS: Readonly<Record<number, readonly string[]>> = {
  0: ["create", "auth"],
  3: ["query", "capture", "list", "auth"],
  4: ["refund", "refund", "find-refund", "auth"],
};
const UNTRUE: readonly (Manner | "old")[] = ["forged", "cut", "re-encoded", "old"];
const CALL_MS = 200;

/** The same numbers for the same seed. */
export function dice(seed: number): (sides: number) => number {
  let state = seed * 2_654_435_761;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

type Refund = { request: RefundRequest; state: string; id?: string };

/** What a merchant knows and does, one payment long. */
class Merchant {
  readonly ledger = new Map<string, Charge>();
  readonly refunds: Refund[] = [];
  readonly wrong: string[] = [];
  believed = false;
  #created = false;
  #attempt: ProviderRequest;
  readonly #provider: PaymentProvider;

  constructor(provider: PaymentProvider, attempt: ProviderRequest) {
    this.#provider = provider;
    this.#attempt = attempt;
  }

  async #call<T>(
    call: (signal: AbortSignal) => Promise<T>,
    otherwise: T,
    ms = CALL_MS,
  ): Promise<T> {
    try {
      return await call(AbortSignal.timeout(ms));
    } catch {
      return otherwise;
    }
  }

  async create(): Promise<void> {
    if (this.#created) return;
    this.#created = true;
    const create = (signal: AbortSignal) => this.#provider.create(this.#attempt, signal);
    const creation = await this.#call(create, { kind: "unknown" } as const);
    if (creation.kind === "redirect") this.#attempt = { ...this.#attempt, ids: creation.ids };
  }

  async poll(ms = CALL_MS): Promise<void> {
    if (!this.#created) return;
    const unknown: QueryAnswer = { state: "unknown" };
    const { capture } = this.#provider;
    let answer = await this.#call(
      (signal) => this.#provider.query(this.#attempt, signal),
      unknown,
      ms,
    );
    if (answer.state === "approved" && capture) {
      const key = `capture:${this.#attempt.merchantRef}`;
      answer = await this.#call((signal) => capture(this.#attempt, key, signal), unknown, ms);
    }
    if (answer.ids)
      this.#attempt = { ...this.#attempt, ids: { ...this.#attempt.ids, ...answer.ids } };
    if (answer.state !== "paid") return;
    for (const charge of answer.charges)
      if (!this.ledger.has(charge.txnId)) this.ledger.set(charge.txnId, charge);
  }

  get isPaid(): boolean {
    const { amount, currency } = this.#attempt;
    return [...this.ledger.values()].some(
      (one) => one.amount === amount && one.currency === currency,
    );
  }

  /** Gives a part of the money back, or goes on with what is under way. */
  async refund(ms = CALL_MS): Promise<void> {
    const calls = this.#provider.refunds;
    const [charge] = this.ledger.values();
    if (!calls || !charge || charge.reversed) return;
    if (this.refunds.length === 0) {
      const { merchantRef } = this.#attempt;
      const amount = Math.max(1, Math.floor(charge.amount / 3));
      const request = {
        key: `R-${merchantRef}`,
        merchantRef,
        txnId: charge.txnId,
        amount,
        currency: charge.currency,
      };
      this.refunds.push({ request, state: "new" });
    }
    for (const refund of this.refunds) {
      if (refund.state === "done" || refund.state === "failed") continue;
      const { request, id } = refund;
      const answer = await this.#call(
        (signal) => (id ? calls.find({ ...request, id }, signal) : calls.send(request, signal)),
        { state: "unknown" } as const,
        ms,
      );
      refund.state = answer.state;
      if ("id" in answer && answer.id) refund.id = answer.id;
    }
  }

  async hear(notice: SignedNotice | undefined, isTrue: boolean): Promise<void> {
    if (!notice) return;
    const headers = new Headers(notice.headers);
    const verify = (signal: AbortSignal) =>
      this.#provider.verifyNotice(headers, Buffer.from(notice.body), signal);
    const heard = await this.#call(verify, { ok: false, again: true } as const, 3000);
    if (heard.ok && !isTrue) this.wrong.push("a notice that is not true was believed");
    if (!heard.ok && isTrue) this.wrong.push("a true notice was refused");
    if (heard.ok) await this.poll();
  }
}

/** Plays one schedule; what is wrong afterwards, in words. */
export async function playSchedule(
  seed: number,
  operator: Operator,
  real: PaymentProvider,
  attemptOf: (seed: number) => ProviderRequest,
  { provider: mutate = (one) => one, trustsReturn = false }: Mutation = {},
): Promise<string[]> {
  const roll = dice(seed);
  const pick = <T>(values: readonly T[]): T => values[roll(values.length)] as T;
  const attempt = attemptOf(seed);
  const { merchantRef } = attempt;
  const merchant = new Merchant(mutate(real), attempt);
  const steps = 6 + roll(8);
  for (let step = 0; step < steps; step++) {
    const kind = step === 0 ? 0 : roll(7);
    const operations = OPERATIONS[kind];
    if (operations && roll(2) === 0) {
      const on = pick(operations);
      // A token that never comes keeps all calls waiting, which tells nothing of any of them.
      operator.fault(on, pick(on === "auth" ? FAULTS.slice(2) : FAULTS));
    }
    switch (kind) {
      case 0:
        await merchant.create();
        break;
      case 1:
      case 2:
        operator.play(merchantRef, ...pick(operator.actions));
        break;
      case 3:
        await merchant.poll();
        break;
      case 4:
        await merchant.refund();
        break;
      case 5:
        await merchant.hear(operator.notice(merchantRef, "once"), true);
        await merchant.hear(operator.notice(merchantRef, pick(UNTRUE)), false);
        break;
      case 6:
        // Anybody can type an address with a status in it.
        if (trustsReturn) merchant.believed = true;
        break;
    }
    operator.clearFaults();
  }
  for (let round = 0; round < 3; round++) {
    await merchant.poll(5000);
    if (merchant.refunds.length > 0) await merchant.refund(5000);
  }
  return [...merchant.wrong, ...compare(merchant, operator.booksOf(merchantRef), attempt)];
}

function compare(
  { ledger, isPaid, refunds, believed }: Merchant,
  books: ReturnType<Operator["booksOf"]>,
  { amount, currency }: ProviderRequest,
): string[] {
  const wrong: string[] = [];
  if (books.opened > 1) wrong.push("it was opened twice");
  for (const { txnId, ...charge } of books.charges) {
    const own = ledger.get(txnId);
    if (!own) wrong.push("money that was taken is not in our books");
    else if (own.amount !== charge.amount || own.currency !== charge.currency) {
      wrong.push("our books say another amount");
    }
  }
  for (const txnId of ledger.keys()) {
    if (!books.charges.some((charge) => charge.txnId === txnId)) {
      wrong.push("our books say money that was not taken");
    }
  }
  const isTruly = books.charges.some((one) => one.amount === amount && one.currency === currency);
  if ((isPaid || believed) !== isTruly) wrong.push("paid by us and not by them, or the other way");
  const returned = refunds
    .filter(({ state }) => state === "done")
    .reduce((total, { request }) => total + request.amount, 0);
  if (returned !== books.refunded) wrong.push("our books say another refund");
  return wrong;
}

/** The first schedule that something is wrong after, of so many. */
export async function firstWrong(
  schedules: number,
  play: (seed: number) => Promise<string[]>,
): Promise<{ seed: number; wrong: string[] } | undefined> {
  for (let seed = 1; seed <= schedules; seed++) {
    const wrong = await play(seed);
    if (wrong.length > 0) return { seed, wrong };
  }
  return undefined;
}
