import { app } from "../../core/app.ts";
import type { StaffDb, SystemDb } from "../../core/database/doors/doors.server.ts";
import { Fault } from "../../core/values/errors.ts";
import type { Currency } from "../../i18n/format.ts";
import type { unpayable } from "../../i18n/fr/payments.ts";
import type { Language } from "../../i18n/languages.ts";
import type { Order } from "../payments.table.server.ts";
import type { OrderKind } from "./orders.ts";

/** The transaction in which money is booked: a job's, or that of a member of staff. */
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

/** Why an order cannot be paid now, and what happens next, worded by the notion that it pays for. */
export type Refusal = {
  /** Names a title and a text among the words of pages. */
  reason: Reasons[OrderKind];
  /** The current price. */
  price?: { amount: number; currency: Currency };
  /** The same for the back office, as a clause: 'l’événement est annulé'. */
  staff: string;
};

/**
 * What an order is for. All of it runs inside the transaction that holds the order's row lock, after
 * which it may lock the event or the member: always in this order. Each may be called again for the
 * same order and then changes nothing.
 */
export type Fulfilment = {
  /** Whether the order may be paid now: the event or membership may have been ended since it was opened. */
  payable(db: WriteDb, order: Order, check: PaymentCheck): Promise<"ok" | Refusal>;
  /**
   * The order is paid, as the ledger says: gives what was bought. Also called for an order that
   * expired or was cancelled before it was paid. `no-place`: it cannot be given any more, and the
   * money goes back.
   */
  confirm(db: WriteDb, order: Order): Promise<"fulfilled" | "no-place">;
  /**
   * Gives up what was held or given: the hold expired, the order was cancelled (paid or not), it was
   * paid and cannot be given, or all of its money went back. `staffId` says who cancelled it at the desk,
   * before it was paid: whoever was to pay is told, and a place does not come back with money that is late.
   */
  release(db: WriteDb, order: Order, staffId?: string): Promise<void>;
  /**
   * These orders were tests and are about to be removed: removes what they made, and takes back what they
   * gave to somebody who is real. Nobody is told.
   */
  discard(db: WriteDb, tests: readonly Order[]): Promise<void>;
  /**
   * Until when a place is kept for somebody who begins now to pay at the federation; undefined where no
   * place is kept.
   */
  byHandUntil?(db: WriteDb, order: Order, now: Date): Promise<Date | undefined>;
  /** When what is bought begins: no place is kept beyond it for a transfer that nobody has seen. */
  beginsAt?(db: WriteDb, order: Order): Promise<Date | undefined>;
  /**
   * What staff decided of what an order is for, by which its money may have to go back: who did, and where it
   * waits as one, from when somebody alone may let it go.
   */
  listDecisions(db: WriteDb, order: Order): Promise<{ staffId: string; waitsUntil: Date | null }[]>;
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
