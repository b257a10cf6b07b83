import type { Language } from "../i18n/languages.ts";
import type { StaffDb, SystemDb } from "../platform/database/doors.server.ts";
import { Fault } from "../platform/errors.ts";
import type { Order } from "./orders.table.server.ts";
import type { OrderKind } from "./orders.ts";

/** The transaction in which money is booked: a job's, or that of a member of staff. */
export type MoneyDb = SystemDb | StaffDb;

/**
 * What an order is for. All of it runs inside the transaction that holds the order's row lock, after
 * which it may lock the event or the member: always in this order. Each may be called again for the
 * same order and then changes nothing.
 */
export type Fulfilment = {
  /**
   * The order is paid, as the ledger says: gives what was bought. Also called for an order that
   * expired or was cancelled before it was paid. `no-place`: it cannot be given any more, and the
   * money goes back.
   */
  confirm(db: MoneyDb, order: Order): Promise<"fulfilled" | "no-place">;
  /**
   * Gives up what was held or given: the hold expired, the order was cancelled (paid or not), or all
   * of its money went back.
   */
  release(db: MoneyDb, order: Order): Promise<void>;
  /** Where what was bought is found, such as the ticket; only asked once it was given. */
  thanks(order: Order, language: Language): string;
};

export type Fulfilments = Record<OrderKind, Fulfilment>;

let known: Fulfilments | undefined;

/** Says, once at the start, what each kind of order is for. */
export function setFulfilments(fulfilments: Fulfilments): void {
  known = fulfilments;
}

/** What an order of this kind is for. */
export function fulfilmentOf(kind: OrderKind): Fulfilment {
  if (!known) throw new Fault("no fulfilments were set");
  return known[kind];
}
