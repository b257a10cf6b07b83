import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { AppError } from "../../core/values/errors.ts";
import type { Currency } from "../../i18n/format.ts";
import { takeCash } from "../../payments/ledger/money.staff.server.ts";
import { chargesOf } from "../../payments/ledger/settlement.operations.server.ts";
import { amountDue } from "../../payments/ledger/settlement.ts";
import type { OfflinePayment } from "../../payments/offline/offline-payment.operations.server.ts";
import { listOrdersOf, orderOfSubject } from "../../payments/orders/orders.operations.server.ts";
import type { Order } from "../../payments/payments.table.server.ts";
import { findMembershipType, openMembershipOrder } from "../apply/membership.system.server.ts";
import { OBSTACLE_LABELS, obstacleAtDesk } from "../apply/payment-obstacles.ts";
import type { MembershipType } from "../types/membership-types.record.ts";
import { findMember, type Member } from "./members.staff.server.ts";

type MemberPayments = {
  member: Member;
  type: MembershipType | undefined;
  /** The newest first. */
  orders: Order[];
  /** The amount that the desk can take now, or a clause that says why it cannot. */
  due: { amount: number; currency: Currency } | { refusal: string };
};

export async function findMemberPayments(
  db: StaffDb,
  id: string,
): Promise<MemberPayments | undefined> {
  const member = await findMember(db, id);
  if (!member) return undefined;
  const type = member.membership_type_id
    ? await findMembershipType(db, member.membership_type_id)
    : undefined;
  const orders = await listOrdersOf(db, "membership", id);
  const [last] = orders;
  const left = isOpen(last) ? amountDue(last, await chargesOf(db, last.id)) : 0;
  return { member, type, orders, due: amountDueNow(member, type, last, left) };
}

/** The rest of an open order at its price; without one, the current price of the type. */
function amountDueNow(
  member: Member,
  type: MembershipType | undefined,
  order: Order | undefined,
  left: number,
): MemberPayments["due"] {
  const open = isOpen(order) ? order : undefined;
  const obstacle = obstacleAtDesk(member, type ?? {}, open ?? { id: "" });
  if (obstacle) return { refusal: OBSTACLE_LABELS[obstacle] };
  if (open) return { amount: left, currency: open.price_currency };
  if (!type) return { refusal: "la fiche n’a pas de type d’adhésion, choisissez-le d’abord" };
  if (type.price === 0) return { refusal: "ce type d’adhésion n’a pas de prix fixe" };
  return { amount: type.price, currency: type.currency };
}

/** An expired order can still be paid at the desk; after a chargeback the amount is due again. */
const isOpen = (order: Order | undefined): order is Order =>
  order !== undefined && (order.status === "held" || order.status === "expired" || order.owes);

/**
 * Takes the payment of a membership at the desk, which activates it; also for a member whom staff added and who has no
 * order yet.
 * @throws AppError 'not-found', 'conflict'
 */
export async function recordMembershipPayment(
  db: StaffDb,
  id: string,
  cash: Omit<OfflinePayment, "staffId">,
  now = currentTime(),
): Promise<Member> {
  const file = await findMemberPayments(db, id);
  if (!file) throw new AppError("not-found", "no such member");
  const { member, type, due } = file;
  const last = await orderOfSubject(db, "membership", id);
  // The same form sent twice: recording a paid order again changes nothing.
  const isPaid = last && member.order_id === last.id;
  if ("refusal" in due && !isPaid)
    throw new AppError("conflict", `${due.refusal}, n’encaissez pas`);
  if (last && (isPaid || isOpen(last))) await takeCash(db, last.id, cash, now);
  else if (type) await takeCash(db, (await openMembershipOrder(db, member, type)).id, cash, now);
  return member;
}
