import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { columnsOf } from "../../core/database/doors/columns.server.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { memoizeFor } from "../../core/process/ttl-cache.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { isId, referenceFromText } from "../../core/secrets/id.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { AppError } from "../../core/values/errors.ts";
import { pick } from "../../core/values/pick.ts";
import { several } from "../../i18n/format.ts";
import { translator } from "../../i18n/translate.server.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { type Count, countEach } from "../../records/list/counting.staff.server.ts";
import { isFiltered, type ListQuery } from "../../records/list/list-query.ts";
import {
  type Listing,
  type ListRequest,
  listRecords,
  whole,
} from "../../records/list/listing.staff.server.ts";
import { cachedSettings } from "../../settings/settings.visitor.server.ts";
import { FEDERATION, idOfMerchantRef } from "../attempts/payments.ts";
import type { DeskRates } from "../ledger/conversion.ts";
import { journal, lockOrder } from "../ledger/settlement.operations.server.ts";
import {
  amountDue,
  amountReceived,
  type RemainingCharge,
  remainingCharges,
} from "../ledger/settlement.ts";
import { type AskedWaiver, findAskedWaiver } from "../ledger/waivers.staff.server.ts";
import { readDeskRates } from "../offline/offline-payment.operations.server.ts";
import { type OrderState, readOrderState } from "../page/order-state.operations.server.ts";
import { describeJournalEntry, NEXT_LABELS } from "../payment-journal.ts";
import {
  type BookingCorrection,
  bookingCorrections,
  type LedgerEntry,
  lastDigits,
  ledgerEntries,
  type Order,
  orders,
  type Payment,
  paymentEvents,
  payments,
  type Refund,
  refunds,
  type TransferClaim,
  transferClaims,
} from "../payments.table.server.ts";
import {
  normaliseTransactionNumber,
  PHONE_END,
  RECEIPT_SUFFIXES,
} from "../providers/payment-methods.ts";
import { listReceipts } from "../receipts/receipts.operations.server.ts";
import { assertTreasuryRole } from "../refunds/approval.operations.server.ts";
import { isOpenRefusal } from "../refunds/refunds.operations.server.ts";
import { fulfilmentOf, type PaymentChannel } from "./fulfilment.ts";
import type { Period } from "./order-list.ts";
import { ORDER_KINDS, type OrderKind, type OrderStatus } from "./orders.ts";

/**
 * Orders that need attention: unexpected amounts, discrepancies, announced transfers, refunds to approve or
 * pay. Of a test only the transfer is real.
 */
const NEEDS_ATTENTION = sql`(
  select order_id from announced_transfers where status = 'announced'
  union select id from orders where mode = 'live' and id in (
  select id from orders where status = 'paid_unfulfilled'
  union select id from orders where owes
  union select order_id from booking_corrections where status = 'requested'
  union select order_id from payments where status = 'review' or doubt is not null
  union select order_id from refunds where status not in ('done', 'failed', 'withdrawn')
  union select ${refunds.order_id} from ${refunds}
    join ${ledgerEntries} on ${ledgerEntries.id} = ${refunds.charge_id} where ${isOpenRefusal}))`;

const ROW_COLUMNS = columnsOf(orders, [
  "id",
  "kind",
  "reference",
  "label_fr",
  "payer_name",
  "payer_email",
  "price_amount",
  "price_currency",
  "status",
  "mode",
  "created_at",
  "owes",
]);

export type OrderRow = Pick<Order, keyof typeof ROW_COLUMNS> & {
  /** A provider took an unexpected amount. */
  mismatch: boolean;
  /** An attempt has an open discrepancy. */
  doubtful: boolean;
  /** A refund is open. */
  to_return: boolean;
  /** All of it was refunded, and what it paid for is kept. */
  kept: boolean;
};

/** One page of the orders, the newest first. */
export async function listOrders(db: StaffDb, query: ListQuery): Promise<Listing<OrderRow>> {
  return listRecords(db, await findOrderList(db, query));
}

const isToReturn = sql<boolean>`exists (select 1 from refunds
  where order_id = orders.id and status not in ('done', 'failed', 'withdrawn'))`;

/** Reads whether a refund of this order is open. */
export async function readIsToReturn(db: StaffDb, id: string): Promise<boolean> {
  const [order] = await db.select({ isToReturn }).from(orders).where(eq(orders.id, id));
  return order?.isToReturn === true;
}

/** The same for the screen and the export. */
export async function findOrderList(db: StaffDb, query: ListQuery): Promise<ListRequest> {
  const { kind, status, event, from, to } = query.filters;
  const ids = await orderIdsOf(db, query.q);
  return {
    table: orders,
    columns: {
      ...ROW_COLUMNS,
      mismatch: sql`exists (select 1 from payments where order_id = orders.id and status = 'review')`,
      doubtful: sql`exists (select 1 from payments where order_id = orders.id and doubt is not null)`,
      to_return: isToReturn,
      kept: sql`orders.status = 'confirmed' and exists (select 1 from refunds
        where order_id = orders.id and status = 'done' and keeps_place)`,
    },
    sorts: { created_at: orders.created_at },
    where: [
      kind ? eq(orders.kind, kind as OrderKind) : undefined,
      status ? inStatus(status) : undefined,
      event
        ? sql`${orders.subject_id} in (select id from event_registrations where event_id = ${event})`
        : undefined,
      inPeriod(orders.created_at, { from, to }),
    ],
    // A reference finds its orders.
    search: ids.length > 0 ? inArray(orders.id, ids) : undefined,
    query,
  };
}

/** The latest events that somebody paid for, or is to pay for. */
export const listPaidEvents = (db: StaffDb) =>
  rowsOf<{ id: string; title: string; date: string }>(
    db,
    sql`select id, title, date::text from events where exists (
        select from event_registrations r join orders o on o.subject_id = r.id where r.event_id = events.id)
      order by date desc, id desc limit 100`,
  );

/** The event that the list is filtered by. */
export async function findEventOfList(db: StaffDb, id: string) {
  const [event] = await rowsOf<{ id: string; title: string; currency: string }>(
    db,
    sql`select id, title, currency from events where id = ${id}`,
  );
  return event;
}

function inStatus(status: string): SQL {
  if (status === "look") return sql`${orders.id} in ${NEEDS_ATTENTION}`;
  return eq(orders.status, status as OrderStatus);
}

/**
 * The orders of what people read out on the telephone, however they write it: a reference of an order, a ticket, an
 * attempt or a payout, a number of a transaction or a receipt, or the phone of a payer or a guardian.
 */
async function orderIdsOf(db: StaffDb, search: string): Promise<string[]> {
  if (search === "") return [];
  const upper = search.toUpperCase();
  const prefix = cachedSettings().federation.export_prefix;
  const reference = referenceFromText(search, prefix) ?? upper;
  const number = normaliseTransactionNumber(search);
  const numbers = [search, upper, search.toLowerCase(), number].flatMap((one) =>
    RECEIPT_SUFFIXES.map((suffix) => one + suffix),
  );
  const named = [...new Set(numbers)];
  // Any id of a provider; text of another form cannot be one.
  const name = /^[\w.:-]+$/.test(search) ? `$.* == "${search}" || $.* == "${upper}"` : "false";
  const digits = search.replaceAll(/\D/g, "");
  const isPhone = digits.length >= PHONE_END && /^[\d\s+().-]+$/.test(search);
  const phone = sql`${isPhone ? digits.slice(-PHONE_END) : null}`;
  const refund = idOfMerchantRef(upper.replaceAll(/[\s-]/g, "")) ?? null;
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`
    select order_id as id from payments where merchant_ref = ${upper} or provider_ids @@ ${name}::jsonpath
      or provider_ids @> ${JSON.stringify({ operator: number })}::jsonb
      or ${lastDigits(payments.payer_number)} = ${phone} or ${lastDigits(payments.payer_account)} = ${phone}
    union select order_id from ledger_entries where provider = ${FEDERATION} and provider_txn_id in ${named}
    union select id from orders where reference = ${reference} or ${lastDigits(orders.payer_phone)} = ${phone}
    union select order_id from announced_transfers where transaction_number = ${number}
    union select order_id from refunds where id = ${refund}
      or operator_reference in ${named} or provider_ref in ${named}
    union select r.order_id from refund_payees p join refunds r on r.id = p.refund_id
      where ${lastDigits(sql`p.number`)} = ${phone}
    union select order_id from receipts join ledger_entries c on c.id = charge_id where number = ${upper}
    union select orders.id from orders
      join event_registrations r on r.id = orders.subject_id where r.reference = ${reference}
    union select orders_of_guardian(${phone})
    limit 50`,
  );
  return rows.map(({ id }) => id);
}

/** An amount for each currency. */
type Sums = { currency: string; amount: number }[];

type MoneyCounts = { received: Sums; returned: Sums; waiting: Count; look: number };

/** Of the orders of a list: sums received and refunded, how many wait for payment, and how many need attention. */
export async function countMoney(db: StaffDb, query: ListQuery): Promise<MoneyCounts> {
  const listed = isFiltered(query) ? whole(await findOrderList(db, query)) : undefined;
  const isWaiting = and(eq(orders.status, "held"), eq(orders.mode, "live"), listed);
  const { waiting } = await countEach(db, { waiting: [orders, isWaiting] });
  const look = await db.$count(orders, and(sql`${orders.id} in ${NEEDS_ATTENTION}`, listed));
  const sums = listed ? await sumLedger(db, listed) : await readSums(db);
  return { ...sums, waiting, look };
}

const cachedSums = memoizeFor<Pick<MoneyCounts, "received" | "returned">>(MINUTE);

/** Cached by the newest entry: the ledger is append-only. */
async function readSums(db: StaffDb) {
  const { id, created_at } = ledgerEntries;
  const [newest] = await db
    .select({ id })
    .from(ledgerEntries)
    .orderBy(desc(created_at), desc(id))
    .limit(1);
  return cachedSums(newest?.id ?? "", () => sumLedger(db));
}

async function sumLedger(db: StaffDb, listed?: SQL) {
  const { kind, currency, order_id } = ledgerEntries;
  const ofListed =
    listed && inArray(order_id, db.select({ id: orders.id }).from(orders).where(listed));
  const sums = await db
    .select({ kind, currency, amount: sql<number>`sum(${ledgerEntries.amount})`.mapWith(Number) })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.mode, "live"), ofListed))
    .groupBy(kind, currency)
    .orderBy(currency);
  const of = (matches: (entry: string) => boolean): Sums => {
    const amounts = new Map<string, number>();
    for (const sum of sums.filter((one) => matches(one.kind)))
      amounts.set(sum.currency, (amounts.get(sum.currency) ?? 0) + sum.amount);
    return [...amounts].map(([of, amount]) => ({ currency: of, amount: Math.abs(amount) }));
  };
  return {
    // A corrected booking never existed.
    received: of((entry) => entry === "charge" || entry === "correction"),
    returned: of((entry) => entry !== "charge" && entry !== "correction"),
  };
}

type JournalEntry = typeof paymentEvents.$inferSelect;

/** An order with everything that belongs to it, each list oldest first. */
type OrderFile = {
  order: Order;
  attempts: Payment[];
  ledger: LedgerEntry[];
  charges: RemainingCharge[];
  refunds: Refund[];
  journal: JournalEntry[];
  announced: TransferClaim[];
  /** The number of each charge's receipt, by its id. */
  receipts: Record<string, string>;
  /** Requested corrections of bookings. */
  corrections: BookingCorrection[];
  /** A rest above the limit that somebody wants to give up. */
  waiver: AskedWaiver | undefined;
  /** How money of another currency counts for it. */
  rates: DeskRates;
  /** Why the order cannot be paid online, or to staff, in the texts for staff. */
  refusals: Partial<Record<PaymentChannel, string>>;
  /** What the payer's page says, and who has to do something next. */
  payer: Pick<OrderState, "state" | "next" | "refusal">;
  /** How many of what it bought are in use, and stay so after a refund. */
  inUse: number;
  /** The names of the accounts in it, by id. */
  names: Record<string, string>;
};

export async function findOrder(db: StaffDb, id: string): Promise<OrderFile | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  if (!order) return undefined;
  const attempts = await db
    .select()
    .from(payments)
    .where(eq(payments.order_id, id))
    .orderBy(asc(payments.created_at), asc(payments.id));
  const ledger = await db
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.order_id, id))
    .orderBy(asc(ledgerEntries.created_at), asc(ledgerEntries.id));
  const returns = await db
    .select()
    .from(refunds)
    .where(eq(refunds.order_id, id))
    .orderBy(asc(refunds.created_at), asc(refunds.id));
  const journal = await db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.order_id, id))
    .orderBy(desc(paymentEvents.created_at), desc(paymentEvents.id))
    .limit(JOURNAL);
  const corrections = await db
    .select()
    .from(bookingCorrections)
    .where(eq(bookingCorrections.order_id, id))
    .orderBy(asc(bookingCorrections.created_at), asc(bookingCorrections.id));
  const charges = remainingCharges(ledger, returns);
  const waiver = await findAskedWaiver(db, id, amountDue(order, charges));
  const people = [
    ...returns.flatMap(({ requested_by, approved_by, recorded_by }) => [
      requested_by,
      approved_by,
      recorded_by,
    ]),
    ...journal.map(({ body }) => body.by),
    ...ledger.map(({ booked_by }) => booked_by),
    ...corrections.map(({ requested_by }) => requested_by),
    waiver?.by ?? null,
  ];
  const announced = await db
    .select()
    .from(transferClaims)
    .where(eq(transferClaims.order_id, id))
    .orderBy(asc(transferClaims.created_at), asc(transferClaims.id));
  const facts = { order, ledger, refunds: returns, claims: announced };
  const newestFirst = attempts.toReversed();
  return {
    order,
    payer: await readOrderState(db, { ...facts, attempts: newestFirst }, currentTime()),
    attempts,
    ledger,
    charges,
    waiver,
    refunds: returns,
    journal: journal.reverse(),
    corrections,
    announced,
    rates: await readDeskRates(db, order),
    receipts: Object.fromEntries(
      (await listReceipts(db, [id])).map(({ charge_id, number }) => [charge_id, number]),
    ),
    refusals: await refusalsOf(db, order),
    inUse: (await fulfilmentOf(order.kind).countInUse?.(db, order)) ?? 0,
    names: await namesOf(db, people),
  };
}

/** Only for an order that can still be paid. */
async function refusalsOf(db: StaffDb, order: Order): Promise<OrderFile["refusals"]> {
  if (order.status !== "held" && order.status !== "expired") return {};
  const refusal = async (channel: PaymentChannel) => {
    const check = { channel, now: currentTime(), lock: false };
    const answer = await fulfilmentOf(order.kind).payable(db, order, check);
    return answer === "ok" ? undefined : answer.staff;
  };
  return { desk: await refusal("desk"), online: await refusal("online") };
}

/** Repeated notices could fill the journal, so only the newest entries are read. */
const JOURNAL = 200;

async function namesOf(db: StaffDb, people: unknown[]): Promise<Record<string, string>> {
  const ids = people.filter((one) => typeof one === "string").filter(isId);
  if (ids.length === 0) return {};
  const rows = await db
    .select({ id: profiles.id, name: profiles.name })
    .from(profiles)
    .where(inArray(profiles.id, ids));
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

/** Rows within a period. Conakry is on UTC. */
export function inPeriod(moment: AnyPgColumn, { from, to }: Period): SQL | undefined {
  return and(
    from ? gte(moment, sql`${`${from}T00:00:00Z`}::timestamptz`) : undefined,
    to ? lt(moment, sql`${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`) : undefined,
  );
}

/** What the screen of an order shows; the data of providers stays on the server. */
export function orderView(file: OrderFile) {
  return {
    order: pick(file.order, [
      "id",
      "kind",
      "mode",
      "subject_id",
      "label_fr",
      "status",
      "reference",
      "by_hand",
      "owes",
      "price_amount",
      "price_currency",
      "waived",
      "payer_name",
      "payer_email",
      "payer_phone",
      "created_at",
      "updated_at",
      "hold_expires_at",
      "fulfilled_at",
    ]),
    attempts: file.attempts.map((attempt) =>
      pick(attempt, [
        "id",
        "provider",
        "status",
        "late",
        "reason",
        "doubt",
        "created_at",
        "charge_amount",
        "charge_currency",
        "price_amount",
        "price_currency",
        "fx_source",
        "fx_rate",
        "merchant_ref",
        "provider_ids",
      ]),
    ),
    ledger: file.ledger.map((entry) => ({
      ...pick(entry, [
        "id",
        "kind",
        "provider",
        "amount",
        "currency",
        "created_at",
        "means",
        "note",
        "fee",
      ]),
      // Of a refund, both are shown with the refund itself.
      received_on: entry.kind === "refund" ? null : entry.received_on,
      by: entry.kind === "refund" ? null : entry.booked_by && file.names[entry.booked_by],
      reference: referenceOf(entry, file),
      receipt: file.receipts[entry.id] ?? null,
    })),
    charges: file.charges.map((charge) =>
      pick(charge, ["id", "provider", "means", "left", "currency"]),
    ),
    refunds: file.refunds.map((refund) =>
      pick(refund, [
        "id",
        "charge_id",
        "status",
        "source",
        "reason",
        "note",
        "keeps_place",
        "amount",
        "currency",
        "created_at",
        "updated_at",
        "done_at",
        "operator_reference",
        "provider_ref",
        "holder_asked",
        "by_rule",
        "refusal",
        "replaces",
        "decision",
        "requested_by",
        "approved_by",
        "recorded_by",
        "next_try_at",
      ]),
    ),
    in_use: file.inUse,
    received: amountReceived(file.charges),
    due: amountDue(file.order, file.charges),
    rates: file.rates,
    waiver: file.waiver && {
      ...pick(file.waiver, ["id", "reason"]),
      by: file.names[file.waiver.by],
    },
    corrections: file.corrections
      .filter(({ status }) => status === "requested")
      .map((correction) => pick(correction, ["id", "charge_id", "reason", "requested_by"])),
    announced: file.announced.map((transfer) =>
      pick(transfer, ["id", "operator", "transaction_number", "status", "reason", "created_at"]),
    ),
    payer: describePayerState(file.payer),
    names: file.names,
    refusals: file.refusals,
    journal: file.journal.map((entry) => ({
      ...pick(entry, ["id", "created_at"]),
      words: describeJournalEntry(entry, file.names),
    })),
  };
}

/** In the words of the payer's page, in French. */
function describePayerState({ state, next, refusal }: OrderFile["payer"]) {
  const say = translator("fr");
  const title = refusal ? say(`unpayable.${refusal.reason}.title`) : say(`payment.${state}`);
  return { title, next: NEXT_LABELS[next] };
}

/** The number that people know; that of a refund stands with it, and cash without a receipt has none. */
function referenceOf(
  { kind, provider_txn_id, payment_id }: LedgerEntry,
  { refunds, attempts }: OrderFile,
) {
  const isOurs = attempts.some(
    ({ id, merchant_ref }) => id === payment_id && provider_txn_id.startsWith(merchant_ref),
  );
  if (kind !== "refund") return isOurs ? null : provider_txn_id;
  const refund = refunds.find(({ id }) => id === provider_txn_id);
  return refund?.operator_reference ?? refund?.provider_ref ?? null;
}

export type OrderView = ReturnType<typeof orderView>;

export function countTests(db: StaffDb): Promise<number> {
  return db.$count(orders, eq(orders.mode, "test"));
}

/** The declared transfers of tests that nobody has checked: whoever declares one says that real money was sent. */
export function countClaimsOfTests(db: StaffDb): Promise<number> {
  const tests = db.select({ id: orders.id }).from(orders).where(eq(orders.mode, "test"));
  const { order_id, status } = transferClaims;
  return db.$count(transferClaims, and(eq(status, "announced"), inArray(order_id, tests)));
}

/** How many people are offered what the tests hold, once they are removed. */
export async function countWaitingForTests(db: StaffDb): Promise<number> {
  const counts = ORDER_KINDS.map((kind) => fulfilmentOf(kind).countWaiting?.(db) ?? 0);
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
}

/**
 * Removes all test orders with their payments, and the registrations and memberships that they created.
 * @throws AppError 'conflict' when their number is not the one that was shown, or a declared transfer is to be checked.
 */
export async function removeTests(db: StaffDb, expected: number): Promise<number> {
  const tests = await db
    .select()
    .from(orders)
    .where(eq(orders.mode, "test"))
    .orderBy(asc(orders.id))
    .for("update");
  if (tests.length === 0) return 0;
  if (tests.length !== expected) {
    throw new AppError("conflict", `il y en a ${tests.length} maintenant, relisez la page`);
  }
  const claims = await countClaimsOfTests(db);
  if (claims > 0) {
    throw new AppError(
      "conflict",
      several(claims, "transfert déclaré est à vérifier", "transferts déclarés sont à vérifier"),
    );
  }
  for (const kind of ORDER_KINDS) {
    const ofKind = tests.filter((order) => order.kind === kind);
    if (ofKind.length > 0) await fulfilmentOf(kind).discard(db, ofKind);
  }
  await db.execute(sql`select remove_tests()`);
  await audit(db, {
    action: "orders.remove-tests",
    entity: "orders",
    label: tests.length === 1 ? "1 commande d’essai" : `${tests.length} commandes d’essai`,
    after: { count: tests.length },
  });
  return tests.length;
}

/**
 * Shows the link of a payer's page to staff, to hand it on. It is logged, and whoever saw it cannot approve a large refund
 * of that order.
 */
export async function showPaymentLink(db: StaffDb, orderId: string): Promise<string> {
  await assertTreasuryRole(db, db.staffId, "donner le lien du payeur");
  const order = await lockOrder(db, orderId);
  await journal(db, { order_id: order.id, body: { link: "payment", by: db.staffId } });
  await audit(db, {
    action: "orders.show-link",
    entity: "orders",
    entity_id: order.id,
    label: order.payer_name,
  });
  return `/payments/${order.token}`;
}
