import { and, asc, desc, eq, gte, inArray, or, sql } from "drizzle-orm";
import { columnsOf } from "../../core/database/doors/columns.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isoDay } from "../../i18n/format.ts";
import { pathIn } from "../../i18n/languages.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { chargesOf } from "../../payments/ledger/settlement.operations.server.ts";
import { amountReceived } from "../../payments/ledger/settlement.ts";
import type { Fulfilment, Refusal, WriteDb } from "../../payments/orders/fulfilment.ts";
import type { Order } from "../../payments/payments.table.server.ts";
import { formatLicence } from "../members/licence-number.ts";
import { findLicenceSuspension } from "../members/licence-suspension.operations.server.ts";
import { members } from "../members/members.table.server.ts";
import {
  type MailedType,
  membershipActiveMail,
  membershipReturnedMail,
} from "../renewal/membership.mail.ts";
import { endWithoutLastPayment, membershipPeriod } from "../renewal/membership-period.ts";
import type { MembershipType } from "../types/membership-types.record.ts";
import { membershipTypes } from "../types/membership-types.table.server.ts";
import { orderCancelledMail } from "./application.mail.ts";
import {
  findMembershipType,
  hasSameName,
  hasSuspendedMembership,
  lockBeginnings,
  type Member,
} from "./membership.system.server.ts";
import {
  isEnded,
  OBSTACLE_LABELS,
  type Obstacle,
  obstacleAtDesk,
  obstacleOnline,
} from "./payment-obstacles.ts";

/** The columns that the treasury may read: no birth date, address or guardian. */
const payerColumns = columnsOf(members, [
  ...([
    "id",
    "organisation",
    "first_name",
    "last_name",
    "email",
    "language",
    "is_test",
    "status",
  ] as const),
  ...(["membership_start", "membership_end", "membership_type_id", "order_id"] as const),
]);
type Payer = Pick<Member, keyof typeof payerColumns>;

/** The active memberships of the same person. The birth date is compared by the database, since the treasury cannot read it. */
export const isActiveForPersonOf = ({ id }: Pick<Payer, "id">) =>
  sql`${members.id} in (select active_memberships_of_person(${id}))`;

/** The effect of a payment on an application, in the transaction that records the payment. */
export const membershipFulfilment: Fulfilment = {
  async payable(db, order, check) {
    const found = await (check.lock ? lockPerson : findMember)(db, order.subject_id);
    const member = found && (await withStanding(db, found));
    const type = member?.membership_type_id
      ? await findTypeToSell(db, member.membership_type_id, check.lock)
      : undefined;
    const obstacle =
      check.channel === "desk"
        ? obstacleAtDesk(member, type, order)
        : obstacleOnline(member, type, order);
    return obstacle ? toRefusal(obstacle, type) : "ok";
  },

  async confirm(db, order) {
    const member = await lockPerson(db, order.subject_id);
    if (!member) return "no-place";
    // A membership is paid once; staff refund a second payment.
    if (member.order_id) return member.order_id === order.id ? "fulfilled" : "no-place";
    // A late payment does not begin an ended membership again, nor another one beside one that is suspended.
    if (isEnded(member) || (await hasSuspendedMembership(db, member.id))) return "no-place";
    await activate(db, member, order);
    return "fulfilled";
  },

  async release(db, order, staffId) {
    if (staffId && order.status === "held") await mailCancellation(db, order);
    // A pending application takes no place, so there is nothing else to release.
    const returned = await takeBackYear(db, order);
    if (returned) await mailReturned(db, order, returned);
  },

  async discard(db, tests) {
    const ids = tests.map((order) => order.subject_id);
    const removed = await db
      .delete(members)
      .where(and(inArray(members.id, ids), eq(members.is_test, true)))
      .returning(payerColumns);
    // The test ended the person's real membership, which is active again.
    for (const member of removed.filter(({ order_id }) => order_id))
      await reactivateLast(db, member);
    const others = tests.filter(({ subject_id }) => !removed.some(({ id }) => id === subject_id));
    for (const order of others) await takeBackYear(db, order);
  },

  listDecisions: async () => [],

  async greeted(db, order) {
    const member = await findMember(db, order.subject_id);
    return member && { firstName: member.first_name, organisation: member.organisation };
  },

  async restart(db, order, language) {
    const member = await findMember(db, order.subject_id);
    const type = member?.membership_type_id
      ? await findMembershipType(db, member.membership_type_id)
      : undefined;
    const path = pathIn(language, "/membership");
    return { path: type?.is_active ? `${path}?type=${type.id}#form` : path, livesOn: false };
  },

  thanks: (order, language) => pathIn(language, `/membership/application/${order.token}`),
};

/** Activates the latest membership of a person that has not reached its end. */
async function reactivateLast(db: WriteDb, person: Payer): Promise<void> {
  const [last] = await db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        hasSameName(person),
        eq(members.status, "expired"),
        gte(members.membership_end, isoDay(currentTime())),
      ),
    )
    .orderBy(desc(members.membership_end))
    .limit(1)
    .for("update");
  if (last) await db.update(members).set({ status: "active" }).where(eq(members.id, last.id));
}

type Returned = { member: Payer; end: string; isOver: boolean };

/** Takes back what an order had paid of a membership, once. */
async function takeBackYear(db: WriteDb, order: Order): Promise<Returned | undefined> {
  const [member] = await db
    .select(payerColumns)
    .from(members)
    .where(eq(members.order_id, order.id));
  if (!member?.membership_end) return undefined;
  const end = endWithoutLastPayment(member.membership_end);
  const isOver = end <= isoDay(currentTime());
  await db
    .update(members)
    .set({ order_id: null, membership_end: end, ...(isOver && { status: "expired" as const }) })
    .where(eq(members.id, member.id));
  return { member, end, isOver };
}

const typeOf = async (db: WriteDb, { membership_type_id: id }: Payer): Promise<MailedType> =>
  (id && (await findMembershipType(db, id))) || null;

async function mailReturned(
  db: WriteDb,
  order: Order,
  { member, end, isOver }: Returned,
): Promise<void> {
  const type = await typeOf(db, member);
  const mail = membershipReturnedMail({ ...member, type, end, isOver });
  await queueMail(db, withKey(mail, member.id, order.id));
}

/** Mails the applicant that the open order was cancelled. */
async function mailCancellation(db: WriteDb, order: Order): Promise<void> {
  const member = await findMember(db, order.subject_id);
  if (!member) return;
  const { price_amount: amount, price_currency: currency } = order;
  const type = await typeOf(db, member);
  const received = amountReceived(await chargesOf(db, order.id));
  const mail = orderCancelledMail({ ...member, type, amount, currency, received });
  await queueMail(db, withKey(mail, member.id, order.id));
}

/**
 * Locks all memberships of a member's person, always in the same order: of two payments at the same moment, the second
 * finds the first membership active.
 */
async function lockPerson(db: WriteDb, id: string): Promise<Payer | undefined> {
  const row = await findMember(db, id);
  if (!row) return undefined;
  await lockBeginnings(db, [row.email]);
  const memberships = await db
    .select(payerColumns)
    .from(members)
    .where(or(eq(members.id, id), hasSameName(row)))
    .orderBy(asc(members.id))
    .for("update");
  return memberships.find((member) => member.id === id);
}

/** A membership as a payment meets it. */
export const withStanding = async <M extends Pick<Payer, "id">>(db: WriteDb, member: M) => ({
  ...member,
  isBesideSuspended: await hasSuspendedMembership(db, member.id),
});

async function findMember(db: WriteDb, id: string): Promise<Payer | undefined> {
  const [member] = await db.select(payerColumns).from(members).where(eq(members.id, id));
  return member;
}

/** A type of membership, locked until the transaction ends with `lock`. */
async function findTypeToSell(
  db: WriteDb,
  id: string,
  lock: boolean,
): Promise<MembershipType | undefined> {
  if (!lock) return findMembershipType(db, id);
  const one = db.select().from(membershipTypes).where(eq(membershipTypes.id, id));
  const [type] = await one.for("share");
  return type;
}

function toRefusal(obstacle: Obstacle, type: MembershipType | undefined): Refusal {
  return {
    reason: `membership.${obstacle}`,
    staff: OBSTACLE_LABELS[obstacle],
    ...(type &&
      obstacle === "priceChanged" && { price: { amount: type.price, currency: type.currency } }),
  };
}

/** Begins a membership today. A renewal keeps the days that are left and ends the earlier membership. */
async function activate(db: WriteDb, member: Payer, order: Order): Promise<void> {
  const now = currentTime();
  const earlier = await db
    .select({ end: members.membership_end })
    .from(members)
    .where(isActiveForPersonOf(member))
    .orderBy(desc(members.membership_end))
    .for("update");
  const { status, membership_start: start, membership_end: end } = member;
  // Staff may have activated it before the payment.
  const current = status === "active" && start && end ? { start, end } : undefined;
  const period = current ?? membershipPeriod(isoDay(now), earlier[0]?.end);
  await db.update(members).set({ status: "expired" }).where(isActiveForPersonOf(member));
  const [begun] = await db
    .update(members)
    .set({
      status: "active",
      membership_start: period.start,
      membership_end: period.end,
      order_id: order.id,
    })
    .where(eq(members.id, member.id))
    .returning({ serial: members.licence_serial });
  const type = await typeOf(db, member);
  const receipt = {
    reference: order.reference,
    amount: order.price_amount,
    currency: order.price_currency,
    paidAt: now,
    // Where the numbered receipts of its order are.
    page: `/payments/${order.token}`,
  };
  const mail = membershipActiveMail({
    ...member,
    type,
    period,
    isRenewal: current === undefined && earlier.length > 0,
    receipt,
    suspension: await findLicenceSuspension(db, begun?.serial),
    ...(begun?.serial && {
      // The page of the card opens by the token of the order too.
      licence: { number: formatLicence(begun.serial), page: `/licences/${order.token}` },
    }),
  });
  await queueMail(db, withKey(mail, member.id, order.id));
}
