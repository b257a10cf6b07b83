import { and, desc, eq, gt, sql } from "drizzle-orm";
import {
  checkSecondApproval,
  listOthers,
  SOLO_APPROVAL_WAIT_MS,
} from "../../auth/staff/four-eyes.operations.server.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { AppError } from "../../core/values/errors.ts";
import { formatAmount } from "../../i18n/format.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { fulfilmentOf } from "../orders/fulfilment.ts";
import { isBeingPaid } from "../orders/orders.operations.server.ts";
import { waiverAskedMail } from "../payments.mail.ts";
import { ledgerEntries, type Order, orders, paymentEvents } from "../payments.table.server.ts";
import {
  assertTreasuryRole,
  queueWaitMails,
  readRefundLimits,
} from "../refunds/approval.operations.server.ts";
import { chargesOf, journal, lockOrder, settle } from "./settlement.operations.server.ts";
import { amountDue, amountReceived } from "./settlement.ts";

/** A rest above the limit that somebody wants to give up, as the journal has it. */
export type AskedWaiver = {
  id: string;
  by: string;
  reason: string;
  /** From when whoever is alone decides; null while somebody else could. */
  until: string | null;
};

/** The request for exactly this rest, if no money of the order moved and nothing was given up since. */
export async function findAskedWaiver(
  db: StaffDb,
  orderId: string,
  due: number,
): Promise<AskedWaiver | undefined> {
  const [asked] = await db
    .select()
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.order_id, orderId),
        sql`coalesce(body->>'waiver', body->>'waived') is not null`,
      ),
    )
    .orderBy(desc(paymentEvents.created_at), desc(paymentEvents.id))
    .limit(1);
  if (asked?.body.waiver !== due) return undefined;
  const moved = and(
    eq(ledgerEntries.order_id, orderId),
    gt(ledgerEntries.created_at, asked.created_at),
  );
  if ((await db.$count(ledgerEntries, moved)) > 0) return undefined;
  const { by, reason, until } = asked.body;
  return {
    id: asked.id,
    by: String(by),
    reason: String(reason),
    until: until ? String(until) : null,
  };
}

/** What is left of a price, as it was shown, why nobody asks for it, and the request that is approved with it. */
type Waiver = { seen_due: number; reason: string; asked?: string };

/** Above the limit, it waits for a second person, or a day where nobody else could approve. */
type WaiverOutcome = "waived" | "asked" | "waiting";

/**
 * Gives up the rest of a price that was paid in part: the order is settled as if it had been paid. One person does it
 * up to the limit that they may refund alone, per order and per day; above it, a second one who booked none of its
 * money agrees, or, where there is none, a day passes.
 * @throws AppError 'conflict'
 */
export async function waiveRest(
  db: StaffDb,
  orderId: string,
  { seen_due, reason, asked: seenRequest }: Waiver,
  now = currentTime(),
): Promise<WaiverOutcome> {
  const { staffId } = db;
  await assertTreasuryRole(db, staffId, "renoncer à un reste dû");
  const order = await lockOrder(db, orderId);
  const charges = await chargesOf(db, order.id);
  const due = amountDue(order, charges);
  if (due !== seen_due) throw new AppError("conflict", "le reste dû a changé, relisez-le");
  if (due <= 0) throw new AppError("conflict", "cette commande n’attend plus de paiement");
  if (amountReceived(charges) <= 0) {
    throw new AppError("conflict", "rien n’a été reçu, annulez plutôt la commande");
  }
  if (await isBeingPaid(db, order.id)) {
    throw new AppError(
      "conflict",
      "un paiement est en cours, attendez qu’il aboutisse ou s’arrête",
    );
  }
  const check = { channel: "desk", now, lock: true } as const;
  const answer = order.owes ? "ok" : await fulfilmentOf(order.kind).payable(db, order, check);
  if (answer !== "ok") throw new AppError("conflict", answer.staff);
  const asked = await findAskedWaiver(db, order.id, due);
  if (asked?.id !== seenRequest) {
    throw new AppError("conflict", "quelqu’un d’autre vient de le demander, relisez la commande");
  }
  const involved = charges.flatMap(({ booked_by }) => booked_by ?? []);
  if (asked) {
    const until = await checkSecondPerson(db, asked, involved, now);
    if (until) {
      await ask(db, order, { due, reason: asked.reason, by: asked.by, until }, now);
      return "waiting";
    }
  } else if (await isAboveLimit(db, order, due, now)) {
    const until = await soloDate(db, involved, now);
    await ask(db, order, { due, reason, by: staffId, until }, now);
    return until ? "waiting" : "asked";
  }
  const waived = order.waived + due;
  await db.update(orders).set({ waived }).where(eq(orders.id, order.id));
  const { price_currency: currency } = order;
  const asker = asked && { asked_by: asked.by };
  await journal(db, {
    order_id: order.id,
    body: { waived: due, currency, reason, by: staffId, ...asker },
  });
  const settled = await settle(db, { ...order, waived }, now);
  if (settled.status !== "confirmed") {
    throw new AppError("conflict", "la place ou l’adhésion commandée n’est plus disponible");
  }
  await auditWaiver(db, "waive", order, { due, reason });
  return "waived";
}

/**
 * Checks that somebody may approve: whoever took part of the money could have kept the rest. The end of a wait that begins
 * now is returned.
 */
async function checkSecondPerson(
  db: StaffDb,
  { by, until }: AskedWaiver,
  involved: readonly string[],
  now: Date,
): Promise<Date | undefined> {
  const words =
    "une autre personne doit approuver\u202f: ni celle qui l’a demandé, ni celle qui a encaissé pour cette commande";
  const from = until === null ? null : new Date(until);
  const decision = { askedBy: by, involved, from, of: "money" as const };
  return checkSecondApproval(db, decision, db.staffId, { now, words });
}

/** The end of the wait of whoever asks, where nobody else could approve. */
async function soloDate(
  db: StaffDb,
  involved: readonly string[],
  now: Date,
): Promise<Date | undefined> {
  const others = await listOthers(db, now, "money", [db.staffId, ...involved]);
  return others.length > 0 ? undefined : new Date(now.getTime() + SOLO_APPROVAL_WAIT_MS);
}

/** Per order, and per day of one person, so that many small rests count as a large one. */
async function isAboveLimit(db: StaffDb, order: Order, due: number, now: Date): Promise<boolean> {
  const { price_currency: currency } = order;
  const limit = (await readRefundLimits(db, now))[`limit_${currency}`];
  if (order.waived + due > limit) return true;
  // Pressed for two orders at once, one waits for the other's sum.
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('waive ' || ${db.staffId}, 0))`,
  );
  const since = new Date(now.getTime() - SOLO_APPROVAL_WAIT_MS);
  const [today] = await db
    .select({ sum: sql<number>`coalesce(sum((body->>'waived')::bigint), 0)`.mapWith(Number) })
    .from(paymentEvents)
    .where(
      and(
        gt(paymentEvents.created_at, since),
        sql`body->>'waived' is not null and body->>'by' = ${db.staffId} and body->>'currency' = ${currency}`,
      ),
    );
  return due + (today?.sum ?? 0) > limit;
}

async function ask(
  db: StaffDb,
  order: Order,
  { due, reason, by, until }: { due: number; reason: string; by: string; until: Date | undefined },
  now: Date,
): Promise<void> {
  const { id, reference, price_currency: currency } = order;
  const wait = until && { until: until.toISOString() };
  const body = { waiver: due, currency, reason, by, ...wait };
  await journal(db, { order_id: id, body });
  await queueWaitMails(db, waiverAskedMail, id, {
    amount: due,
    currency,
    until: until ?? now,
    reference,
    order: id,
  });
  await auditWaiver(db, "ask-waiver", order, { due, reason });
}

const auditWaiver = (
  db: StaffDb,
  verb: "waive" | "ask-waiver",
  { id, payer_name, price_currency: currency }: Order,
  { due: amount, reason }: { due: number; reason: string },
) =>
  audit(db, {
    action: `orders.${verb}`,
    entity: "orders",
    entity_id: id,
    label: `${payer_name}\u202f: ${formatAmount("fr", amount, currency)}`,
    after: { amount, currency, reason },
  });
