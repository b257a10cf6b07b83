import { and, eq, ne } from "drizzle-orm";
import { asSystem } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { startAttempt } from "../../../app/payments/attempts/attempts.system.server.ts";
import {
  giveUpOrder,
  stopPaying,
} from "../../../app/payments/attempts/cancellation.system.server.ts";
import { receiveNotice } from "../../../app/payments/attempts/notices.system.server.ts";
import { pollDue, pollOrder } from "../../../app/payments/attempts/polling.system.server.ts";
import { cancelOrder, openOrder } from "../../../app/payments/orders/orders.operations.server.ts";
import { expireDue, sendDueRefunds } from "../../../app/payments/payments.jobs.server.ts";
import { payments, refunds } from "../../../app/payments/payments.table.server.ts";
import { noticeOf } from "../../../app/payments/providers/simulated/simulated.system.server.ts";
import {
  chargesOf,
  played,
  type SimulatedPayment,
} from "../../../app/payments/providers/simulated/simulated.ts";
import { approve } from "../../../app/payments/refunds/approval.operations.server.ts";
import { lockRefund } from "../../../app/payments/refunds/refunds.operations.server.ts";
import { type PaymentSimulation, PowerCut, SECRET, STAFF } from "./payment-simulation.ts";
import type { Deed, Schedule } from "./schedule.ts";
import { type Ended, standingOf } from "./seats.ts";

export const PRICE = 25_000;
const DAY = 25 * 60;
const EXCUSES: Deed["do"][] = [
  ...(["give up", "cancel", "fill", "take back"] as const),
  ...(["cancel event", "cancel person", "remove member"] as const),
];

type Of<Name extends Deed["do"]> = Extract<Deed, { do: Name }>;

/** Plays one schedule on an order of its own, then lets everything come to rest. */
export class Play {
  readonly #world: PaymentSimulation;
  readonly #tabs = [newId(), newId(), newId(), newId()];
  readonly #notices: { headers: Headers; raw: Uint8Array }[] = [];
  #order = { id: "", token: "" };
  #charge = "";
  readonly schedule: Schedule;
  /** Charges that were begun though staff had ended what they are for. */
  readonly broken: string[] = [];
  /** Since staff ended it: which calls to the provider were begun before, and which were made. */
  #ended: { before: Set<string>; from: number; taking: Set<string>; takes: number } | undefined;
  /** Why an order that was paid as asked may not be confirmed in the end. */
  readonly excuses = new Set<Deed["do"]>();

  constructor(simulation: PaymentSimulation, schedule: Schedule) {
    this.#world = simulation;
    this.schedule = schedule;
    simulation.full = false;
    simulation.payments.clear();
  }

  get orderId(): string {
    return this.#order.id;
  }

  /** What the provider has of this order, in the order it was asked. */
  get #theirs(): SimulatedPayment[] {
    const { token } = this.#order;
    return [...this.#world.payments.values()].filter(({ return_url: url }) => url.includes(token));
  }

  async run(): Promise<void> {
    await this.#open(this.schedule.held);
    for (const step of this.schedule.steps) {
      const deeds = step.do === "both" ? step.deeds : [step];
      await Promise.all(deeds.map((deed) => this.#survive(deed)));
    }
    await this.#rest();
    this.#checkEnded();
  }

  /** The money that the provider kept in the end, by transaction. */
  providerKeeps(): Map<string, number> {
    const { now, takenBack } = this.#world;
    return new Map(
      this.#theirs.flatMap((payment) =>
        chargesOf(payment, now).map(({ txnId, amount }) => {
          const back = payment.refunds.filter((refund) => refund.txnId === txnId);
          const returned = back.reduce((total, refund) => total + refund.amount, 0);
          return [txnId, takenBack.has(txnId) ? 0 : amount - returned] as const;
        }),
      ),
    );
  }

  async #open(held: boolean): Promise<void> {
    const at = (minutes: number) => new Date(this.#world.now.getTime() + minutes * 60_000);
    const price_currency = held ? "XOF" : "GNF";
    this.#charge = `${PRICE} ${price_currency}`;
    this.#order = await asSystem("test", (db) =>
      openOrder(db, {
        kind: held ? "registration" : "membership",
        subject_id: newId(),
        price_amount: PRICE,
        price_currency,
        label_fr: "L",
        label_en: "L",
        language: "fr",
        payer_name: "N",
        payer_email: "n@example.org",
        payer_phone: null,
        ...(held && { hold: { expires_at: at(20), cap_at: at(60) } }),
      }),
    );
  }

  /** The process may die in it; whatever follows is done by the next one. */
  async #survive(deed: Deed): Promise<void> {
    try {
      await this.#perform(deed);
    } catch (error) {
      if (!(error instanceof PowerCut)) throw error;
    }
  }

  async #perform(deed: Deed): Promise<unknown> {
    const simulation = this.#world;
    const { id, token } = this.#order;
    if (EXCUSES.includes(deed.do)) this.excuses.add(deed.do);
    switch (deed.do) {
      case "pay": {
        const key = this.#tabs[deed.tab] ?? "";
        return startAttempt(token, { key, charge: this.#charge }, simulation.now);
      }
      case "play":
        return this.#change(deed.which, (payment) => played(payment, deed.action, simulation.now));
      case "other amount":
        return this.#change(deed.which, (payment) => this.#otherAmount(payment));
      case "take back":
        return this.#takeBack(deed.which);
      case "notice":
        return this.#notify(deed);
      case "wait":
        return simulation.later(deed.minutes);
      case "fault":
        simulation.faults[deed.call] = deed.fault;
        return;
      case "cut":
        simulation.cut = { ...deed.cut };
        await this.#survive(deed.during === "pay" ? { do: "pay", tab: 0 } : { do: deed.during });
        simulation.cut = undefined;
        return;
      case "fill":
        simulation.full = true;
        return;
      case "page":
        return pollOrder(id, simulation.now);
      case "stop":
        return stopPaying(token, simulation.now);
      case "give up":
        return giveUpOrder(token, simulation.now);
      case "cancel":
        return asSystem("test", (db) => cancelOrder(db, id, simulation.now));
      case "cancel event":
        return this.#end("closed");
      case "reopen event":
        return this.#end("open");
      case "cancel person":
      case "remove member":
        return this.#end("gone");
      case "approve":
        return this.#approveRefunds();
      case "jobs":
        return this.#jobs();
    }
  }

  async #end(state: Ended): Promise<void> {
    const earlier = this.#ended;
    try {
      await this.#world.end(this.#order, state, async (db) => {
        this.#checkEnded();
        const now = await standingOf(db, this.#order.id);
        const started = await db
          .select({ ref: payments.merchant_ref, status: payments.status })
          .from(payments)
          .where(and(eq(payments.order_id, this.#order.id), ne(payments.status, "created")));
        const before = new Set(started.map(({ ref }) => ref));
        const taking = new Set(
          started.filter(({ status }) => status === "processing").map(({ ref }) => ref),
        );
        const { started: calls, captures } = this.#world;
        const calm = { before, from: calls.length, taking, takes: captures.length };
        this.#ended = now === "open" ? undefined : (earlier ?? calm);
      });
    } catch (error) {
      // Cut before it was committed, nothing was ended.
      const now = await asSystem("test", (db) => standingOf(db, this.#order.id));
      if (now === "open") this.#ended = undefined;
      throw error;
    }
  }

  /** No charge is begun once staff have ended what it is for. */
  #checkEnded(): void {
    if (!this.#ended) return;
    const { before, from, taking, takes } = this.#ended;
    const late = this.#world.started.slice(from).filter((ref) => !before.has(ref));
    if (late.length > 0) this.broken.push(`${late.length} charges begun for what was ended`);
    const taken = this.#world.captures.slice(takes).filter(({ ref }) => !taking.has(ref));
    if (taken.length > 0) this.broken.push(`${taken.length} charges taken for what was ended`);
  }

  async #jobs(): Promise<void> {
    const now = () => this.#world.now;
    await pollDue(now);
    await expireDue(now);
    await sendDueRefunds(now);
  }

  #change(which: number, change: (payment: SimulatedPayment) => SimulatedPayment): void {
    const payment = this.#theirs.at(-1 - which);
    if (payment) this.#world.payments.set(payment.merchant_ref, change(payment));
  }

  #otherAmount(payment: SimulatedPayment): SimulatedPayment {
    const approved = played(payment, "approve", this.#world.now);
    const charges = approved.charges.map((charge) => ({ ...charge, amount: PRICE - 500 }));
    return payment.charges.length > 0 ? payment : { ...approved, charges };
  }

  /** Money that went back already cannot be disputed too. */
  #takeBack(which: number): void {
    const payment = this.#theirs.at(-1 - which);
    const [charge] = payment ? chargesOf(payment, this.#world.now) : [];
    if (charge && payment?.refunds.length === 0) this.#world.takenBack.add(charge.txnId);
  }

  /** Now, or one that was sent long ago and comes only now; each as often as the network likes. */
  async #notify({ which, times, old }: Of<"notice">): Promise<void> {
    const payment = this.#theirs.at(-1 - which);
    if (payment) {
      const { headers, body } = noticeOf(payment, SECRET);
      this.#notices.push({ headers: new Headers(headers), raw: Buffer.from(body) });
    }
    const notice = this.#notices.at(old ? 0 : -1);
    if (!notice) return;
    const receive = () => receiveNotice("simulated", notice.headers, notice.raw, this.#world.now);
    await Promise.all(Array.from({ length: times }, receive));
  }

  #approveRefunds(): Promise<boolean> {
    return asSystem("test", async (db) => {
      const request = await db
        .select({ id: refunds.id })
        .from(refunds)
        .where(and(eq(refunds.order_id, this.#order.id), eq(refunds.status, "requested")));
      for (const { id } of request) {
        await approve(db, await lockRefund(db, id), STAFF, this.#world.now);
      }
      return request.length > 0;
    });
  }

  /** Everything works again, a day passes, and staff return what is to be returned. */
  async #rest(): Promise<void> {
    const simulation = this.#world;
    const now = () => simulation.now;
    simulation.heal();
    simulation.later(17);
    await this.#jobs();
    // Asked again and again: one lost word of the provider's is not enough to give an attempt up.
    for (const minutes of [DAY, 61, 61]) {
      simulation.later(minutes);
      await pollDue(now);
    }
    await expireDue(now);
    if (!(await this.#approveRefunds())) return;
    // The money goes, and the answer is lost on its way: the refund is sent again.
    simulation.faults.refund = "unanswered";
    await sendDueRefunds(now);
    simulation.later(DAY);
    await sendDueRefunds(now);
  }
}
