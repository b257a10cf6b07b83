import { randomBytes } from "node:crypto";
import { and, desc, eq, gte, or, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { isUniqueViolation } from "../../core/database/doors/violations.server.ts";
import { isFrom, type Sender } from "../../core/http/browser.server.ts";
import { networkOf } from "../../core/http/network.ts";
import { currentTime } from "../../core/process/clock.ts";
import { runInSequence } from "../../core/process/keyed-queue.ts";
import { consentGiven, type GuardianRelation } from "../../guardians/guardian.ts";
import { isoDay } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { dayInForce } from "../../legal/in-force.operations.server.ts";
import { mayWriteTo, queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { readAmountOwed } from "../../payments/offline/offline-payment.operations.server.ts";
import type { WriteDb } from "../../payments/orders/fulfilment.ts";
import {
  cancelOpenOrder,
  openOrder,
  orderOfSubject,
  subjectOfOrder,
} from "../../payments/orders/orders.operations.server.ts";
import type { Order } from "../../payments/orders/orders.table.server.ts";
import { members } from "../members/members.table.server.ts";
import type { MembershipType } from "../types/membership-types.record.ts";
import { membershipTypes } from "../types/membership-types.table.server.ts";
import { applicationReceivedMail } from "./application.mail.ts";
import type { Application } from "./application-schema.ts";

export type Member = typeof members.$inferSelect;

const DAY_MS = 86_400_000;
/** However often somebody sends the same person, so many of their applications are looked at. */
const PENDING_SEEN = 20;

type ApplicationContext = { language: Language; from?: Sender };

/**
 * Records an application, pending, with the order that pays for it. The same person in the same browser
 * goes on with what they began. From another browser it may be somebody else: it is an application of
 * its own, which tells nothing of the other one, and the address hears of both. Gives the token of its
 * page; undefined for a type that is not on offer.
 */
export async function apply(
  application: Application,
  options: ApplicationContext,
  now = currentTime(),
): Promise<string | undefined> {
  const lane = options.from?.ip && networkOf(options.from.ip);
  const work = () => asSystem("membership.apply", (db) => record(db, application, options, now));
  try {
    return await runInSequence("membership", work, lane);
  } catch (error) {
    // Sent twice at the same moment: the other one was first, and this one now finds it.
    if (!isUniqueViolation(error)) throw error;
    return work();
  }
}

async function record(
  db: SystemDb,
  application: Application,
  { language, from }: ApplicationContext,
  now: Date,
): Promise<string | undefined> {
  const type = await findType(db, application.type);
  if (!type?.is_active) return undefined;
  const values = {
    ...rowOf(application, type),
    ...consentGiven(application.guardian, "membership", language, now),
    language,
    terms_since: await dayInForce(db, "terms", now),
  };
  const own = (row: Member) => from !== undefined && isFrom(row, from, now);
  const active = (await listJustBegun(db, values, now)).find(own);
  if (active?.application_token) return active.application_token;
  const pending = (await listPending(db, values)).find(own);
  if (pending) await cancelAtOldPrice(db, pending.id, type);
  const waiting = await listPending(db, values).for("update");
  const mine = waiting.find(own);
  // One that staff noted has no page.
  const token = mine?.application_token ?? randomBytes(24).toString("base64url");
  const change = { ...values, application_token: token, browser: from?.browser.id };
  const [member] = mine
    ? await db.update(members).set(change).where(eq(members.id, mine.id)).returning()
    : await db
        .insert(members)
        .values({ ...change, status: "pending", is_duplicate: waiting.length > 0 })
        .returning();
  if (!member) throw new Error("an application was not recorded");
  const order = type.price > 0 ? await orderMembership(db, member, type) : undefined;
  if (!mine && mayWriteTo(member.email)) {
    const byHand = order?.by_hand ? { owed: await readAmountOwed(db, order), now } : undefined;
    const is_test = order?.mode === "test";
    const earlier = waiting.find((row) => !row.is_duplicate)?.application_token ?? undefined;
    const mail = applicationReceivedMail({ ...member, is_test, type, token, earlier, byHand });
    await queueMail(db, withKey(mail, member.id));
  }
  return token;
}

function rowOf(application: Application, type: MembershipType) {
  return {
    first_name: application.firstName,
    last_name: application.lastName,
    email: application.email,
    phone: application.phone,
    birth_date: application.birthDate,
    address: application.address,
    city: application.city,
    experience: application.experience,
    games: application.games,
    motivation: application.motivation,
    member_type: type.member_type,
    membership_type_id: type.id,
  };
}

export async function findType(db: WriteDb, id: string): Promise<MembershipType | undefined> {
  const [type] = await db.select().from(membershipTypes).where(eq(membershipTypes.id, id));
  return type;
}

type Person = Pick<Member, "first_name" | "email" | "birth_date">;

/** A family may share an address: the first name counts too, and the birth date where it is compared. */
export const isNamed = ({ first_name, email }: Omit<Person, "birth_date">) =>
  and(
    sql`lower(${members.email}) = lower(${email})`,
    sql`search_form(${members.first_name}) = search_form(${first_name})`,
  );

/** What a person began and has not paid. One that staff noted may have no birth date yet. */
function listPending(db: SystemDb, person: Person & { membership_type_id: string }) {
  return db
    .select()
    .from(members)
    .where(
      and(
        isNamed(person),
        sql`coalesce(${members.birth_date}, ${person.birth_date}) = ${person.birth_date}`,
        eq(members.membership_type_id, person.membership_type_id),
        eq(members.status, "pending"),
      ),
    )
    .orderBy(members.birth_date, desc(members.created_at))
    .limit(PENDING_SEEN);
}

/**
 * An order of before the price changed makes way for one at today's price. It is locked before the
 * member, as a payment locks them.
 */
async function cancelAtOldPrice(
  db: SystemDb,
  member: string,
  { price, currency }: MembershipType,
): Promise<void> {
  const order = await orderOfSubject(db, "membership", member);
  if (order?.status !== "held") return;
  const today = { price_amount: price, price_currency: currency };
  await cancelOpenOrder(db, order.id, currentTime(), today);
}

/** The active memberships of a person: `active_memberships_of_person` says the same of a member. */
const isActiveOf = (person: Person & Pick<Member, "member_type">) =>
  and(
    eq(members.status, "active"),
    isNamed(person),
    sql`${members.birth_date} = ${person.birth_date}`,
    eq(members.member_type, person.member_type),
  );

/** The membership of a person that runs now. */
export async function findActive(
  db: SystemDb,
  person: Person & Pick<Member, "member_type">,
): Promise<{ end: string | null } | undefined> {
  const [active] = await db
    .select({ end: members.membership_end })
    .from(members)
    .where(isActiveOf(person))
    .orderBy(desc(members.membership_end))
    .limit(1);
  return active;
}

/**
 * The memberships of this person that began today or yesterday: a form sent again by another tab, or by
 * the back button after paying, must not ask for money twice.
 */
function listJustBegun(
  db: SystemDb,
  person: Person & Pick<Member, "member_type"> & { membership_type_id: string },
  now: Date,
): Promise<Member[]> {
  const yesterday = isoDay(new Date(now.getTime() - DAY_MS));
  return db
    .select()
    .from(members)
    .where(
      and(
        isActiveOf(person),
        eq(members.membership_type_id, person.membership_type_id),
        gte(members.membership_start, yesterday),
      ),
    );
}

/** Opens the order that pays for a membership, or finds the one that is open. */
export function orderMembership(db: WriteDb, member: Member, type: MembershipType) {
  return openOrder(db, {
    kind: "membership",
    subject_id: member.id,
    price_amount: type.price,
    price_currency: type.currency,
    label_fr: `Adhésion\u202f: ${type.name}`,
    label_en: `Membership: ${type.name_en ?? type.name}`,
    language: member.language,
    payer_name: `${member.first_name} ${member.last_name}`,
    payer_email: member.email,
    payer_phone: member.phone,
  });
}

/** What the page of an application shows: nothing by which its payer could be written to or called but what it says. */
export type ShownApplication = Pick<
  Member,
  "first_name" | "last_name" | "email" | "status" | "membership_end" | "lapsed_on"
> & {
  token: string;
  /** Of a minor: who agreed. */
  guardian?: { name: string; relation: GuardianRelation };
  /** Until when the same person has another one that runs, if they have; null when it has no end. */
  renewed_until?: string | null;
  /** Absent when staff removed it since. */
  type: Pick<MembershipType, "name" | "name_en" | "price" | "currency"> | null;
  type_id: string | null;
  order: Pick<Order, "token" | "status"> | undefined;
};

/** The application at an address, which may also be that of its order; undefined when there is none. */
export function readApplication(token: string): Promise<ShownApplication | undefined> {
  return asSystem("membership.read", async (db) => {
    const [row] = await db
      .select({
        id: members.id,
        token: members.application_token,
        first_name: members.first_name,
        last_name: members.last_name,
        email: members.email,
        status: members.status,
        membership_end: members.membership_end,
        lapsed_on: members.lapsed_on,
        guardian: {
          name: sql<string>`${members.guardian_name}`,
          relation: sql<GuardianRelation>`${members.guardian_relation}`,
        },
        birth_date: members.birth_date,
        member_type: members.member_type,
        type_id: membershipTypes.id,
        type: {
          name: membershipTypes.name,
          name_en: membershipTypes.name_en,
          price: membershipTypes.price,
          currency: membershipTypes.currency,
        },
      })
      .from(members)
      .leftJoin(membershipTypes, eq(membershipTypes.id, members.membership_type_id))
      .where(or(eq(members.application_token, token), eq(members.id, subjectOfOrder(db, token))));
    if (!row?.token) return undefined;
    const { id, token: own, birth_date, member_type, guardian, ...application } = row;
    const other =
      row.status === "expired"
        ? await findActive(db, { ...application, birth_date, member_type })
        : undefined;
    const order = await orderOfSubject(db, "membership", id);
    return {
      ...application,
      token: own,
      ...(guardian?.name && guardian.relation && { guardian }),
      ...(other && { renewed_until: other.end }),
      order: order && { token: order.token, status: order.status },
    };
  });
}
