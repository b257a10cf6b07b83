import { and, eq, inArray } from "drizzle-orm";
import { AppError } from "../../core/values/errors.ts";
import type { WriteDb } from "../orders/fulfilment.ts";
import { DOUBTS } from "./doubts.ts";
import { payments } from "./payments.table.server.ts";

/** Of these the money may have left already. */
const ABOUT_MONEY = DOUBTS.filter((doubt) => doubt !== "unreadable");

/** The attempts whose money may have left already. */
export const isMoneyInDoubt = inArray(payments.doubt, ABOUT_MONEY);

/** Whether nothing of an attempt's money is to be paid out, since it may have left already. */
export async function isInDoubt(db: WriteDb, paymentId: string): Promise<boolean> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.id, paymentId), isMoneyInDoubt));
  return rows.length > 0;
}

export const IN_DOUBT =
  "selon l’opérateur ce paiement n’est plus chez nous, dites d’abord ce qu’il en est";

/** @throws AppError 'conflict' */
export async function needNoDoubt(db: WriteDb, paymentId: string): Promise<void> {
  if (await isInDoubt(db, paymentId)) throw new AppError("conflict", IN_DOUBT);
}
