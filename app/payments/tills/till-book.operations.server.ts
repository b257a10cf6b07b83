import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { AppError } from "../../core/values/errors.ts";
import { formatAmount, PRICE_CURRENCIES, type PriceCurrency } from "../../i18n/format.ts";
import { FEDERATION } from "../attempts/payments.ts";
import type { WriteDb } from "../orders/fulfilment.ts";
import { ledgerEntries, type Till, tillEntries, tills } from "../payments.table.server.ts";
import { type Cash, LEDGER_OF_TILL, NO_CASH } from "./tills.ts";

/** Locks the open till of somebody. Orders and events are locked before it. */
async function lockOpenTill(db: WriteDb, owner: string): Promise<Till | undefined> {
  const [till] = await db
    .select()
    .from(tills)
    .where(and(eq(tills.owner, owner), isNull(tills.closed_at)))
    .for("update");
  return till;
}

/** The same, opened with this float if there is none. Opened twice at once, it is one till. */
export async function findOrOpenTill(
  db: WriteDb,
  owner: string,
  float: Cash = NO_CASH,
): Promise<{ till: Till; isNew: boolean }> {
  const open = await lockOpenTill(db, owner);
  if (open) return { till: open, isNew: false };
  const [till] = await db.insert(tills).values({ owner }).onConflictDoNothing().returning();
  // Another request has opened it meanwhile, with its own float.
  if (!till) return findOrOpenTill(db, owner, float);
  await db.insert(tillEntries).values(
    PRICE_CURRENCIES.map((currency) => ({
      till_id: till.id,
      kind: "float" as const,
      currency,
      booked_by: owner,
      amount: float[currency],
      counted: float[currency],
    })),
  );
  return { till, isNew: true };
}

/** The balance of a till by its entries. */
export async function balanceOf(db: WriteDb, tillId: string): Promise<Cash> {
  const { currency, amount, till_id } = tillEntries;
  const sums = await db
    .select({ currency, sum: sql`sum(${amount})`.mapWith(Number) })
    .from(tillEntries)
    .where(eq(till_id, tillId))
    .groupBy(currency);
  return { ...NO_CASH, ...Object.fromEntries(sums.map(({ currency: of, sum }) => [of, sum])) };
}

/** @throws AppError 'conflict' when a till holds less. */
export async function assertTillHolds(
  db: WriteDb,
  tillId: string,
  amount: number,
  currency: PriceCurrency,
): Promise<void> {
  const shortage = await findShortage(db, tillId, amount, currency);
  if (shortage) throw new AppError("conflict", shortage);
}

/** Why an amount cannot be taken from a till; undefined when it can. */
export async function findShortage(
  db: WriteDb,
  tillId: string,
  amount: number,
  currency: PriceCurrency,
): Promise<string | undefined> {
  const balance = (await balanceOf(db, tillId))[currency];
  if (balance >= amount) return undefined;
  const words = (sum: number) => formatAmount("fr", sum, currency);
  return `cette caisse ne contient que ${words(balance)}, moins que ${words(amount)}`;
}

/** Whether the till of a cash payment was counted or handed over since the payment. */
export async function wasCountedSince(db: WriteDb, ledgerId: string): Promise<boolean> {
  const rows = await db
    .select({ id: tillEntries.id })
    .from(tillEntries)
    .where(
      and(
        eq(tillEntries.ledger_id, ledgerId),
        sql`exists (select from till_entries later where later.till_id = ${tillEntries.till_id}
          and later.kind in ('count', 'handover')
          and later.created_at > ${tillEntries.created_at})`,
      ),
    );
  return rows.length > 0;
}

type Movement = {
  kind: keyof typeof LEDGER_OF_TILL;
  txnId: string;
  float?: Cash;
  isOpen?: boolean;
};

/**
 * Books a cash entry of the ledger in the till of its member of staff. A payment or a correction opens a till if there is
 * none, unless `isOpen` says that there was one a moment ago; a refund needs an open till that holds enough.
 * @throws AppError 'conflict'
 */
export async function bookInTill(
  db: WriteDb,
  staffId: string,
  { kind, txnId, float, isOpen }: Movement,
): Promise<void> {
  const [entry] = await db
    .select()
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.provider, FEDERATION),
        eq(ledgerEntries.provider_txn_id, txnId),
        eq(ledgerEntries.kind, kind),
      ),
    );
  // Tests are in no till.
  if (entry?.means !== "cash" || entry.mode !== "live") return;
  const currency = entry.currency as PriceCurrency;
  const till =
    kind === "refund" || isOpen
      ? await lockOpenTill(db, staffId)
      : (await findOrOpenTill(db, staffId, float)).till;
  if (!till) {
    throw new AppError(
      "conflict",
      isOpen
        ? "votre caisse vient d’être fermée, rouvrez-la d’abord dans « Caisse »"
        : "vous n’avez pas de caisse ouverte, ouvrez-la d’abord dans « Caisse »",
    );
  }
  if (kind === "refund") await assertTillHolds(db, till.id, -entry.amount, currency);
  await db.insert(tillEntries).values({
    till_id: till.id,
    kind: LEDGER_OF_TILL[kind],
    currency,
    amount: entry.amount,
    ledger_id: entry.id,
    booked_by: staffId,
  });
}

/**
 * Of the handovers in transit, those that this account may confirm: what it receives itself, and what somebody else took
 * to the bank. Where there is nobody else, `confirmHandover` alone can tell.
 */
export const mayBeConfirmedBy = (staffId: string): SQL =>
  sql`(receiver = ${staffId} or (receiver is null and sent_by <> ${staffId} and not exists (
    select from till_entries where handover_id = till_handovers.id and booked_by = ${staffId})))`;
