import { eq } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { journal } from "../ledger/settlement.operations.server.ts";
import type { NewOrder } from "./orders.operations.server.ts";
import { type Order, orders } from "./orders.table.server.ts";

type OrderWords = Pick<
  NewOrder,
  "label_fr" | "label_en" | "language" | "payer_name" | "payer_email" | "payer_phone"
>;

/** Staff corrected who pays, or what for; what is owed, and what was paid, stays as it is. */
export async function correctOrder(db: StaffDb, order: Order, words: OrderWords): Promise<void> {
  const same = Object.entries(words).every(
    ([field, value]) => order[field as keyof Order] === value,
  );
  if (same) return;
  await db.update(orders).set(words).where(eq(orders.id, order.id));
  await journal(db, { order_id: order.id, body: { corrected: true, by: db.staffId } });
}
