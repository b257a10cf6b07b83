import { and, desc, eq, sql } from "drizzle-orm";
import { columnsOf } from "../../core/database/doors/columns.server.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { isId } from "../../core/secrets/id.ts";
import { AppError } from "../../core/values/errors.ts";
import type { DeskRates } from "../../payments/ledger/conversion.ts";
import { takeCash } from "../../payments/ledger/money.staff.server.ts";
import { chargesOf } from "../../payments/ledger/settlement.operations.server.ts";
import { amountDue } from "../../payments/ledger/settlement.ts";
import {
  type OfflinePayment,
  readDeskRates,
} from "../../payments/offline/offline-payment.operations.server.ts";
import { listOrdersOf, orderOfSubject } from "../../payments/orders/orders.operations.server.ts";
import { MEMBER_ORDERS } from "../../payments/orders/orders.ts";
import type { Order } from "../../payments/payments.table.server.ts";
import { matches } from "../../records/list/search.staff.server.ts";
import { isActiveForPersonOf, withStanding } from "../apply/fulfilment.operations.server.ts";
import { findMembershipType, openMembershipOrder } from "../apply/membership.system.server.ts";
import { OBSTACLE_LABELS, obstacleAtDesk } from "../apply/payment-obstacles.ts";
import type { MembershipType } from "../types/membership-types.record.ts";
import type { Member } from "./members.staff.server.ts";
import { members } from "./members.table.server.ts";

/** The money of a member: what there is to see of it, and what staff take at the desk. */

/** The columns that the treasury may read. */
const DESK_COLUMNS = columnsOf(members, [
  ...(["id", "organisation", "first_name", "last_name", "email", "language"] as const),
  ...(["member_type", "status", "membership_type_id", "order_id"] as const),
]);
export type DeskMember = Pick<Member, keyof typeof DESK_COLUMNS>;

type MemberPayments = {
  member: DeskMember;
  type: MembershipType | undefined;
  /** The newest first. */
  orders: Order[];
  /** The end of an active membership of the same person, which the payment prolongs; null when it has none. */
  renews?: string | null;
  /** What can be taken at the desk now; or why nothing can, as a clause. */
  due: { amount: number; rates: DeskRates } | { refusal: string };
};

export async function findMemberPayments(
  db: StaffDb,
  id: string,
): Promise<MemberPayments | undefined> {
  const [member] = isId(id)
    ? await db.select(DESK_COLUMNS).from(members).where(eq(members.id, id))
    : [];
  if (!member) return undefined;
  const type = member.membership_type_id
    ? await findMembershipType(db, member.membership_type_id)
    : undefined;
  const orders = await listOrdersOf(db, MEMBER_ORDERS, id);
  const last = orders.find(({ kind }) => kind === "membership");
  const left = isOpen(last) ? amountDue(last, await chargesOf(db, last.id)) : 0;
  const owed = amountDueNow(await withStanding(db, member), type, last, left);
  if ("refusal" in owed) return { member, type, orders, due: owed };
  const { amount, price } = owed;
  const [active] =
    member.status === "active"
      ? []
      : await db
          .select({ end: members.membership_end })
          .from(members)
          .where(isActiveForPersonOf(member))
          .orderBy(desc(members.membership_end))
          .limit(1);
  return {
    member,
    type,
    orders,
    ...(active && { renews: active.end }),
    due: { amount, rates: await readDeskRates(db, price) },
  };
}

const MOST_FOUND = 20;

/**
 * The members of a name or an e-mail address, the newest first: enough to tell who stands at the desk. It looks only at
 * what the treasury reads.
 */
export async function findAtDesk(db: StaffDb, words: string): Promise<DeskMember[]> {
  if (words === "") return [];
  const { organisation, first_name, last_name, email } = members;
  const text = sql`search_form(${first_name} || ' ' || ${last_name} || ' ' || ${email}
    || coalesce(' ' || ${organisation}, ''))`;
  return db
    .select(DESK_COLUMNS)
    .from(members)
    .where(matches(text, words))
    .orderBy(desc(members.id))
    .limit(MOST_FOUND);
}

/** An order that waits keeps its price; without one, it is what the type costs today. */
function amountDueNow(
  member: DeskMember & { isBesideSuspended: boolean },
  type: MembershipType | undefined,
  order: Order | undefined,
  left: number,
): { amount: number; price: Parameters<typeof readDeskRates>[1] } | { refusal: string } {
  const open = isOpen(order) ? order : undefined;
  const obstacle = obstacleAtDesk(member, type ?? {}, open ?? { id: "" });
  if (obstacle) return { refusal: OBSTACLE_LABELS[obstacle] };
  if (open) return { amount: left, price: open };
  if (!type) return { refusal: "la fiche n’a pas de type d’adhésion, choisissez-le d’abord" };
  if (type.price === 0) return { refusal: "ce type d’adhésion n’a pas de prix fixe" };
  const price = { price_amount: type.price, price_currency: type.currency };
  return { amount: type.price, price };
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
): Promise<DeskMember> {
  const file = await findMemberPayments(db, id);
  if (!file) throw new AppError("not-found", "no such member");
  const { member, type, due } = file;
  const last = await orderOfSubject(db, "membership", id);
  // The same form sent twice: recording a paid order again changes nothing.
  const isPaid = last && member.order_id === last.id;
  if ("refusal" in due && !isPaid)
    throw new AppError("conflict", `${due.refusal}, n’encaissez pas`);
  if (last && (isPaid || isOpen(last))) await takeCash(db, last.id, cash, now);
  else if (type) {
    const order = await openMembershipOrder(db, { ...member, phone: await phoneOf(db, id) }, type);
    await takeCash(db, order.id, cash, now);
  }
  return member;
}

/** The treasury does not read it in a member's file. */
async function phoneOf(db: StaffDb, id: string): Promise<string | null> {
  const isAdministrator = and(eq(profiles.id, db.staffId), eq(profiles.role, "admin"));
  if ((await db.$count(profiles, isAdministrator)) === 0) return null;
  const [row] = await db.select({ phone: members.phone }).from(members).where(eq(members.id, id));
  return row?.phone ?? null;
}
