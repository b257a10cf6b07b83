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
import { findType, orderMembership } from "../apply/membership.system.server.ts";
import { OBSTACLE_LABELS, obstacleAtDesk } from "../apply/payment-obstacles.ts";
import type { MembershipType } from "../types/membership-types.record.ts";
import { findMember, type Member } from "./members.staff.server.ts";

/** The money of a member: what there is to see of it, and what staff take at the desk. */

type MemberPayments = {
  member: Member;
  type: MembershipType | undefined;
  /** The newest first. */
  orders: Order[];
  /** What can be taken at the desk now; or why nothing can, as a clause. */
  due: { amount: number; currency: Currency } | { refusal: string };
};

export async function findMemberPayments(
  db: StaffDb,
  id: string,
): Promise<MemberPayments | undefined> {
  const member = await findMember(db, id);
  if (!member) return undefined;
  const type = member.membership_type_id
    ? await findType(db, member.membership_type_id)
    : undefined;
  const orders = await listOrdersOf(db, "membership", id);
  const [last] = orders;
  const left = isOpen(last) ? amountDue(last, await chargesOf(db, last.id)) : 0;
  return { member, type, orders, due: dueOf(member, type, last, left) };
}

/** An order that waits keeps its price; without one, it is what the type costs today. */
function dueOf(
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

/** An order that expired can still be paid at the desk; what was taken back of one is due again. */
const isOpen = (order: Order | undefined): order is Order =>
  order !== undefined && (order.status === "held" || order.status === "expired" || order.owes);

/**
 * Takes the price of a membership on the spot, which begins it; also for somebody whom staff added
 * themselves, who has no order before.
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
  // The same press twice: the order is paid, and recording it once more changes nothing.
  const isPaid = last && member.order_id === last.id;
  if ("refusal" in due && !isPaid)
    throw new AppError("conflict", `${due.refusal}, n’encaissez pas`);
  if (last && (isPaid || isOpen(last))) await takeCash(db, last.id, cash, now);
  else if (type) await takeCash(db, (await orderMembership(db, member, type)).id, cash, now);
  return member;
}
