import type { StaffDb, SystemDb } from "../core/database/doors.server.ts";
import { Fault } from "../core/errors.ts";
import type { Currency } from "../i18n/format.ts";
import type { unpayable } from "../i18n/fr/unpayable.ts";
import type { Language } from "../i18n/languages.ts";
import type { Order } from "./orders.table.server.ts";
import type { OrderKind } from "./orders.ts";

/** The transaction in which money is booked: a job's, or that of a member of staff. */
export type MoneyDb = SystemDb | StaffDb;

/** Where somebody is about to pay: at a provider from the order's page, or to a member of staff. */
export type Till = "online" | "desk";

export type Asked = {
  till: Till;
  now: Date;
  /** Money follows: what the answer rests on is locked, so that it still holds when this is committed. */
  lock: boolean;
};

type Words = typeof unpayable;
type Reasons = { [Kind in OrderKind]: `${Kind}.${keyof Words[Kind] & string}` };

/** Why an order cannot be paid now, and what happens next, in the words of what it is for. */
export type Refusal = {
  /** Names a title and a text among the words of pages. */
  reason: Reasons[OrderKind];
  /** What it costs now. */
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
  /** Whether the order may be paid now: what it is for may have been ended since it was opened. */
  payable(db: MoneyDb, order: Order, asked: Asked): Promise<"ok" | Refusal>;
  /**
   * The order is paid, as the ledger says: gives what was bought. Also called for an order that
   * expired or was cancelled before it was paid. `no-place`: it cannot be given any more, and the
   * money goes back.
   */
  confirm(db: MoneyDb, order: Order): Promise<"fulfilled" | "no-place">;
  /**
   * Gives up what was held or given: the hold expired, the order was cancelled (paid or not), it was
   * paid and cannot be given, or all of its money went back.
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
