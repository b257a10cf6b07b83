import { and, eq, gte, lte, ne, notInArray, type SQL } from "drizzle-orm";
import { listAdministrators } from "../auth/administrators.operations.server.ts";
import { LONE_WAIT_MS, secondWait } from "../auth/four-eyes.operations.server.ts";
import { formatAmount, type PriceCurrency } from "../i18n/format.ts";
import { queueMail, withKey } from "../mail/outbox.visitor.server.ts";
import { siteSettings } from "../settings/settings.table.server.ts";
import { DEFAULT_SETTINGS, withDefaults } from "../settings/settings.ts";
import { isAbove, type RefundLimits, type Worth, worthOf } from "./approval.ts";
import type { WriteDb } from "./fulfilment.ts";
import { type Order, orders } from "./orders.table.server.ts";
import { refundWaitsMail } from "./refund-waits.mail.ts";
import { ledgerEntries, type Refund, refunds } from "./refunds.table.server.ts";
import { VOID_STATUSES } from "./refunds.ts";

/** Who may approve what goes back: whoever asked for it does so up to a limit. */

/** The limits that hold now: raised ones count after a day, so that nobody raises them for one refund. */
export async function readLimits(db: WriteDb, now: Date): Promise<RefundLimits> {
  const [row] = await db
    .select({ value: siteSettings.setting_value, changed: siteSettings.updated_at })
    .from(siteSettings)
    .where(eq(siteSettings.setting_key, "refunds"));
  const { refunds: limits } = withDefaults({ refunds: row?.value });
  if (!row || row.changed.getTime() + LONE_WAIT_MS <= now.getTime()) return limits;
  const usual = DEFAULT_SETTINGS.refunds;
  return {
    limit_GNF: Math.min(limits.limit_GNF, usual.limit_GNF),
    limit_XOF: Math.min(limits.limit_XOF, usual.limit_XOF),
  };
}

/** What refunds are worth that may still move money. */
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
  return rows.map(worthOf);
}

/** What somebody asked for within a day of a moment, before it or after. */
export const worthsAskedBy = (db: WriteDb, mode: Order["mode"], staffId: string, at: Date) =>
  worthsOf(
    db,
    mode,
    and(
      eq(refunds.requested_by, staffId),
      gte(refunds.created_at, new Date(at.getTime() - LONE_WAIT_MS)),
      lte(refunds.created_at, new Date(at.getTime() + LONE_WAIT_MS)),
    ),
  );

type Asked = { order: Order; refund: Refund };

/** Counted for the order, and for a day of whoever asked: many small ones are one large one. */
async function isAboveLimit(db: WriteDb, { order, refund }: Asked, now: Date): Promise<boolean> {
  const limits = await readLimits(db, now);
  if (isAbove(limits, await worthsOf(db, order.mode, eq(refunds.order_id, order.id)))) return true;
  const { requested_by, created_at } = refund;
  if (!requested_by) return false;
  return isAbove(limits, await worthsAskedBy(db, order.mode, requested_by, created_at));
}

/** Whether a refund is too much for one person: whoever lets it go proves themselves. */
export async function isLarge(db: WriteDb, refundId: string, now: Date): Promise<boolean> {
  const [asked] = await db
    .select({ order: orders, refund: refunds })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .where(eq(refunds.id, refundId));
  return asked !== undefined && isAboveLimit(db, asked, now);
}

/**
 * Whether somebody may approve a refund now. Whoever asked for it may up to the limit; above it another
 * person does, whose account is not of today either. Where there is none, the first press begins a wait, of
 * which every administrator is told: gives its end.
 * @throws AppError 'conflict'
 */
export async function approvalWait(
  db: WriteDb,
  asked: Asked,
  staffId: string,
  now: Date,
): Promise<Date | undefined> {
  const { refund, order } = asked;
  const { requested_by: askedBy, approve_from: from } = refund;
  if (!askedBy || !(await isAboveLimit(db, asked, now))) return undefined;
  const words = await aboveWords(db, order, now);
  const until = await secondWait(db, { askedBy, from }, staffId, { now, words });
  if (!until) return undefined;
  await db.update(refunds).set({ approve_from: until }).where(eq(refunds.id, refund.id));
  const { amount, currency } = refund;
  for (const to of await listAdministrators(db)) {
    const wait = { amount, currency, until, reference: order.reference, order: order.id };
    const mail = refundWaitsMail({ recipient: to.email, name: to.name, ...wait });
    await queueMail(db, withKey(mail, refund.id, until, to.id));
  }
  return until;
}

async function aboveWords(
  db: WriteDb,
  { price_currency }: { price_currency: PriceCurrency },
  now: Date,
): Promise<string> {
  const limits = await readLimits(db, now);
  const limit = formatAmount("fr", limits[`limit_${price_currency}`], price_currency);
  return `au-dessus de ${limit} pour une commande ou pour vos demandes d’une journée, une autre personne approuve`;
}
