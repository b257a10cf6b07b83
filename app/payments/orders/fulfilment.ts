import { app } from "../../core/app.ts";
import type { StaffDb, SystemDb } from "../../core/database/doors/doors.server.ts";
import { Fault } from "../../core/values/errors.ts";
import type { Currency } from "../../i18n/format.ts";
import type { unpayable } from "../../i18n/fr/payments.ts";
import type { Language } from "../../i18n/languages.ts";
import type { Order } from "../payments.table.server.ts";
import type { OrderKind } from "./orders.ts";

/** The transaction that books money: of a job, or of a member of staff. */
export type WriteDb = SystemDb | StaffDb;

/** How an order is about to be paid: online at a provider, or to a member of staff. */
export type PaymentChannel = "online" | "desk";

export type PaymentCheck = {
  channel: PaymentChannel;
  now: Date;
  /** Lock the rows that the answer depends on, so that it still holds when the payment is committed. */
  lock: boolean;
};

type Words = typeof unpayable;
type Reasons = { [Kind in OrderKind]: `${Kind}.${keyof Words[Kind] & string}` };

/** Why an order cannot be paid now, in the texts of the notion that it pays for. */
export type Refusal = {
  /** The key of a title and a text in `unpayable`. */
  reason: Reasons[OrderKind];
  /** The current price. */
  price?: { amount: number; currency: Currency };
  /** For the back office, as a clause: 'l’événement est annulé'. */
  staff: string;
};

/** A person by the first name, an organisation by its own. */
export type Greeted = { firstName: string; organisation?: string | null };

/**
 * What an order pays for. All methods run in the transaction that holds the order's row lock, and may lock the event or
 * the member after it, always in this order. Called again for the same order, they change nothing.
 */
export type Fulfilment = {
  /** Whether the order may be paid now: the event or membership may have been ended since it was opened. */
  payable(db: WriteDb, order: Order, check: PaymentCheck): Promise<"ok" | Refusal>;
  /**
   * Gives what was bought, once the ledger says that the order is paid; also for one that had expired or was cancelled
   * before. `no-place`: it can no longer be given, and the money is refunded.
   */
  confirm(db: WriteDb, order: Order): Promise<"fulfilled" | "no-place">;
  /**
   * Releases what was held or given: the hold expired, the order was cancelled, it cannot be given, or all its money was
   * refunded. `staffId`: staff cancelled it before it was paid; the payer is told, and late money does not revive it.
   */
  release(db: WriteDb, order: Order, staffId?: string): Promise<void>;
  /**
   * Before these test orders are removed: deletes what they created, and takes back what they gave to real people.
   * The people of the tests are not told.
   */
  discard(db: WriteDb, tests: readonly Order[]): Promise<void>;
  /** How many people are offered, once all tests are removed, what these hold. */
  countWaiting?(db: WriteDb): Promise<number>;
  /**
   * The end of a hold for a payment at the federation that is chosen now; undefined where nothing is held.
   */
  byHandUntil?(db: WriteDb, order: Order, now: Date): Promise<Date | undefined>;
  /** When what is bought begins: an announced transfer extends no hold beyond it. */
  beginsAt?(db: WriteDb, order: Order): Promise<Date | undefined>;
  /**
   * The staff whose decisions may cause a refund of the order, such as moving the event; `waitsUntil`: from when one person
   * alone may approve the refunds of a cancellation.
   */
  listDecisions(db: WriteDb, order: Order): Promise<{ staffId: string; waitsUntil: Date | null }[]>;
  /** How many of what it bought are in use, and stay so when its money goes back. */
  countInUse?(db: WriteDb, order: Order): Promise<number>;
  /**
   * Where its payer goes on after it has ended: back to what was bought where that lives on without this order, or to
   * the form for a new one; null where that is no longer possible.
   */
  restart(
    db: WriteDb,
    order: Order,
    language: Language,
  ): Promise<{ path: string; livesOn: boolean } | null>;
  /** Whom mails about the order greet, as all other mails greet them; undefined where the row is gone. */
  greeted?(db: WriteDb, order: Order): Promise<Greeted | undefined>;
  /** The address of what was bought, such as the ticket; only called after `confirm`. */
  thanks(order: Order, language: Language): string;
};

type Fulfilments = Record<OrderKind, Fulfilment>;

declare module "../../core/app.ts" {
  interface App {
    fulfilments: Fulfilments;
  }
}

/** The fulfilment of a kind of order. */
export function fulfilmentOf(kind: OrderKind): Fulfilment {
  const { fulfilments } = app();
  if (!fulfilments) throw new Fault("no fulfilments were set");
  return fulfilments[kind];
}

/** Whom a mail about an order greets. */
export async function greetedFor(db: WriteDb, order: Order): Promise<Greeted> {
  const greeted = await fulfilmentOf(order.kind).greeted?.(db, order);
  return greeted ?? { firstName: order.payer_name };
}
