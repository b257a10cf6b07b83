import { and, eq, ne } from "drizzle-orm";
import { AppError } from "../core/errors.ts";
import { type AnnouncedTransfer, announcedTransfers } from "./announced-transfers.table.server.ts";
import type { WriteDb } from "./fulfilment.ts";
import { transactionNumber } from "./means.ts";
import { journal } from "./settlement.operations.server.ts";

/**
 * A transfer that staff booked for an order, whose lock is held, is not announced any more.
 * @throws AppError 'conflict' when somebody announced this number for another order.
 */
export async function acceptAnnounced(
  db: WriteDb,
  orderId: string,
  number: string,
  staffId: string,
  now: Date,
): Promise<void> {
  const [transfer] = await db
    .select()
    .from(announcedTransfers)
    .where(
      and(
        eq(announcedTransfers.transaction_number, transactionNumber(number)),
        ne(announcedTransfers.status, "refused"),
      ),
    );
  // What was booked for another order, and taken back there, is not announced any more.
  if (transfer?.status !== "announced") return;
  if (transfer.order_id !== orderId) {
    throw new AppError("conflict", "ce numéro est annoncé pour une autre commande");
  }
  await decide(db, transfer, { status: "confirmed", staffId, now });
}

type Decision = { status: "confirmed" | "refused"; reason?: string; staffId: string; now: Date };

/** Writes down what staff decided of an announced transfer, whose order is locked. */
export async function decide(
  db: WriteDb,
  { id, order_id }: AnnouncedTransfer,
  { status, reason, staffId, now }: Decision,
): Promise<void> {
  const rows = await db
    .update(announcedTransfers)
    .set({ status, reason, decided_by: staffId, decided_at: now })
    .where(and(eq(announcedTransfers.id, id), eq(announcedTransfers.status, "announced")))
    .returning({ id: announcedTransfers.id });
  if (rows.length === 0) throw new AppError("conflict", "ce transfert est déjà traité");
  await journal(db, { order_id, body: { announced: status, by: staffId } });
}
