import { and, eq, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { formatAmount } from "../../i18n/format.ts";
import { recordExport } from "../../records/history/audit.staff.server.ts";
import { type Cursor, isFiltered, type ListQuery } from "../../records/list/list-query.ts";
import { type ListRequest, readBatch, whole } from "../../records/list/listing.staff.server.ts";
import type { Period } from "../orders/order-list.ts";
import { findOrderList, inPeriod } from "../orders/orders.staff.server.ts";
import { meansName, refundReasonLabel } from "../payment-journal.ts";
import { LEDGER_LABELS, MEANS_LABELS } from "../payment-labels.ts";
import { type LedgerEntry, ledgerEntries, orders, tillEntries } from "../payments.table.server.ts";
import type { PaymentMethod } from "../providers/payment-methods.ts";
import type { RefundReason, RefundSource } from "../refunds/refunds.ts";
import { LEDGER_OF_TILL, TILL_KIND_LABELS } from "../tills/tills.ts";
import { XOF_PER_EUR } from "./conversion.ts";
import { RECEIVED_DAY, receivedIn } from "./received-day.operations.server.ts";

// The books as a file. The ledger holds the money of payers; the tills, what happens to cash besides: floats,
// differences, handovers. A row of each is in the file once, so that sums of either are those of the books.

/** One row of the file. Amounts are in the smallest unit of their currency, and null where nobody knows them. */
export type Movement = {
  register: "Livre" | "Caisse";
  /** yyyy-mm-dd */
  received_on: string;
  booked_at: Date;
  movement: string;
  means: string;
  currency: string;
  /** Signed. */
  amount: number;
  fee: number | null;
  net: number | null;
  /** GNF for a unit of the currency, as a decimal; null where nothing was converted. */
  rate: string | null;
  gnf: number | null;
  /** Of a count or a float. */
  counted: number | null;
  receipt: string | null;
  reference: string | null;
  merchant_ref: string | null;
  operator_reference: string | null;
  payer_name: string | null;
  payer_email: string | null;
  /** The account that paid: of a transfer, the number of its sender. */
  payer_account: string | null;
  label: string | null;
  till: string | null;
  cashier: string | null;
  reason: string | null;
  returned: number;
  to_return: number;
  /** What is no longer asked for of the price, once for each order: at its last charge. */
  waived: number;
  /** Of the price; the row may be in another one. */
  price_currency: string | null;
  requested_by: string | null;
  approved_by: string | null;
  recorded_by: string | null;
  /** Of a handover that arrived. */
  confirmed_at: Date | null;
  confirmed_by: string | null;
};

const KIND_OF_REFUND = "case when kind = 'refund' then provider_txn_id::uuid end";

const ofRefund = (column: string) =>
  sql.raw(`(select ${column} from refunds r where r.id = ${KIND_OF_REFUND})`);

const nameOf = (column: "requested_by" | "approved_by" | "recorded_by") =>
  ofRefund(`(select p.name from profiles p where p.id = r.${column})`);

const ofOrder = (column: string) =>
  sql.raw(`(select o.${column} from orders o where o.id = order_id)`);

const ofPayment = (column: string) =>
  sql.raw(`(select ${column} from payments p where p.id = payment_id)`);

/** What it cost and what is left belong to a charge alone. */
const refundsIn = (states: string) =>
  sql.raw(`(select coalesce(sum(r.amount), 0)::int from refunds r
    where r.charge_id = ledger_entries.id and r.status ${states})`);

const WAIVED = sql.raw(`case when kind = 'charge' and not exists (select from ledger_entries later
    where later.order_id = ledger_entries.order_id and later.kind = 'charge'
      and (later.created_at, later.id) > (ledger_entries.created_at, ledger_entries.id))
  then (select o.waived from orders o where o.id = order_id) else 0 end`);

/** The charge that an entry is about: itself, or the one that it takes back. */
const CHARGE = `case kind when 'charge' then ledger_entries.id
  when 'refund' then (select r.charge_id from refunds r where r.id = ${KIND_OF_REFUND})
  else (select c.id from ledger_entries c where c.kind = 'charge'
    and c.provider = ledger_entries.provider and c.provider_txn_id = ledger_entries.provider_txn_id) end`;

const RECEIPT = sql.raw(`(select number from receipts where charge_id = ${CHARGE})`);

/**
 * The provider's or the operator's; of mobile money through a provider, the one on the operator's statement. Cash without a
 * receipt has none: our own reference stands in the column before.
 */
const OPERATOR_REFERENCE = sql.raw(`case when kind = 'refund'
  then (select case when r.operator_reference !~ '^P-[0-9A-Z]{26}$' then r.operator_reference else r.provider_ref end
    from refunds r where r.id = ${KIND_OF_REFUND})
  else coalesce((select p.provider_ids->>'operator' from payments p where p.id = payment_id),
    nullif(provider_txn_id, (select p.merchant_ref from payments p where p.id = payment_id))) end`);

const named = (id: string) => `(select p.name from profiles p where p.id = ${id})`;

const tillName = (
  till: string,
) => `(select p.name || ', ' || to_char(t.created_at at time zone 'UTC', 'DD/MM/YYYY HH24:MI')
  from tills t join profiles p on p.id = t.owner where t.id = ${till})`;

/** From the journal, which knew it before `booked_by` did. */
const takenBy = `(select p.name from payment_events e
  join profiles p on p.id::text = e.body->>'by'
  where e.order_id = ledger_entries.order_id and e.payment_id = ledger_entries.payment_id
    and kind = 'charge' and e.body ? 'receipt' limit 1)`;

const PRICE_IN_GNF = `price_amount <> 0
  and (select o.price_currency from orders o where o.id = order_id) = 'GNF'`;

/** In GNF: as received, as the price says, or at the rate of its booking. */
const GNF = sql.raw(`case when currency = 'GNF' then amount when ${PRICE_IN_GNF} then price_amount
  when currency = 'EUR' then round(amount * gnf_per_eur / 100)
  when currency = 'XOF' then round(amount * gnf_per_eur / ${XOF_PER_EUR}) end::int`);

const RATE = sql.raw(`case when currency = 'GNF' then null
  when ${PRICE_IN_GNF} then (select round(1 / p.fx_rate, 6) from payments p where p.id = payment_id)
  when currency = 'EUR' then gnf_per_eur
  when currency = 'XOF' then round(gnf_per_eur / ${XOF_PER_EUR}, 6) end::text`);

/** No fee is kept of what staff receive. */
const FEE = sql.raw(
  "case when kind <> 'charge' then null when means is not null then 0 else fee end",
);
const NET = sql.raw(`case when kind <> 'charge' then amount when means is not null then amount
  else coalesce(received, amount - fee) end`);

type LedgerRead = Pick<LedgerEntry, "kind" | "provider" | "means" | "note"> &
  Omit<
    Movement,
    | "register"
    | "movement"
    | "means"
    | "counted"
    | "label"
    | "reason"
    | "confirmed_at"
    | "confirmed_by"
  > & {
    label_fr: string;
    refund_reason: RefundReason | null;
    refund_source: RefundSource | null;
    decision: string | null;
  };

/** The entries of the orders that a list shows. */
async function ledgerRequest(db: StaffDb, query: ListQuery, period: Period): Promise<ListRequest> {
  const { kind, provider, means, note, amount, currency, created_at } = ledgerEntries;
  const orderIds = db
    .select({ id: orders.id })
    .from(orders)
    .where(whole(await findOrderList(db, query)));
  return {
    table: ledgerEntries,
    columns: {
      kind,
      provider,
      means,
      note,
      amount,
      currency,
      booked_at: created_at,
      received_on: sql`${RECEIVED_DAY}::text`,
      fee: FEE,
      net: NET,
      rate: RATE,
      gnf: GNF,
      receipt: RECEIPT,
      reference: ofOrder("reference"),
      merchant_ref: ofPayment("merchant_ref"),
      operator_reference: OPERATOR_REFERENCE,
      payer_name: ofOrder("payer_name"),
      payer_email: ofOrder("payer_email"),
      payer_account: ofPayment("payer_account"),
      label_fr: ofOrder("label_fr"),
      till: sql.raw(
        `(select ${tillName("e.till_id")} from till_entries e where e.ledger_id = ledger_entries.id)`,
      ),
      cashier: sql.raw(`coalesce(${named("ledger_entries.booked_by")}, ${takenBy})`),
      refund_reason: ofRefund("r.reason"),
      refund_source: ofRefund("r.source"),
      // Why staff asked for it, and why they did not wait for the provider.
      decision: sql.raw(
        `(select nullif(concat_ws(', ', r.note, r.decision), '') from refunds r where r.id = ${KIND_OF_REFUND})`,
      ),
      returned: refundsIn("= 'done'"),
      to_return: refundsIn("not in ('done', 'failed', 'withdrawn')"),
      waived: WAIVED,
      price_currency: ofOrder("price_currency"),
      requested_by: nameOf("requested_by"),
      approved_by: nameOf("approved_by"),
      recorded_by: nameOf("recorded_by"),
    },
    sorts: { created_at },
    where: [
      inArray(ledgerEntries.order_id, orderIds),
      receivedIn(period),
      eq(ledgerEntries.mode, "live"),
    ],
    query: { ...query, q: "" },
  };
}

function movementOfLedger(row: LedgerRead): Movement {
  const { kind, provider, means, note, label_fr, refund_reason, refund_source, decision, ...same } =
    row;
  const words = refund_reason &&
    refund_source && [
      refundReasonLabel({ reason: refund_reason, source: refund_source }),
      decision,
    ];
  return {
    ...same,
    register: "Livre",
    movement: LEDGER_LABELS[kind],
    means: meansName({ provider, means }),
    counted: null,
    confirmed_at: null,
    confirmed_by: null,
    label: label_fr,
    reason: words ? words.filter(Boolean).join(", ") : note,
  };
}

/** What of a till is no entry of the ledger. */
const APART = notInArray(tillEntries.kind, Object.values(LEDGER_OF_TILL));

type TillRead = Pick<
  typeof tillEntries.$inferSelect,
  "kind" | "amount" | "currency" | "counted" | "note"
> & {
  booked_at: Date;
  received_on: string;
  till: string;
  cashier: string;
  /** Of a handover. */
  sender: string | null;
  receiver: string | null;
  slip: string | null;
  returned_because: string | null;
  confirmed_at: Date | null;
  confirmed_by: string | null;
};

const ofHandover = (column: string) =>
  sql.raw(`(select ${column} from till_handovers h where h.id = handover_id)`);

const ARRIVED = "h.status = 'received'";

const BOOKED_DAY = sql<string>`(${tillEntries.created_at} at time zone 'UTC')::date`;

function tillRequest(query: ListQuery, period: Period): ListRequest {
  const { kind, amount, currency, counted, note, created_at } = tillEntries;
  return {
    table: tillEntries,
    columns: {
      kind,
      amount,
      currency,
      counted,
      note,
      booked_at: created_at,
      received_on: sql`${BOOKED_DAY}::text`,
      till: sql.raw(tillName("till_id")),
      cashier: sql.raw(named("booked_by")),
      sender: ofHandover(named("h.sent_by")),
      receiver: ofHandover(named("h.receiver")),
      slip: ofHandover("h.slip"),
      returned_because: ofHandover("h.reason"),
      confirmed_at: ofHandover(`case when ${ARRIVED} then h.decided_at end`),
      confirmed_by: ofHandover(`case when ${ARRIVED} then ${named("h.decided_by")} end`),
    },
    sorts: { created_at },
    where: [APART, inPeriod(created_at, period)],
    query: { ...query, q: "" },
  };
}

function movementOfTill(row: TillRead): Movement {
  const { kind, sender, receiver, slip, returned_because, note, ...same } = row;
  const { amount, currency } = same;
  const isHandover = kind === "handover" || kind === "receipt" || kind === "return";
  const way = `De ${sender ?? "?"} à ${receiver ?? `la banque${slip ? `, bordereau ${slip}` : ""}`}`;
  return {
    ...same,
    register: "Caisse",
    movement: tillMovement(kind, amount),
    means: MEANS_LABELS.cash,
    fee: null,
    net: amount,
    rate: null,
    gnf: currency === "GNF" ? amount : null,
    receipt: null,
    reference: null,
    merchant_ref: null,
    operator_reference: slip,
    payer_name: null,
    payer_email: null,
    payer_account: null,
    label: isHandover ? way : countLabel(row),
    reason: kind === "return" ? returned_because : note,
    returned: 0,
    to_return: 0,
    waived: 0,
    price_currency: null,
    requested_by: null,
    approved_by: null,
    recorded_by: null,
  };
}

const tillMovement = (kind: TillRead["kind"], amount: number): string =>
  kind === "count" && amount !== 0 ? "Écart de caisse" : TILL_KIND_LABELS[kind];

const countLabel = ({ counted, currency }: TillRead): string | null =>
  counted === null ? null : `Compté : ${formatAmount("fr", counted, currency)}`;

/** A till belongs to no order: what asks for some orders asks for none of it. */
const hasTills = (query: ListQuery): boolean => !isFiltered(query);

/** Logs the export. */
export async function exportLedger(
  db: StaffDb,
  query: ListQuery,
  period: Period = {},
): Promise<number> {
  const part = { ...query, filters: { ...query.filters, ...period } };
  const request = await ledgerRequest(db, query, period);
  return recordExport(db, request, part, ["mouvement", "mouvements"]);
}

type Batch = { rows: Movement[]; next?: Cursor };

export async function readLedger(
  db: StaffDb,
  query: ListQuery,
  after: Cursor | undefined,
  size: number,
  period: Period = {},
): Promise<Batch> {
  const request = await ledgerRequest(db, query, period);
  const { rows, next } = await readBatch<LedgerRead>(db, request, after, size);
  return { rows: rows.map(movementOfLedger), next };
}

export async function readTills(
  db: StaffDb,
  query: ListQuery,
  after: Cursor | undefined,
  size: number,
  period: Period = {},
): Promise<Batch> {
  if (!hasTills(query)) return { rows: [] };
  const { rows, next } = await readBatch<TillRead>(db, tillRequest(query, period), after, size);
  return { rows: rows.map(movementOfTill), next };
}

/** What came and went on one day, by one means and one movement. */
export type DayTotal = Pick<
  Movement,
  "register" | "received_on" | "movement" | "means" | "currency" | "fee" | "net" | "gnf"
> & { incoming: number; outgoing: number; count: number };

type DayRead = Pick<DayTotal, "received_on" | "currency" | "incoming" | "outgoing" | "count"> &
  Record<"fee" | "net" | "gnf", number | null> & {
    kind: string;
    provider: string;
    means: PaymentMethod | null;
    differs: boolean;
  };

/** A sum of what is known of every row, else null: a part would look like the whole. */
const wholeSum = (value: SQL) =>
  sql`case when count(${value}) = count(*) then sum(${value})::bigint end`;

/** The same rows, summed by the day on which money came or went: the latest first. */
export async function readDays(
  db: StaffDb,
  query: ListQuery,
  period: Period = {},
): Promise<DayTotal[]> {
  const ledger = await ledgerRequest(db, query, period);
  const tills = tillRequest(query, period);
  const number = (value: unknown) => (value === null ? null : Number(value));
  const ofLedger = await rowsOf<DayRead>(
    db,
    sql`select ${RECEIVED_DAY}::text as received_on, kind, provider, means, currency, false as differs,
      coalesce(sum(amount) filter (where amount > 0), 0) as incoming,
      coalesce(-sum(amount) filter (where amount < 0), 0) as outgoing,
      ${wholeSum(FEE)} as fee, ${wholeSum(NET)} as net, ${wholeSum(GNF)} as gnf, count(*) as count
    from ${ledgerEntries} where ${and(...(ledger.where ?? []))}
    group by 1, 2, 3, 4, 5 order by 1 desc, 5, 3, 4, 2`,
  );
  const ofTills = hasTills(query)
    ? await rowsOf<DayRead>(
        db,
        sql`select ${BOOKED_DAY}::text as received_on, kind, currency,
          kind = 'count' and amount <> 0 as differs,
          coalesce(sum(amount) filter (where amount > 0), 0) as incoming,
          coalesce(-sum(amount) filter (where amount < 0), 0) as outgoing,
          null as fee, sum(amount) as net, case when currency = 'GNF' then sum(amount) end as gnf,
          count(*) as count
        from ${tillEntries} where ${and(...(tills.where ?? []))}
        group by 1, 2, 3, 4, amount < 0 order by 1 desc, 3, 2`,
      )
    : [];
  const totalOf = (row: DayRead) => ({
    received_on: row.received_on,
    currency: row.currency,
    incoming: Number(row.incoming),
    outgoing: Number(row.outgoing),
    fee: number(row.fee),
    net: number(row.net),
    gnf: number(row.gnf),
    count: Number(row.count),
  });
  return [
    ...ofLedger.map(
      (row): DayTotal => ({
        ...totalOf(row),
        register: "Livre",
        movement: LEDGER_LABELS[row.kind as LedgerEntry["kind"]],
        means: meansName(row),
      }),
    ),
    ...ofTills.map(
      (row): DayTotal => ({
        ...totalOf(row),
        register: "Caisse",
        movement: tillMovement(row.kind as TillRead["kind"], row.differs ? 1 : 0),
        means: MEANS_LABELS.cash,
      }),
    ),
  ];
}
