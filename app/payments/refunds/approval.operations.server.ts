import { and, eq, gte, inArray, isNull, lte, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import {
  hasPermission,
  listAlertedAdministrators,
} from "../../auth/staff/administrators.operations.server.ts";
import {
  checkSecondApproval,
  SOLO_APPROVAL_WAIT_MS,
} from "../../auth/staff/four-eyes.operations.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { type Currency, formatAmount, type PriceCurrency } from "../../i18n/format.ts";
import type { Mail } from "../../mail/mail.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import type { RefundRules } from "../../settings/settings.ts";
import { FEDERATION } from "../attempts/payments.ts";
import type { RefundRequester } from "../ledger/settlement.operations.server.ts";
import { fulfilmentOf, type WriteDb } from "../orders/fulfilment.ts";
import { cancelOrder } from "../orders/orders.operations.server.ts";
import { type MoneyWait, refundWaitsMail } from "../payments.mail.ts";
import { ledgerEntries, type Order, orders, refunds } from "../payments.table.server.ts";
import { readSetting } from "../providers/offer.operations.server.ts";
import { providerOf } from "../providers/provider.ts";
import {
  assertNoDiscrepancy,
  hasDiscrepancy,
  journalRefund,
  lockRefund,
  moveRefund,
  type OpenRefund,
  refundChanged,
} from "./refunds.operations.server.ts";
import { VOID_STATUSES } from "./refunds.ts";

// THE ONE PLACE that approves refunds.

/**
 * Approves a refund by a holder of the treasury role. Above the limit that is nobody who requested it, booked its
 * charge, moved or cancelled what it paid for, or was shown the payer's link. Where nobody else can, the first press
 * starts a wait of a day, alerts every administrator, and returns its end.
 * @throws AppError 'conflict'
 */
export async function approve(
  db: WriteDb,
  open: OpenRefund,
  staffId: string,
  now: Date,
): Promise<Date | undefined> {
  if (open.refund.status !== "requested") throw refundChanged();
  await assertTreasuryRole(db, staffId, "approuver un remboursement");
  await assertNoDiscrepancy(db, open.charge.payment_id);
  const until = await approvalWait(db, open, staffId, now);
  if (!until) await approveAndSchedule(db, open, staffId, now);
  return until;
}

/**
 * Approves without a person what the terms owe, up to the limit, where the provider sends the refund itself. Returns
 * whether it did.
 */
async function approveByRule(db: WriteDb, open: OpenRefund, now: Date): Promise<boolean> {
  if (open.refund.status !== "requested") return false;
  if (!isReturnedByProvider(open) || (await isAboveLimit(db, open, now))) return false;
  if (await hasDiscrepancy(db, open.charge.payment_id)) return false;
  await approveAndSchedule(db, open, undefined, now);
  return true;
}

/** Not what was booked by hand, nor what people refund by hand. */
const isReturnedByProvider = ({ refund, charge: { provider } }: OpenRefund): boolean =>
  provider !== FEDERATION && providerOf({ provider, mode: refund.mode })?.refunds !== undefined;

/** A job sends it where the provider can; otherwise staff make it and record it. */
async function approveAndSchedule(
  db: WriteDb,
  open: OpenRefund,
  approved_by: string | undefined,
  now: Date,
): Promise<void> {
  const { refund, charge } = open;
  const next_try_at =
    providerOf({ provider: charge.provider, mode: refund.mode })?.refunds === undefined
      ? null
      : now;
  const by = approved_by ? { approved_by } : { by_rule: true };
  await moveRefund(db, refund, ["requested"], { ...by, next_try_at, status: "approved" });
  await journalRefund(db, refund, charge, "approved", approved_by);
}

export async function hasTreasuryRole(db: WriteDb, staffId: string): Promise<boolean> {
  const isHolder = and(eq(profiles.id, staffId), hasPermission("payments.manage"));
  return (await db.$count(profiles, isHolder)) > 0;
}

/** @throws AppError 'conflict' unless they do. */
export async function assertTreasuryRole(
  db: WriteDb,
  staffId: string,
  what: string,
): Promise<void> {
  if (await hasTreasuryRole(db, staffId)) return;
  throw new AppError("conflict", `${what} demande le rôle «\u202fTrésorerie\u202f»`);
}

/** The worth of refunds that are not void. */
async function worthsOf(
  db: WriteDb,
  mode: Order["mode"],
  which: SQL | undefined,
): Promise<Worth[]> {
  const rows = await db
    .select({
      amount: refunds.amount,
      currency: refunds.currency,
      price_currency: orders.price_currency,
      charged: ledgerEntries.amount,
      charged_price: ledgerEntries.price_amount,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, refunds.charge_id))
    .where(
      and(
        eq(refunds.mode, mode),
        ne(refunds.source, "external"),
        notInArray(refunds.status, [...VOID_STATUSES]),
        which,
      ),
    );
  return rows.map(refundWorth);
}

/** What somebody requested within a day of a moment, and what nobody requested of the charges that they booked. */
export const worthsRequestedBy = (db: WriteDb, mode: Order["mode"], staffId: string, at: Date) =>
  worthsOf(
    db,
    mode,
    and(
      or(
        eq(refunds.requested_by, staffId),
        and(isNull(refunds.requested_by), eq(ledgerEntries.booked_by, staffId)),
      ),
      gte(refunds.created_at, new Date(at.getTime() - SOLO_APPROVAL_WAIT_MS)),
      lte(refunds.created_at, new Date(at.getTime() + SOLO_APPROVAL_WAIT_MS)),
    ),
  );

type LimitedRefund = Pick<OpenRefund, "order" | "refund"> & {
  charge: Pick<OpenRefund["charge"], "booked_by">;
};

/** Per order, and per day of whoever caused it, so that many small refunds count as a large one. */
async function isAboveLimit(
  db: WriteDb,
  { order, refund, charge }: LimitedRefund,
  now: Date,
): Promise<boolean> {
  const limits = await readRefundLimits(db, now);
  if (exceedsLimits(limits, await worthsOf(db, order.mode, eq(refunds.order_id, order.id))))
    return true;
  const cause = refund.requested_by ?? charge.booked_by;
  if (!cause) return false;
  return exceedsLimits(limits, await worthsRequestedBy(db, order.mode, cause, refund.created_at));
}

/** Whether its approval needs a fresh second factor. */
export async function isLarge(db: WriteDb, refundId: string, now: Date): Promise<boolean> {
  const [limited] = await db
    .select({ order: orders, refund: refunds, charge: { booked_by: ledgerEntries.booked_by } })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, refunds.charge_id))
    .where(eq(refunds.id, refundId));
  return limited !== undefined && isAboveLimit(db, limited, now);
}

/** Staff who could request a refund as the payer: by the log, they saw the payer's link or changed the address. */
async function listStaffLikePayer(db: WriteDb, orderId: string): Promise<string[]> {
  const { rows } = (await db.execute(
    sql`select staff_like_payer(${orderId}) as id`,
  )) as unknown as { rows: { id: string }[] };
  return rows.map(({ id }) => id);
}

async function approvalWait(
  db: WriteDb,
  open: OpenRefund,
  staffId: string,
  now: Date,
): Promise<Date | undefined> {
  const { refund, order, charge } = open;
  if (!(await isAboveLimit(db, open, now))) return undefined;
  const { requested_by: askedBy } = refund;
  const decisions = await fulfilmentOf(order.kind).listDecisions(db, order);
  const involved = [
    ...decisions.map((decision) => decision.staffId),
    ...(await listStaffLikePayer(db, order.id)),
  ];
  if (charge.booked_by) involved.push(charge.booked_by);
  // The refunds of a cancelled event share one wait.
  const waited = decisions.find(({ staffId: by, waitsUntil }) => by === askedBy && waitsUntil);
  const from =
    refund.approve_from ?? (refund.reason === "staff" ? null : (waited?.waitsUntil ?? null));
  const words = await limitMessage(db, order, now);
  const decision = { askedBy, involved, from, of: "money" as const };
  const until = await checkSecondApproval(db, decision, staffId, { now, words });
  if (!until) return undefined;
  await db.update(refunds).set({ approve_from: until }).where(eq(refunds.id, refund.id));
  const { amount, currency } = refund;
  const wait = { amount, currency, until, reference: order.reference, order: order.id };
  await queueWaitMails(db, refundWaitsMail, refund.id, wait);
  return until;
}

async function limitMessage(
  db: WriteDb,
  { price_currency }: { price_currency: PriceCurrency },
  now: Date,
): Promise<string> {
  const limits = await readRefundLimits(db, now);
  const limit = formatAmount("fr", limits[`limit_${price_currency}`], price_currency);
  return `au-dessus de ${limit} pour une commande ou pour les demandes d’une journée, une autre personne doit approuver\u202f: ni celle qui l’a demandé ou encaissé, ni celle qui a déplacé ou annulé l’événement, ni celle qui a reçu le lien du payeur`;
}

/** Approves the refunds of one order, by a decision about several orders. Returns how many it could not. */
export async function approveReturns(
  db: WriteDb,
  orderId: string,
  staffId: string,
  now: Date,
): Promise<number> {
  let refused = 0;
  for (const open of await listReturns(db, orderId)) {
    try {
      if (await approve(db, open, staffId, now)) refused += 1;
    } catch (error) {
      // Somebody else approves those in which they are involved, one by one.
      if (!(error instanceof AppError && error.kind === "conflict")) throw error;
      refused += 1;
    }
  }
  return refused;
}

/** The open refunds of an order that the terms owe, without those that staff requested. */
async function listReturns(db: WriteDb, orderId: string): Promise<OpenRefund[]> {
  const requested = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.order_id, orderId),
        eq(refunds.status, "requested"),
        ne(refunds.reason, "staff"),
      ),
    );
  const open: OpenRefund[] = [];
  for (const { id } of requested) open.push(await lockRefund(db, id));
  return open;
}

/** Alerts that one person alone may decide after a day. `of`: the id of what waits. */
export async function queueWaitMails(
  db: WriteDb,
  mailOf: (wait: MoneyWait) => Mail,
  of: string,
  wait: Omit<MoneyWait, "recipient" | "name">,
): Promise<void> {
  for (const { id, name, email } of await listAlertedAdministrators(db)) {
    await queueMail(db, withKey(mailOf({ recipient: email, name, ...wait }), of, wait.until, id));
  }
}

/** A raised limit counts after a day, so that nobody raises it for one refund. */
export async function readRefundLimits(db: WriteDb, now: Date): Promise<RefundLimits> {
  const limits = await readSetting(db, "refunds");
  return lowestLimitsSince(limits, new Date(now.getTime() - SOLO_APPROVAL_WAIT_MS));
}

/** How much one person may approve alone. */
type RefundLimits = Pick<RefundRules, "limit_GNF" | "limit_XOF">;

/** The lowest limits that were in force since a moment. */
function lowestLimitsSince({ former = [], ...limits }: RefundRules, since: Date): RefundLimits {
  const recent = former.filter(({ until }) => new Date(until) > since);
  return {
    limit_GNF: Math.min(limits.limit_GNF, ...recent.map(({ limit_GNF }) => limit_GNF)),
    limit_XOF: Math.min(limits.limit_XOF, ...recent.map(({ limit_XOF }) => limit_XOF)),
  };
}

type Worth = { amount: number; currency: PriceCurrency };

export function exceedsLimits(limits: RefundLimits, worths: readonly Worth[]): boolean {
  const sums: Record<PriceCurrency, number> = { GNF: 0, XOF: 0 };
  for (const { amount, currency } of worths) sums[currency] += amount;
  return sums.GNF > limits.limit_GNF || sums.XOF > limits.limit_XOF;
}

type Part = {
  amount: number;
  currency: string;
  price_currency: PriceCurrency;
  /** Of its charge. */
  charged: number;
  charged_price: number;
};

/** In the currency of the price. An unexpected charge always exceeds the limit. */
export function refundWorth({
  amount,
  currency,
  price_currency,
  charged,
  charged_price,
}: Part): Worth {
  if (currency === price_currency) return { amount, currency: price_currency };
  const worth = charged_price > 0 ? Math.round((charged_price * amount) / charged) : Infinity;
  return { amount: worth, currency: price_currency };
}

type CancelledRefunds = {
  /** The refunds, in minor units. */
  sums: { amount: number; currency: Currency }[];
  /** Whether some of them wait for an approval. */
  waits: boolean;
};

/**
 * Cancels an order whose payment the terms refund in full. With `byRule`, refunds within the limit are approved by the
 * rule; otherwise all of them wait. Repeated, it changes nothing more.
 */
export async function cancelAndRefund(
  db: WriteDb,
  orderId: string,
  { asker, byRule }: { asker: RefundRequester; byRule: boolean },
  now = currentTime(),
): Promise<CancelledRefunds> {
  await cancelOrder(db, orderId, now, undefined, asker);
  if (byRule) for (const open of await listReturns(db, orderId)) await approveByRule(db, open, now);
  const returns = await db
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.order_id, orderId),
        inArray(refunds.status, ["requested", "approved", "sending", "done"]),
      ),
    );
  return {
    sums: returns.map(({ amount, currency }) => ({ amount, currency: currency as Currency })),
    waits: returns.some(({ status }) => status === "requested"),
  };
}
