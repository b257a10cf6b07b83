import { and, asc, eq, ne } from "drizzle-orm";
import { columnsOf } from "../../core/database/doors/columns.server.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { AppError, isUniqueViolation } from "../../core/values/errors.ts";
import type { PriceCurrency } from "../../i18n/format.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { assertSeenVersions } from "../../records/seen.operations.server.ts";
import { type DeskRates, deskRates } from "../ledger/conversion.ts";
import { takeCash } from "../ledger/money.staff.server.ts";
import { journal, listChargesByOrder, lockOrder } from "../ledger/settlement.operations.server.ts";
import { amountDue } from "../ledger/settlement.ts";
import type { OrderStatus } from "../orders/orders.ts";
import { MEANS_LABELS } from "../payment-labels.ts";
import { transferRefusedMail } from "../payments.mail.ts";
import {
  type Order,
  orders,
  type TransferClaim,
  transferClaims,
} from "../payments.table.server.ts";
import { readSetting } from "../providers/offer.operations.server.ts";
import { normaliseTransactionNumber } from "../providers/payment-methods.ts";
import { assertTransactionNumber, offlineOrder } from "./offline-payment.operations.server.ts";
import {
  decideClaim,
  endClaimHold,
  findChargeByNumber,
} from "./transfer-claims.operations.server.ts";

/** How staff check the transfers that payers announced. */

const CLAIM_COLUMNS = columnsOf(transferClaims, [
  "id",
  "order_id",
  "operator",
  "transaction_number",
  "created_at",
  "updated_at",
]);
const ORDER_COLUMNS = columnsOf(orders, [
  "reference",
  "payer_name",
  "label_fr",
  "price_amount",
  "price_currency",
]);

export type OpenClaim = Pick<TransferClaim, keyof typeof CLAIM_COLUMNS> &
  Pick<Order, keyof typeof ORDER_COLUMNS> & {
    /** The amount due. */
    due: number;
    order_status: OrderStatus;
    rates: DeskRates;
  };

/** So many are shown at once. */
const MOST = 200;

/** The announced transfers that nobody has checked, the oldest first; `more` when there are others behind them. */
export async function listClaims(db: StaffDb): Promise<{ transfers: OpenClaim[]; more: boolean }> {
  const { id, order_id, created_at, status } = transferClaims;
  const rows = await db
    .select({
      ...CLAIM_COLUMNS,
      ...ORDER_COLUMNS,
      order_status: orders.status,
      fulfilled_at: orders.fulfilled_at,
      waived: orders.waived,
    })
    .from(transferClaims)
    .innerJoin(orders, eq(orders.id, order_id))
    .where(eq(status, "announced"))
    .orderBy(asc(created_at), asc(id))
    .limit(MOST + 1);
  const more = rows.splice(MOST).length > 0;
  const charges = await listChargesByOrder(
    db,
    rows.map((row) => row.order_id),
  );
  const { rate_tolerance } = await readSetting(db, "desk");
  const exchange = await readSetting(db, "exchange_rate");
  const transfers = rows.map(({ order_status, fulfilled_at, waived, ...row }) => {
    const order = { status: order_status, fulfilled_at, waived, price_amount: row.price_amount };
    return {
      ...row,
      due: amountDue(order, charges.get(row.order_id) ?? []),
      order_status,
      rates: deskRates(row, exchange, rate_tolerance),
    };
  });
  return { transfers, more };
}

/** What arrived, by the operator’s account. */
type ArrivedMoney = {
  amount: number;
  currency: PriceCurrency;
  received_on?: string;
  sender?: string;
  /** The amount due when the form was shown, and what it said that the money counts for. */
  seen_due?: number;
  seen_counted?: number;
  surplus?: boolean;
};

/** Confirms an announced transfer, which is booked like any payment to staff. */
export async function confirmClaim(
  db: StaffDb,
  id: string,
  money: ArrivedMoney,
  now = currentTime(),
): Promise<void> {
  const { transfer } = await lockClaim(db, id);
  const { operator: means, transaction_number: receipt, order_id } = transfer;
  // With the id of the claim as key, it is booked once.
  await takeCash(db, order_id, { ...money, means, receipt, key: id }, now);
  await auditClaim(db, "confirm", transfer);
}

/**
 * Corrects the number of an announced transfer, where its payer mistyped it. It stays announced: nothing is booked, and the
 * payer's page shows the end of the new number.
 * @throws AppError 'conflict' when that number is announced or booked already.
 */
export async function correctClaim(db: StaffDb, id: string, typed: string): Promise<void> {
  const { transfer, order } = await lockClaim(db, id);
  const number = normaliseTransactionNumber(typed);
  assertTransactionNumber(number);
  if (number === transfer.transaction_number) return;
  const [other] = await db
    .select({ id: transferClaims.id })
    .from(transferClaims)
    .where(
      and(
        eq(transferClaims.transaction_number, number),
        ne(transferClaims.status, "refused"),
        ne(transferClaims.id, id),
      ),
    );
  if (other || (await findChargeByNumber(db, number, order.mode))) throw numberKnown();
  await db
    .update(transferClaims)
    .set({ transaction_number: number })
    .where(eq(transferClaims.id, id))
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? numberKnown() : error;
    });
  await journal(db, { order_id: order.id, body: { announced: "corrected", by: db.staffId } });
  await auditClaim(db, "correct", transfer);
}

const numberKnown = () =>
  new AppError(
    "conflict",
    "ce numéro est déjà déclaré ou encaissé, pour cette commande ou une autre",
  );

/** Refuses an announced transfer, with a reason for the payer. */
export async function refuseClaim(
  db: StaffDb,
  id: string,
  reason: string,
  now = currentTime(),
): Promise<void> {
  const { transfer, order } = await lockClaim(db, id);
  await decideClaim(db, transfer, { status: "refused", reason, staffId: db.staffId, now });
  await auditClaim(db, "refuse", transfer);
  const after = await endClaimHold(db, order);
  if (order.payer_email === "") return;
  const mail = transferRefusedMail({ ...(await offlineOrder(db, after, now)), reason });
  await queueMail(db, withKey(mail, id));
}

async function lockClaim(
  db: StaffDb,
  id: string,
): Promise<{ transfer: TransferClaim; order: Order }> {
  const find = async () => {
    const rows = await db.select().from(transferClaims).where(eq(transferClaims.id, id));
    return rows[0];
  };
  const before = await find();
  if (!before) throw new AppError("not-found", "no such transfer");
  const order = await lockOrder(db, before.order_id);
  const transfer = await find();
  if (transfer?.status !== "announced") {
    throw new AppError("conflict", "ce transfert est déjà traité");
  }
  assertSeenVersions(db, [transfer]);
  return { transfer, order };
}

async function auditClaim(
  db: StaffDb,
  verb: "confirm" | "correct" | "refuse",
  { id, operator }: TransferClaim,
): Promise<void> {
  await audit(db, {
    action: `announced_transfers.${verb}`,
    entity: "announced_transfers",
    entity_id: id,
    label: MEANS_LABELS[operator],
  });
}
