import { and, desc, eq, inArray, isNotNull } from "drizzle-orm";
import { app } from "../core/app.ts";
import { columnsOf } from "../core/database/doors/columns.server.ts";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { events } from "../events/events.table.server.ts";
import { findLicenceWords } from "../licences/licences.staff.server.ts";
import { mailOutbox } from "../mail/mail.table.server.ts";
import { readMailKind } from "../mail/sent-mails.staff.server.ts";
import { listClubNames } from "../membership/clubs/clubs.staff.server.ts";
import { members } from "../membership/members/members.table.server.ts";
import { memberLabel } from "../membership/members/members.ts";
import { orders } from "../payments/payments.table.server.ts";
import { auditLog } from "../records/history/audit.table.server.ts";
import { eventRegistrations } from "../registrations/registrations.table.server.ts";

declare module "../core/app.ts" {
  interface App {
    /** What the log calls an act on a record; set by the office, which knows every notion. */
    actWords: (act: { action: string; entity: string }) => string;
  }
}

/** Entries of each part; the lists of the office have all. */
const MOST = 50;

/** The rows of a person, by their ids; which they are is known to the system alone. */
export type PersonRows = {
  ids: readonly string[];
  mails: readonly string[];
  log: readonly string[];
};

/** Whether the reader may open an address: the part of the screen that it lists is shown to them. */
type May = (address: string) => boolean;

/**
 * What the office has of a person, each part for whoever may open its list: an administrator reads all of it, the
 * treasury what was paid and for which membership, those who manage events the registrations. Without a
 * part for the reader it does not say who the person is.
 */
export async function readPersonParts(db: StaffDb, rows: PersonRows, may: May) {
  const isOffice = may("/admin/members");
  const memberships =
    isOffice || may("/admin/payments/memberships") ? await listMemberships(db, rows) : [];
  const registrations = may("/admin/registrations") ? await listRegistrationsOf(db, rows) : [];
  const payments = may("/admin/payments") ? await listOrdersOfPerson(db, rows) : [];
  const [newest] = [...memberships, ...registrations, ...payments];
  const licensed = isOffice && memberships.find(({ licence_serial }) => licence_serial !== null);
  return {
    name: newest?.name,
    email: newest?.email,
    licence: licensed
      ? { member: licensed.id, words: await findLicenceWords(db, licensed.id) }
      : undefined,
    club: isOffice ? await findClub(db, rows) : undefined,
    memberships: memberships.map(({ licence_serial: _serial, ...row }) => row),
    registrations,
    payments,
    mails: may("/admin/mails") ? await listMails(db, rows) : [],
    log: may("/admin/audit") ? await listLog(db, rows) : [],
  };
}

export type PersonParts = Awaited<ReturnType<typeof readPersonParts>>;

// The treasury reads no other columns of members.
const MEMBERSHIP = columnsOf(members, [
  "id",
  "organisation",
  "first_name",
  "last_name",
  "email",
  "member_type",
  "status",
  "membership_start",
  "membership_end",
  "licence_serial",
  "is_test",
]);

async function listMemberships(db: StaffDb, { ids }: PersonRows) {
  const rows = await db
    .select(MEMBERSHIP)
    .from(members)
    .where(inArray(members.id, [...ids]))
    .orderBy(desc(members.membership_end), desc(members.id))
    .limit(MOST);
  return rows.map(({ organisation, first_name, last_name, ...row }) => ({
    ...row,
    name: memberLabel({ organisation, first_name, last_name }),
  }));
}

/** The club that a player is of. */
async function findClub(db: StaffDb, { ids }: PersonRows): Promise<string | undefined> {
  const [row] = await db
    .select({ club: members.club })
    .from(members)
    .where(
      and(
        inArray(members.id, [...ids]),
        eq(members.member_type, "player"),
        isNotNull(members.club),
      ),
    )
    .orderBy(desc(members.membership_end))
    .limit(1);
  return row && [...(await listClubNames(db, [row.club])).values()].at(0);
}

async function listRegistrationsOf(db: StaffDb, { ids }: PersonRows) {
  const { id, reference, first_name, last_name, email, status, is_test } = eventRegistrations;
  const rows = await db
    .select({
      id,
      reference,
      first_name,
      last_name,
      email,
      status,
      is_test,
      event: events.title,
      date: events.date,
    })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.event_id))
    .where(inArray(id, [...ids]))
    .orderBy(desc(events.date), desc(id))
    .limit(MOST);
  return rows.map(({ first_name, last_name, ...row }) => ({
    ...row,
    name: `${first_name} ${last_name}`,
  }));
}

async function listOrdersOfPerson(db: StaffDb, { ids }: PersonRows) {
  const rows = await db
    .select(
      columnsOf(orders, [
        "id",
        "label_fr",
        "status",
        "owes",
        "price_amount",
        "price_currency",
        "created_at",
        "payer_name",
        "payer_email",
      ]),
    )
    .from(orders)
    .where(inArray(orders.subject_id, [...ids]))
    .orderBy(desc(orders.created_at), desc(orders.id))
    .limit(MOST);
  return rows.map(({ payer_name, payer_email, ...row }) => ({
    ...row,
    name: payer_name,
    email: payer_email,
  }));
}

/** To the person, about what, and whether it was sent; never its text. */
async function listMails(db: StaffDb, { mails }: PersonRows) {
  const rows = await db
    .select(columnsOf(mailOutbox, ["id", "template", "subject", "status", "sent_at", "created_at"]))
    .from(mailOutbox)
    .where(inArray(mailOutbox.id, [...mails]))
    .orderBy(desc(mailOutbox.created_at), desc(mailOutbox.id))
    .limit(MOST);
  return rows.map(({ template, ...row }) => ({ ...row, reason: readMailKind(template) }));
}

async function listLog(db: StaffDb, { log }: PersonRows) {
  const rows = await db
    .select(columnsOf(auditLog, ["id", "created_at", "staff_name", "action", "entity"]))
    .from(auditLog)
    .where(inArray(auditLog.id, [...log]))
    .orderBy(desc(auditLog.created_at), desc(auditLog.id))
    .limit(MOST);
  return rows.map(({ action, entity, ...row }) => ({
    ...row,
    words: app().actWords?.({ action, entity }) ?? action,
  }));
}
