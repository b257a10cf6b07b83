import { and, asc, desc, eq, inArray, isNull, ne, notInArray, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { hasPermission } from "../../auth/staff/administrators.operations.server.ts";
import {
  checkSecondApproval,
  listApprovers,
  SOLO_APPROVAL_WAIT_MS,
} from "../../auth/staff/four-eyes.operations.server.ts";
import { columnsOf } from "../../core/database/doors/columns.server.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { AppError, FieldRefused, isUniqueViolation } from "../../core/values/errors.ts";
import { holds } from "../../core/values/permissions.ts";
import { mayEnter, rightsOf } from "../../core/values/roles.ts";
import { formatAmount, PRICE_CURRENCIES, type PriceCurrency } from "../../i18n/format.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { assertSeenVersions } from "../../records/seen.operations.server.ts";
import {
  ledgerEntries,
  orders,
  type Till,
  type TillEntry,
  type TillHandover,
  tillEntries,
  tillHandovers,
  tills,
} from "../payments.table.server.ts";
import { balanceOf, findOrOpenTill, findShortage } from "./till-book.operations.server.ts";
import { type Cash, NO_CASH } from "./tills.ts";

/** What staff do with tills, each with a log entry. */

const cashWords = (cash: Cash) =>
  PRICE_CURRENCIES.map((currency) => formatAmount("fr", cash[currency], currency)).join(" · ");

async function ownerOf(db: StaffDb, id: string) {
  const columns = columnsOf(profiles, ["id", "name", "role", "roles", "is_active"]);
  const [owner] = await db.select(columns).from(profiles).where(eq(profiles.id, id));
  if (!owner) throw new AppError("not-found", "no such account");
  return owner;
}

/** Whether an account may still take payments. */
function takesMoney(account: Parameters<typeof rightsOf>[0]): boolean {
  return holds(rightsOf(account), "payments.manage");
}

/**
 * Locks an open till, which only its owner may use, unless the owner may no longer take payments: then others count it
 * and take over its cash.
 */
async function lockTill(db: StaffDb, id: string): Promise<{ till: Till; name: string }> {
  const [till] = await db.select().from(tills).where(eq(tills.id, id)).for("update");
  if (!till) throw new AppError("not-found", "no such till");
  const owner = await ownerOf(db, till.owner);
  if (till.owner !== db.staffId && takesMoney(owner)) {
    throw new AppError(
      "conflict",
      `seule la personne qui tient cette caisse peut le faire (${owner.name})`,
    );
  }
  if (till.closed_at) throw new AppError("conflict", "cette caisse est fermée");
  return { till, name: owner.name };
}

const auditTill = (
  db: StaffDb,
  verb: "open" | "count" | "close",
  id: string,
  label: string,
  after?: Record<string, unknown>,
) => audit(db, { action: `tills.${verb}`, entity: "tills", entity_id: id, label, after });

/** Opens the till of the account with a float. */
export async function openTill(db: StaffDb, float: Cash): Promise<string> {
  const { till, isNew } = await findOrOpenTill(db, db.staffId, float);
  if (!isNew) throw new AppError("conflict", "votre caisse est déjà ouverte");
  const { name } = await ownerOf(db, db.staffId);
  await auditTill(db, "open", till.id, name, { float: cashWords(float) });
  return till.id;
}

/** What was counted, the balance that was shown, and the reason of a difference. */
type TillCount = { counted: Cash; seen: Cash; reason: string | null };

/**
 * Records a count; a difference from the balance is booked, with its reason.
 * @throws AppError 'conflict' when something was booked meanwhile, or a difference has no reason.
 */
export async function countTill(db: StaffDb, id: string, count: TillCount): Promise<void> {
  const { till, name } = await lockTill(db, id);
  const balance = await balanceOf(db, till.id);
  if (PRICE_CURRENCIES.some((currency) => balance[currency] !== count.seen[currency])) {
    throw new AppError("conflict", "la caisse a changé depuis, relisez ce qu’elle doit contenir");
  }
  const counts = PRICE_CURRENCIES.map((currency) => ({
    till_id: till.id,
    kind: "count" as const,
    currency,
    booked_by: db.staffId,
    counted: count.counted[currency],
    amount: count.counted[currency] - balance[currency],
  }));
  if (!count.reason && counts.some(({ amount }) => amount !== 0)) {
    throw new AppError(
      "conflict",
      "le compte n’est pas ce que la caisse doit contenir\u202f: indiquez le motif de l’écart",
    );
  }
  await db
    .insert(tillEntries)
    .values(counts.map((entry) => ({ ...entry, note: entry.amount === 0 ? null : count.reason })));
  const differs = counts.some(({ amount }) => amount !== 0);
  const after = {
    counted: cashWords(count.counted),
    expected: cashWords(balance),
    ...(differs && { reason: count.reason }),
  };
  await auditTill(db, "count", till.id, name, after);
}

/** Without a receiver, to the bank. */
type Handover = {
  /** The id of the form, so that sending it twice hands over once. */
  id: string;
  receiver: string | null;
  currency: PriceCurrency;
  amount: number;
};

/** Hands cash over to somebody or to the bank: it is in transit until it is confirmed. */
export async function handOver(db: StaffDb, tillId: string, handover: Handover): Promise<string> {
  const [existing] = await db.select().from(tillHandovers).where(eq(tillHandovers.id, handover.id));
  if (existing) return existing.id;
  const { till, name } = await lockTill(db, tillId);
  const { id, receiver, currency, amount } = handover;
  const to = receiver === null ? undefined : await ownerOf(db, receiver);
  if (to && !takesMoney(to)) {
    const role = "cette personne n’a pas le rôle «\u202fTrésorerie\u202f»";
    const words = mayEnter(rightsOf(to)) ? role : "cette personne n’administre plus le site";
    throw new AppError("conflict", words);
  }
  if (receiver === till.owner) throw new AppError("conflict", "cette caisse est déjà la sienne");
  const shortage = await findShortage(db, till.id, amount, currency);
  if (shortage) throw new FieldRefused("amount", shortage);
  const rows = await db
    .insert(tillHandovers)
    .values({ id, receiver, currency, amount, till_id: till.id, sent_by: till.owner })
    .onConflictDoNothing()
    .returning({ id: tillHandovers.id });
  if (rows.length === 0) return id;
  await db.insert(tillEntries).values({
    till_id: till.id,
    kind: "handover",
    currency,
    amount: -amount,
    handover_id: id,
    booked_by: db.staffId,
  });
  await auditHandover(db, "send", id, `${name} → ${to?.name ?? "banque"}`, { amount, currency });
  return id;
}

const auditHandover = (
  db: StaffDb,
  verb: "send" | "confirm" | "return",
  id: string,
  label: string,
  after: Record<string, unknown>,
) =>
  audit(db, {
    action: `till_handovers.${verb}`,
    entity: "till_handovers",
    entity_id: id,
    label,
    after,
  });

async function lockHandover(db: StaffDb, id: string) {
  const [handover] = await db
    .select()
    .from(tillHandovers)
    .where(eq(tillHandovers.id, id))
    .for("update");
  if (!handover) throw new AppError("not-found", "no such handover");
  if (handover.status !== "in_transit") {
    throw new AppError("conflict", "ce versement est déjà traité");
  }
  assertSeenVersions(db, [handover]);
  return handover;
}

/**
 * @throws AppError unless somebody else confirms the slip of the bank. Where nobody else can, the sender may after a day.
 */
async function assertOtherPerson(
  db: StaffDb,
  handover: Pick<TillHandover, "id" | "sent_by" | "created_at">,
  now: Date,
): Promise<void> {
  const { sent_by: askedBy, created_at } = handover;
  const from = new Date(created_at.getTime() + SOLO_APPROVAL_WAIT_MS);
  const words = "une autre personne que celle qui a versé cette somme doit confirmer le bordereau";
  const involved = await listSenders(db, handover.id);
  await checkSecondApproval(db, { askedBy, involved, from, of: "money" }, db.staffId, {
    now,
    words,
  });
}

/** Who booked the handover, which may not be the owner of the till. */
async function listSenders(db: StaffDb, handoverId: string): Promise<string[]> {
  const rows = await db
    .select({ id: tillEntries.booked_by })
    .from(tillEntries)
    .where(and(eq(tillEntries.handover_id, handoverId), eq(tillEntries.kind, "handover")));
  return rows.map(({ id }) => id);
}

/**
 * Confirms that cash has arrived: it is booked in the till of the receiver, which is opened if need be. Cash for the bank is
 * confirmed by somebody else, with the number of the slip.
 */
export async function confirmHandover(
  db: StaffDb,
  id: string,
  slip: string | null,
  now = currentTime(),
): Promise<void> {
  const handover = await lockHandover(db, id);
  const { receiver, amount, currency } = handover;
  if (receiver !== null && receiver !== db.staffId) {
    throw new AppError("conflict", "seule la personne qui reçoit cette somme peut le confirmer");
  }
  if (receiver === null) {
    if (!slip) throw new AppError("conflict", "le numéro du bordereau de la banque est requis");
    await assertOtherPerson(db, handover, now);
  }
  const decided = { status: "received" as const, decided_by: db.staffId, decided_at: now };
  await db
    .update(tillHandovers)
    .set({ ...decided, slip: receiver === null ? slip : null })
    .where(eq(tillHandovers.id, id))
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw new AppError("conflict", "ce bordereau est déjà enregistré");
    });
  if (receiver !== null) {
    const { till } = await findOrOpenTill(db, receiver);
    await db.insert(tillEntries).values({
      till_id: till.id,
      kind: "receipt",
      currency,
      amount,
      handover_id: id,
      booked_by: db.staffId,
    });
  }
  const { name } = await ownerOf(db, handover.sent_by);
  await auditHandover(db, "confirm", id, name, { amount, currency, ...(slip && { slip }) });
}

/** Returns a handover that did not arrive, or has another amount, to the till of its sender. */
export async function returnHandover(
  db: StaffDb,
  id: string,
  reason: string,
  now = currentTime(),
): Promise<void> {
  const handover = await lockHandover(db, id);
  const { receiver, amount, currency, sent_by } = handover;
  const sender = await ownerOf(db, sent_by);
  const isOutsider = receiver !== null && ![receiver, sent_by].includes(db.staffId);
  if (isOutsider && takesMoney(sender)) {
    throw new AppError("conflict", "seules les deux personnes de ce versement peuvent l’annuler");
  }
  await db
    .update(tillHandovers)
    .set({ status: "returned", reason, decided_by: db.staffId, decided_at: now })
    .where(eq(tillHandovers.id, id));
  const { till } = await findOrOpenTill(db, sent_by);
  await db.insert(tillEntries).values({
    till_id: till.id,
    kind: "return",
    currency,
    amount,
    handover_id: id,
    booked_by: db.staffId,
  });
  await auditHandover(db, "return", id, sender.name, { amount, currency, reason });
}

/** Closes an empty till. */
export async function closeTill(db: StaffDb, id: string, now = currentTime()): Promise<void> {
  const { till, name } = await lockTill(db, id);
  const balance = await balanceOf(db, till.id);
  if (PRICE_CURRENCIES.some((currency) => balance[currency] !== 0)) {
    throw new AppError(
      "conflict",
      `une caisse se ferme vide, versez d’abord ce qu’elle contient (${cashWords(balance)})`,
    );
  }
  await db.update(tills).set({ closed_at: now, closed_by: db.staffId }).where(eq(tills.id, id));
  await auditTill(db, "close", till.id, name);
}

const NEWEST = 100;

const LINE_COLUMNS = columnsOf(tillEntries, [
  "id",
  "kind",
  "currency",
  "amount",
  "counted",
  "note",
  "created_at",
]);

export type TillLine = Pick<TillEntry, keyof typeof LINE_COLUMNS> & {
  /** Of a payment or a refund. */
  order_id: string | null;
  payer_name: string | null;
};

type TillFile = {
  till: Till;
  owner: { name: string; isActive: boolean };
  balance: Cash;
  entries: TillLine[];
};

/** A till with its newest entries. */
export async function findTill(db: StaffDb, id: string): Promise<TillFile | undefined> {
  const [row] = await db
    .select({
      till: tills,
      name: profiles.name,
      isActive: sql<boolean>`${hasPermission("payments.manage")}`,
    })
    .from(tills)
    .innerJoin(profiles, eq(profiles.id, tills.owner))
    .where(eq(tills.id, id));
  if (!row) return undefined;
  const entries = await db
    .select({
      ...LINE_COLUMNS,
      order_id: orders.id,
      payer_name: orders.payer_name,
    })
    .from(tillEntries)
    .leftJoin(ledgerEntries, eq(ledgerEntries.id, tillEntries.ledger_id))
    .leftJoin(orders, eq(orders.id, ledgerEntries.order_id))
    .where(eq(tillEntries.till_id, id))
    .orderBy(desc(tillEntries.created_at), desc(tillEntries.id))
    .limit(NEWEST);
  const owner = { name: row.name, isActive: row.isActive };
  return { till: row.till, owner, balance: await balanceOf(db, id), entries };
}

/** The open till of somebody. */
export async function findOpenTill(db: StaffDb, owner: string): Promise<TillFile | undefined> {
  const [open] = await db
    .select({ id: tills.id })
    .from(tills)
    .where(and(eq(tills.owner, owner), isNull(tills.closed_at)));
  return open && findTill(db, open.id);
}

const HANDOVER_COLUMNS = columnsOf(tillHandovers, [
  "id",
  "receiver",
  "sent_by",
  "currency",
  "amount",
  "created_at",
  "updated_at",
]);

export type HandoverLine = Pick<TillHandover, keyof typeof HANDOVER_COLUMNS> & {
  sender: string;
  to: string | null;
  /** To the bank: why whoever looks may not confirm it now, and who can; undefined when they may. */
  obstacle: string | undefined;
};

/** The handovers in transit, the oldest first: all, or those from or to a person. */
export async function listInTransit(
  db: StaffDb,
  person?: string,
  now = currentTime(),
): Promise<HandoverLine[]> {
  const receivers = alias(profiles, "receivers");
  const { id, receiver, sent_by, created_at, status } = tillHandovers;
  const rows = await db
    .select({ ...HANDOVER_COLUMNS, sender: profiles.name, to: receivers.name })
    .from(tillHandovers)
    .innerJoin(profiles, eq(profiles.id, sent_by))
    .leftJoin(receivers, eq(receivers.id, receiver))
    .where(
      and(
        eq(status, "in_transit"),
        person === undefined ? undefined : or(eq(sent_by, person), eq(receiver, person)),
      ),
    )
    .orderBy(asc(created_at), asc(id));
  const lines: HandoverLine[] = [];
  for (const row of rows) {
    const obstacle = row.receiver === null ? await findSlipObstacle(db, row, now) : undefined;
    lines.push({ ...row, obstacle });
  }
  return lines;
}

/** What `confirmHandover` would answer about the person, with the names of those who can. */
async function findSlipObstacle(
  db: StaffDb,
  handover: Pick<TillHandover, "id" | "sent_by" | "created_at">,
  now: Date,
): Promise<string | undefined> {
  try {
    await assertOtherPerson(db, handover, now);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const ids = (await listApprovers(db, now, "money")).map(({ id }) => id);
    const parties = [handover.sent_by, ...(await listSenders(db, handover.id))];
    const others = await db
      .select({ name: profiles.name })
      .from(profiles)
      .where(and(inArray(profiles.id, ids), notInArray(profiles.id, parties)))
      .orderBy(asc(profiles.name));
    const names = others.map(({ name }) => name).join(", ");
    const able = names ? `. Peuvent le faire\u202f: ${names}` : "";
    return `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}${able}`;
  }
}

/** Who may receive cash: everybody else who may take payments. */
export const listReceivers = (
  db: StaffDb,
  owner: string,
): Promise<{ id: string; name: string }[]> =>
  db
    .select({ id: profiles.id, name: profiles.name })
    .from(profiles)
    .where(and(hasPermission("payments.manage"), ne(profiles.id, owner)))
    .orderBy(asc(profiles.name), asc(profiles.id));

export type TillRow = Pick<Till, "id" | "owner" | "created_at" | "closed_at"> & {
  name: string;
  /** Whether its owner may still take payments; if not, others take over its cash. */
  isOwned: boolean;
  balance: Cash;
  counted_at: Date | null;
  /** The sum of the differences of its counts. */
  differences: Cash;
};

/** The open tills, then the closed ones, the newest first. */
export async function listTills(db: StaffDb): Promise<TillRow[]> {
  const sums = db
    .select({
      till_id: tillEntries.till_id,
      currency: tillEntries.currency,
      balance: sql<number>`sum(${tillEntries.amount})`.mapWith(Number).as("balance"),
      difference:
        sql<number>`sum(case when ${tillEntries.kind} = 'count' then ${tillEntries.amount} else 0 end)`
          .mapWith(Number)
          .as("difference"),
      counted_at:
        sql<Date | null>`max(case when ${tillEntries.kind} = 'count' then ${tillEntries.created_at} end)`
          .mapWith(tillEntries.created_at)
          .as("counted_at"),
    })
    .from(tillEntries)
    .groupBy(tillEntries.till_id, tillEntries.currency)
    .as("sums");
  const shown = db
    .select({ id: tills.id })
    .from(tills)
    .orderBy(sql`${tills.closed_at} is not null`, desc(tills.created_at), desc(tills.id))
    .limit(NEWEST);
  const rows = await db
    .select({
      id: tills.id,
      owner: tills.owner,
      created_at: tills.created_at,
      closed_at: tills.closed_at,
      name: profiles.name,
      isOwned: sql<boolean>`${hasPermission("payments.manage")}`,
      currency: sums.currency,
      sum: sums.balance,
      difference: sums.difference,
      counted_at: sums.counted_at,
    })
    .from(tills)
    .innerJoin(profiles, eq(profiles.id, tills.owner))
    .leftJoin(sums, eq(sums.till_id, tills.id))
    .where(sql`${tills.id} in ${shown}`)
    .orderBy(sql`${tills.closed_at} is not null`, desc(tills.created_at), desc(tills.id));
  const lines = new Map<string, TillRow>();
  for (const { currency, sum, difference, ...till } of rows) {
    const line = lines.get(till.id) ?? {
      ...till,
      balance: { ...NO_CASH },
      differences: { ...NO_CASH },
    };
    if (currency) {
      line.balance[currency] = sum ?? 0;
      line.differences[currency] = difference ?? 0;
      line.counted_at ??= till.counted_at;
    }
    lines.set(till.id, line);
  }
  return [...lines.values()];
}
