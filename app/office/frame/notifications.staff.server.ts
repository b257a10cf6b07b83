import { and, asc, desc, eq, gte, isNotNull, lte, ne, sql } from "drizzle-orm";
import { contactMessages } from "../../contact/contact-messages.table.server.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { events } from "../../events/events.table.server.ts";
import { ofName } from "../../i18n/elision.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { memberLabel } from "../../membership/members/members.ts";
import { partners } from "../../partners/partners.table.server.ts";
import { auditLog } from "../../records/history/audit.table.server.ts";

/** Something new that staff may want to look at. Derived from the tables, never stored. */
export type Notification = {
  id: string;
  type: "member" | "message" | "event" | "partner" | "keys" | "account";
  title: string;
  message: string;
  time: Date;
  /** Whether somebody opened it; an unread one is marked in the list. */
  read: boolean;
  /** Counted on the bell: it came since the bell was last looked at. */
  fresh: boolean;
  /** Where it leads. */
  to: string;
};

/** How long something counts as new. */
const WINDOW_DAYS = 7;
const MAX_MEMBERS = 5;
const MAX_MESSAGES = 5;
const MAX_EVENTS = 3;
const MAX_NOTIFICATIONS = 10;

/** The screens of each kind: an account that may not open one does not get its notifications. */
const MEMBERS = "/admin/members";
const MESSAGES = "/admin/messages";
const EVENTS = "/admin/events";
const PARTNERS = "/admin/partners";
const KEYS = "/admin/payments/online";
const ACCOUNTS = "/admin/staff";

const recent = sql`site_now() - ${sql.raw(`interval '${WINDOW_DAYS} days'`)}`;

type Readable = (address: string) => boolean;

/** What is new: members and messages of the last days, events of the next ones, the newest first. */
export async function readNotifications(
  db: StaffDb,
  seenAt: Date,
  may: Readable,
): Promise<Notification[]> {
  const all = [
    ...(may(MEMBERS) ? await newMembers(db, seenAt, { limit: MAX_MEMBERS, since: recent }) : []),
    ...(may(MESSAGES) ? await newMessages(db, seenAt, { limit: MAX_MESSAGES, since: recent }) : []),
    ...(may(EVENTS) ? await nextEvents(db, seenAt) : []),
    ...(may(KEYS) ? await keyChanges(db, seenAt) : []),
    ...(may(ACCOUNTS) ? await waitingAccounts(db, seenAt) : []),
  ];
  return all.sort((a, b) => b.time.getTime() - a.time.getTime()).slice(0, MAX_NOTIFICATIONS);
}

/** The maximum number, and the oldest moment; without `since` there is none. */
type Range = { limit: number; since?: typeof recent };

/** A notification without a state of its own is read once the bell was opened. */
const seenBefore = ({ created_at }: { created_at: Date }, seenAt: Date) => ({
  read: created_at <= seenAt,
  fresh: created_at > seenAt,
});

/** The newest members, without tests. */
export async function newMembers(db: StaffDb, seenAt: Date, { limit, since }: Range) {
  const { id, organisation, first_name, last_name, created_at } = members;
  const rows = await db
    .select({ id, organisation, first_name, last_name, created_at })
    .from(members)
    .where(and(eq(members.is_test, false), since && gte(created_at, since)))
    .orderBy(desc(created_at), desc(id))
    .limit(limit);
  return rows.map(
    (row): Notification => ({
      id: `member-${row.id}`,
      type: "member",
      title: "Nouveau membre",
      message: memberLabel(row),
      time: row.created_at,
      ...seenBefore(row, seenAt),
      to: `${MEMBERS}/${row.id}`,
    }),
  );
}

/** The newest messages; a message is read when somebody opened it. */
export async function newMessages(db: StaffDb, seenAt: Date, { limit, since }: Range) {
  const { id, name, subject, created_at, status } = contactMessages;
  const rows = await db
    .select({ id, name, subject, created_at, status })
    .from(contactMessages)
    .where(since && gte(created_at, since))
    .orderBy(desc(created_at), desc(id))
    .limit(limit);
  return rows.map(
    (row): Notification => ({
      id: `message-${row.id}`,
      type: "message",
      title: `Message ${ofName(row.name)}`,
      message: row.subject,
      time: row.created_at,
      read: row.status !== "unread",
      fresh: row.status === "unread" && row.created_at > seenAt,
      to: `${MESSAGES}/${row.id}`,
    }),
  );
}

/** Changes of the payment keys, for all administrators. */
async function keyChanges(db: StaffDb, seenAt: Date): Promise<Notification[]> {
  const { id, staff_name, action, created_at } = auditLog;
  const rows = await db
    .select({ id, staff_name, created_at })
    .from(auditLog)
    .where(and(eq(action, "profiles.payment-keys"), gte(created_at, recent)))
    .orderBy(desc(created_at), desc(id))
    .limit(MAX_EVENTS);
  return rows.map(
    (row): Notification => ({
      id: `keys-${row.id}`,
      type: "keys",
      title: "Clés de paiement changées",
      message: `Par ${row.staff_name}`,
      time: row.created_at,
      ...seenBefore(row, seenAt),
      to: KEYS,
    }),
  );
}

/** Accounts that wait for the approval of a second person; unread until somebody has decided. */
async function waitingAccounts(db: StaffDb, seenAt: Date): Promise<Notification[]> {
  const { id, name, updated_at, admission_asked_by } = profiles;
  const rows = await db
    .select({ id, name, updated_at })
    .from(profiles)
    .where(and(isNotNull(admission_asked_by), ne(admission_asked_by, db.staffId)))
    .orderBy(desc(updated_at), desc(id))
    .limit(MAX_EVENTS);
  return rows.map(
    (row): Notification => ({
      id: `account-${row.id}`,
      type: "account",
      title: "Accès à approuver",
      message: row.name,
      time: row.updated_at,
      read: false,
      fresh: row.updated_at > seenAt,
      to: "/admin/staff",
    }),
  );
}

async function nextEvents(db: StaffDb, seenAt: Date): Promise<Notification[]> {
  const { id, title, date, created_at, status } = events;
  const rows = await db
    .select({ id, title, date, created_at })
    .from(events)
    .where(
      and(
        eq(status, "upcoming"),
        gte(date, sql`site_today()`),
        lte(date, sql`site_today() + ${WINDOW_DAYS}::int`),
      ),
    )
    .orderBy(asc(date), asc(id))
    .limit(MAX_EVENTS);
  return rows.map(
    (row): Notification => ({
      id: `event-${row.id}`,
      type: "event",
      title: "Événement à venir",
      message: row.title,
      time: row.created_at,
      ...seenBefore(row, seenAt),
      to: `${EVENTS}/${row.id}`,
    }),
  );
}

/** How much the list of activity shows of each kind. */
const ACTIVITY = 40;

/** Everything that happened lately, read or not, the newest first. */
export async function readActivity(
  db: StaffDb,
  seenAt: Date,
  may: Readable,
): Promise<Notification[]> {
  const all = [
    ...(may(MEMBERS) ? await newMembers(db, seenAt, { limit: ACTIVITY }) : []),
    ...(may(MESSAGES) ? await newMessages(db, seenAt, { limit: ACTIVITY }) : []),
    ...(may(EVENTS) ? await newestEvents(db, seenAt) : []),
    ...(may(PARTNERS) ? await newestPartners(db, seenAt) : []),
  ];
  return all.sort((a, b) => b.time.getTime() - a.time.getTime());
}

async function newestEvents(db: StaffDb, seenAt: Date): Promise<Notification[]> {
  const rows = await db
    .select({ id: events.id, title: events.title, created_at: events.created_at })
    .from(events)
    .orderBy(desc(events.created_at), desc(events.id))
    .limit(ACTIVITY);
  return rows.map(
    (row): Notification => ({
      id: `event-${row.id}`,
      type: "event",
      title: "Nouvel événement",
      message: row.title,
      time: row.created_at,
      ...seenBefore(row, seenAt),
      to: `${EVENTS}/${row.id}`,
    }),
  );
}

async function newestPartners(db: StaffDb, seenAt: Date): Promise<Notification[]> {
  const rows = await db
    .select({ id: partners.id, name: partners.name, created_at: partners.created_at })
    .from(partners)
    .orderBy(desc(partners.created_at), desc(partners.id))
    .limit(ACTIVITY);
  return rows.map(
    (row): Notification => ({
      id: `partner-${row.id}`,
      type: "partner",
      title: "Nouveau partenaire",
      message: row.name,
      time: row.created_at,
      ...seenBefore(row, seenAt),
      to: `${PARTNERS}/${row.id}`,
    }),
  );
}
