import { randomBytes } from "node:crypto";
import { and, desc, eq, gte, isNull, or, type SQL, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { isSameBrowser, type Sender } from "../../core/http/browser.server.ts";
import { networkOf } from "../../core/http/network.ts";
import { currentTime } from "../../core/process/clock.ts";
import { runInSequence } from "../../core/process/keyed-queue.ts";
import { DAY } from "../../core/values/durations.ts";
import { isUniqueViolation } from "../../core/values/errors.ts";
import { type GuardianRelation, guardianRowFromSite } from "../../guardians/guardian.ts";
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
import type { Order } from "../../payments/payments.table.server.ts";
import { formatLicence } from "../members/licence-number.ts";
import { findLicenceSuspension } from "../members/licence-suspension.operations.server.ts";
import { members } from "../members/members.table.server.ts";
import { type LicenceSuspension, memberLabel } from "../members/members.ts";
import { membershipPeriod } from "../renewal/membership-period.ts";
import type { MembershipType } from "../types/membership-types.record.ts";
import { membershipTypes } from "../types/membership-types.table.server.ts";
import { applicationReceivedMail } from "./application.mail.ts";
import type { Application } from "./application-schema.ts";

export type Member = typeof members.$inferSelect;

/** The most pending applications of one person that are compared. */
const MAX_PENDING = 20;

type Submitted = {
  /** Of the page to go on with. */
  token: string;
  /** They have this membership already: nothing was recorded. */
  isMember: boolean;
};

type ApplicationContext = { language: Language; from?: Sender };

/**
 * Records a pending application with its order. The same person in the same browser continues their earlier
 * application. Another browser may be somebody else's: it gets an application of its own that reveals nothing of
 * the other, and the address is mailed about both. Undefined for a type that is not on offer.
 */
export async function submitApplication(
  application: Application,
  options: ApplicationContext,
  now = currentTime(),
): Promise<Submitted | undefined> {
  const lane = options.from?.ip && networkOf(options.from.ip);
  const work = () =>
    asSystem("membership.apply", (db) => recordApplication(db, application, options, now));
  try {
    return await runInSequence("membership", work, lane);
  } catch (error) {
    // Sent twice at the same moment: the second attempt finds the first one.
    if (!isUniqueViolation(error)) throw error;
    return work();
  }
}

/** As `submitApplication`, in a transaction that is given. */
export async function recordApplication(
  db: SystemDb,
  application: Application,
  { language, from }: ApplicationContext,
  now: Date,
): Promise<Submitted | undefined> {
  const type = await findMembershipType(db, application.type);
  if (!type?.is_active) return undefined;
  const values = await applicantRow(db, application, type, language, now);
  const isFromSender = (row: Member) => from !== undefined && isSameBrowser(row, from, now);
  const begun = [
    ...(await listRecentlyStarted(db, values, now)),
    ...(await listSuspended(db, values, now)),
  ];
  const known = begun.find(isFromSender);
  if (known?.application_token) return { token: known.application_token, isMember: true };
  const pending = (await listPending(db, values)).find(isFromSender);
  if (pending) await cancelOutdatedOrder(db, pending.id, type);
  const waiting = await listPending(db, values).for("update");
  const existing = waiting.find(isFromSender);
  // An application entered by staff has no page yet.
  const token = existing?.application_token ?? randomBytes(24).toString("base64url");
  const change = { ...values, application_token: token, browser: from?.browser.id };
  const [member] = existing
    ? await db.update(members).set(change).where(eq(members.id, existing.id)).returning()
    : await db
        .insert(members)
        .values({ ...change, status: "pending", is_duplicate: waiting.length > 0 })
        .returning();
  if (!member) throw new Error("an application was not recorded");
  // Nothing is paid beside a suspended membership: staff decide, and only the mail says why, since the page may be
  // read by somebody else who knows the person's data.
  const isSuspended = await hasSuspendedMembership(db, member.id);
  const isPriced = type.price > 0 && !isSuspended;
  const order = isPriced ? await openMembershipOrder(db, member, type) : undefined;
  if (!existing && mayWriteTo(member.email)) {
    const toPay = order && { owed: await readAmountOwed(db, order), now };
    const isOnline = order !== undefined && !order.by_hand;
    const is_test = order?.mode === "test";
    const earlier = waiting.find((row) => !row.is_duplicate)?.application_token ?? undefined;
    const current = await findActiveMembership(db, values);
    const mail = applicationReceivedMail({
      ...member,
      is_test,
      type,
      token,
      earlier,
      toPay,
      isOnline,
      isSuspended,
      ...(current && { renewal: renewalOf(current, now) }),
    });
    await queueMail(db, withKey(mail, member.id));
  }
  return { token, isMember: false };
}

/** What an application writes of whoever applies. */
export async function applicantRow(
  db: SystemDb,
  application: Application,
  type: Pick<MembershipType, "id" | "member_type">,
  language: Language,
  now: Date,
) {
  return {
    organisation: application.organisation ?? null,
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
    ...guardianRowFromSite(application.guardian, "membership", language, now),
    language,
    terms_since: await dayInForce(db, "terms", now),
    listed_since: application.listed ? isoDay(now) : null,
  };
}

export async function findMembershipType(
  db: WriteDb,
  id: string,
): Promise<MembershipType | undefined> {
  const [type] = await db.select().from(membershipTypes).where(eq(membershipTypes.id, id));
  return type;
}

/** Whose membership it is: a person, or an organisation with its name. */
export type Holder = Pick<Member, "organisation" | "first_name" | "email" | "birth_date">;

/**
 * A family may share an address, so the first name is compared too; one person may answer for several organisations, so
 * that of an organisation is its own name.
 */
export const hasSameName = ({
  organisation,
  first_name,
  email,
}: Pick<Holder, "organisation" | "first_name" | "email">) =>
  and(
    sql`lower(${members.email}) = lower(${email})`,
    organisation === null
      ? and(
          isNull(members.organisation),
          sql`search_form(${members.first_name}) = search_form(${first_name})`,
        )
      : // Before organisations were asked for their name, the first name of their contact stood for it.
        sql`coalesce(search_form(${members.organisation}) = search_form(${organisation}),
          ${members.member_type} <> 'player' and search_form(${members.first_name}) = search_form(${first_name}))`,
  );

/** Organisations are not born. `orUnknown`: a row that staff entered may lack the birth date. */
const isBornAlike = (
  { organisation, birth_date }: Holder,
  { orUnknown = false } = {},
): SQL | undefined => {
  if (organisation !== null) return undefined;
  return orUnknown
    ? sql`coalesce(${members.birth_date}, ${birth_date}) = ${birth_date}`
    : sql`${members.birth_date} = ${birth_date}`;
};

/** The pending applications of a person or an organisation. */
function listPending(db: SystemDb, person: Holder & { membership_type_id: string }) {
  return db
    .select()
    .from(members)
    .where(
      and(
        hasSameName(person),
        isBornAlike(person, { orUnknown: true }),
        eq(members.membership_type_id, person.membership_type_id),
        eq(members.status, "pending"),
      ),
    )
    .orderBy(members.birth_date, desc(members.created_at))
    .limit(MAX_PENDING);
}

/**
 * Cancels an open order at a former price, so that a new one has today's. The order is locked before the member, as
 * a payment locks them.
 */
async function cancelOutdatedOrder(
  db: SystemDb,
  member: string,
  { price, currency }: MembershipType,
): Promise<void> {
  const order = await orderOfSubject(db, "membership", member);
  if (order?.status !== "held") return;
  const today = { price_amount: price, price_currency: currency };
  await cancelOpenOrder(db, order.id, currentTime(), today);
}

type Kind = Pick<Member, "member_type">;

const isMembershipOf = (person: Holder & Kind) =>
  and(hasSameName(person), isBornAlike(person), eq(members.member_type, person.member_type));

/** The active memberships of a person, as `active_memberships_of_person` in the database. */
export const isActiveMembershipOf = (person: Holder & Kind) =>
  and(eq(members.status, "active"), isMembershipOf(person));

/** The suspended memberships of a person, until their end, as `has_suspended_membership` in the database. */
export function listSuspended(db: SystemDb, person: Holder & Kind, now: Date): Promise<Member[]> {
  const { status, membership_end: end, is_test } = members;
  return db
    .select()
    .from(members)
    .where(
      and(
        eq(status, "suspended"),
        eq(is_test, false),
        or(isNull(end), gte(end, isoDay(now))),
        isMembershipOf(person),
      ),
    );
}

/** Whether the same person has another membership that is suspended: no other begins beside it. */
export async function hasSuspendedMembership(db: WriteDb, id: string): Promise<boolean> {
  const [row] = await db
    .select({ is: sql<boolean>`has_suspended_membership(${members.id})` })
    .from(members)
    .where(eq(members.id, id));
  return row?.is === true;
}

/**
 * Whoever begins a membership of these addresses waits for whoever else does, until its transaction ends: the second
 * one finds what the first one began.
 */
export async function lockBeginnings(db: WriteDb, emails: readonly string[]): Promise<void> {
  const lowered = [...new Set(emails.map((email) => email.toLowerCase()))].toSorted();
  for (const email of lowered)
    await db.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`membership ${email}`}, 0))`,
    );
}

export async function findActiveMembership(
  db: SystemDb,
  person: Holder & Kind,
): Promise<{ end: string | null; browser: string | null } | undefined> {
  const [active] = await db
    .select({ end: members.membership_end, browser: members.browser })
    .from(members)
    .where(isActiveMembershipOf(person))
    .orderBy(desc(members.membership_end))
    .limit(1);
  return active;
}

/** What a payment makes of a membership that its person has already. */
export type Renewal = {
  /** Its last day; null when it has none. */
  end: string | null;
  /** The last day after the payment. */
  until: string;
};

const renewalOf = ({ end }: { end: string | null }, now: Date): Renewal => ({
  end,
  until: membershipPeriod(isoDay(now), end).end,
});

/**
 * The memberships of this person that began today or yesterday: a form submitted again from another tab, or after the
 * back button, must not ask for a second payment.
 */
function listRecentlyStarted(
  db: SystemDb,
  person: Holder & Kind & { membership_type_id: string },
  now: Date,
): Promise<Member[]> {
  const yesterday = isoDay(new Date(now.getTime() - DAY));
  return db
    .select()
    .from(members)
    .where(
      and(
        isActiveMembershipOf(person),
        eq(members.membership_type_id, person.membership_type_id),
        gte(members.membership_start, yesterday),
      ),
    );
}

/** Opens the order that pays for a membership, or finds the one that is open. */
export function openMembershipOrder(
  db: WriteDb,
  member: Pick<
    Member,
    "id" | "language" | "organisation" | "first_name" | "last_name" | "email" | "phone"
  >,
  type: MembershipType,
) {
  return openOrder(db, {
    kind: "membership",
    subject_id: member.id,
    price_amount: type.price,
    price_currency: type.currency,
    label_fr: `Adhésion\u202f: ${type.name}`,
    label_en: `Membership: ${type.name_en ?? type.name}`,
    language: member.language,
    payer_name: memberLabel(member),
    payer_email: member.email,
    payer_phone: member.phone,
  });
}

/** The data of an application's page: of the contact data only the e-mail address. */
export type ShownApplication = Pick<
  Member,
  | "organisation"
  | "first_name"
  | "last_name"
  | "email"
  | "status"
  | "is_test"
  | "membership_end"
  | "lapsed_on"
> & {
  /** The number of their licence, if they have one. */
  licence?: string;
  /** Of that licence, where it holds beside an active membership. */
  suspension?: LicenceSuspension;
  token: string;
  /** The guardian of a minor, who agreed. */
  guardian?: { name: string; relation: GuardianRelation };
  /** The end of another active membership of the same person, if any; null when it has no end. */
  renewed_until?: string | null;
  /** What its payment prolongs; only where both come from one browser, since others may know the person's data. */
  renewal?: Renewal;
  /** Null when staff removed the type since. */
  type: Pick<MembershipType, "name" | "name_en" | "price" | "currency"> | null;
  type_id: string | null;
  order: Pick<Order, "token" | "status"> | undefined;
};

/** The application with this token, or with an order of this token. */
export function readApplication(token: string): Promise<ShownApplication | undefined> {
  return asSystem("membership.read", async (db) => {
    const [row] = await db
      .select({
        id: members.id,
        token: members.application_token,
        organisation: members.organisation,
        first_name: members.first_name,
        last_name: members.last_name,
        email: members.email,
        status: members.status,
        is_test: members.is_test,
        membership_end: members.membership_end,
        lapsed_on: members.lapsed_on,
        licence_serial: members.licence_serial,
        guardian: {
          name: sql<string>`${members.guardian_name}`,
          relation: sql<GuardianRelation>`${members.guardian_relation}`,
        },
        birth_date: members.birth_date,
        browser: members.browser,
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
    const {
      id,
      token: pageToken,
      birth_date,
      browser,
      member_type,
      guardian,
      licence_serial,
      ...application
    } = row;
    const other =
      row.status === "active" || row.status === "suspended"
        ? undefined
        : await findActiveMembership(db, { ...application, birth_date, member_type });
    const isOfBrowser = browser !== null && other?.browser === browser;
    const order = await orderOfSubject(db, "membership", id);
    const suspension =
      row.status === "active" ? await findLicenceSuspension(db, licence_serial) : undefined;
    return {
      ...application,
      suspension,
      token: pageToken,
      ...(licence_serial !== null && { licence: formatLicence(licence_serial) }),
      ...(guardian?.name && guardian.relation && { guardian }),
      ...(other && row.status === "expired" && { renewed_until: other.end }),
      ...(other &&
        row.status === "pending" &&
        isOfBrowser && { renewal: renewalOf(other, currentTime()) }),
      order: order && { token: order.token, status: order.status },
    };
  });
}
