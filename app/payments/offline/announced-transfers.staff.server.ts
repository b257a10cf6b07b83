import { asc, eq } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { AppError } from "../../core/values/errors.ts";
import type { Currency } from "../../i18n/format.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { needSeen } from "../../records/seen.operations.server.ts";
import { takeCash } from "../ledger/money.staff.server.ts";
import { chargesOfEach, lockOrder } from "../ledger/settlement.operations.server.ts";
import { amountDue } from "../ledger/settlement.ts";
import { type Order, orders } from "../orders/orders.table.server.ts";
import { MEANS_LABELS } from "../payment-labels.ts";
import { decide, endKeeping } from "./announced-transfers.operations.server.ts";
import { type AnnouncedTransfer, announcedTransfers } from "./announced-transfers.table.server.ts";
import { transferRefusedMail } from "./by-hand.mail.ts";
import { byHandOrder } from "./by-hand.operations.server.ts";

/** What staff make of the transfers that payers announced. */

export type OpenTransfer = Pick<
  AnnouncedTransfer,
  "id" | "order_id" | "operator" | "transaction_number" | "created_at" | "updated_at"
> &
  Pick<Order, "reference" | "payer_name" | "label_fr" | "price_amount" | "price_currency"> & {
    /** What is still to be paid. */
    due: number;
  };

const MOST = 200;

/** The transfers that wait for somebody to look, the oldest first. */
export async function listAnnounced(db: StaffDb): Promise<OpenTransfer[]> {
  const { id, order_id, operator, transaction_number, created_at, updated_at, status } =
    announcedTransfers;
  const { reference, payer_name, label_fr, price_amount, price_currency } = orders;
  const { status: order_status, fulfilled_at } = orders;
  const rows = await db
    .select({
      id,
      order_id,
      operator,
      transaction_number,
      created_at,
      updated_at,
      reference,
      payer_name,
      label_fr,
      price_amount,
      price_currency,
      order_status,
      fulfilled_at,
    })
    .from(announcedTransfers)
    .innerJoin(orders, eq(orders.id, order_id))
    .where(eq(status, "announced"))
    .orderBy(asc(created_at), asc(id))
    .limit(MOST);
  const charges = await chargesOfEach(
    db,
    rows.map((row) => row.order_id),
  );
  return rows.map(({ order_status, fulfilled_at, ...row }) => {
    const order = { status: order_status, fulfilled_at, price_amount: row.price_amount };
    return { ...row, due: amountDue(order, charges.get(row.order_id) ?? []) };
  });
}

/** What arrived of a transfer, as the operator's account says. */
type ArrivedMoney = {
  amount: number;
  currency: Currency;
  received_on?: string;
  /** What was due as it was looked for. */
  seen_due?: number;
};

/** The money of an announced transfer is there: it is booked like any that staff received. */
export async function confirmTransfer(
  db: StaffDb,
  id: string,
  money: ArrivedMoney,
  now = currentTime(),
): Promise<void> {
  const { transfer } = await lockTransfer(db, id);
  const { operator: means, transaction_number: receipt, order_id } = transfer;
  // The key is that of the transfer: whatever is pressed twice, its money is booked once.
  await takeCash(db, order_id, { ...money, means, receipt, key: id }, now);
  await auditTransfer(db, "confirm", transfer);
}

/** The money is not there: the payer reads why. */
export async function refuseTransfer(
  db: StaffDb,
  id: string,
  reason: string,
  now = currentTime(),
): Promise<void> {
  const { transfer, order } = await lockTransfer(db, id);
  await decide(db, transfer, { status: "refused", reason, staffId: db.staffId, now });
  await auditTransfer(db, "refuse", transfer);
  const after = await endKeeping(db, order);
  if (order.payer_email === "") return;
  const mail = transferRefusedMail({ ...(await byHandOrder(db, after, now)), reason });
  await queueMail(db, withKey(mail, id));
}

async function lockTransfer(
  db: StaffDb,
  id: string,
): Promise<{ transfer: AnnouncedTransfer; order: Order }> {
  const find = async () => {
    const rows = await db.select().from(announcedTransfers).where(eq(announcedTransfers.id, id));
    return rows[0];
  };
  const before = await find();
  if (!before) throw new AppError("not-found", "no such transfer");
  const order = await lockOrder(db, before.order_id);
  const transfer = await find();
  if (transfer?.status !== "announced") {
    throw new AppError("conflict", "ce transfert est déjà traité");
  }
  needSeen(db, [transfer]);
  return { transfer, order };
}

async function auditTransfer(
  db: StaffDb,
  verb: "confirm" | "refuse",
  { id, operator }: AnnouncedTransfer,
): Promise<void> {
  await audit(db, {
    action: `announced_transfers.${verb}`,
    entity: "announced_transfers",
    entity_id: id,
    label: MEANS_LABELS[operator],
  });
}
