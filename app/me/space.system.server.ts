import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { columnsOf } from "../core/database/doors/columns.server.ts";
import { asSystem, type SystemDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { events } from "../events/events.table.server.ts";
import { eventEnd } from "../events/events.ts";
import { isoDay } from "../i18n/format.ts";
import { isSuspended, licenceState } from "../licences/licence-state.ts";
import { findLicence } from "../licences/licences.operations.server.ts";
import { mayBeListed } from "../licences/register.system.server.ts";
import { listClubsOfOfficer } from "../membership/clubs/club-profile.operations.server.ts";
import { findClubNames } from "../membership/clubs/clubs.operations.server.ts";
import { formatLicence } from "../membership/members/licence-number.ts";
import { members } from "../membership/members/members.table.server.ts";
import { memberLabel, personName } from "../membership/members/members.ts";
import { nearEnd } from "../membership/renewal/membership-period.ts";
import { renewalToken } from "../membership/renewal/reminders.operations.server.ts";
import { membershipTypes } from "../membership/types/membership-types.table.server.ts";
import { newsletterSubscriptions } from "../newsletter/newsletter.table.server.ts";
import { unsubscribeToken } from "../newsletter/unsubscribe-token.server.ts";
import { orders } from "../payments/payments.table.server.ts";
import { listReceipts } from "../payments/receipts/receipts.operations.server.ts";
import { eventRegistrations } from "../registrations/registrations.table.server.ts";
import { isValidTicket } from "../registrations/registrations.ts";
import { listOwnMoves } from "./club/moves.operations.server.ts";

const MOST_MEMBERSHIPS = 40;
const MOST_REGISTRATIONS = 60;
const MOST_PAST = 10;
const MOST_ORDERS = 20;

/**
 * What stands under an address: of each person the name, the state and the links that our mails to this address hold.
 * Families share an address, so nothing else of anybody is shown.
 */
export function readSpace(email: string) {
  return asSystem("me.read", async (db) => {
    const rows = await listMembers(db, email);
    const places = await listPlaces(db, email);
    return {
      memberships: await listMemberships(db, rows),
      clubs: await findClubNames(
        db,
        rows.flatMap(({ club }) => club ?? []),
      ),
      actsFor: await listClubsOfOfficer(db, email),
      moves: await listOwnMoves(db, email),
      ...splitPlaces(places),
      orders: await listOrders(db, email),
      subscription: await findSubscription(db, email),
      consents: [...rows, ...places].flatMap(consentOf),
    };
  });
}

export type Space = Awaited<ReturnType<typeof readSpace>>;

const listMembers = (db: SystemDb, email: string) =>
  db
    .select({
      ...columnsOf(members, [
        "id",
        "organisation",
        "first_name",
        "last_name",
        "email",
        "birth_date",
        "guardian_name",
        "guardian_consent",
        "guardian_consent_at",
        "member_type",
        "status",
        "membership_end",
        "lapsed_on",
        "licence_serial",
        "club",
        "application_token",
        "terms_since",
        "listed_since",
        "is_test",
      ]),
      form: sql<string>`search_form(coalesce(${members.organisation}, ${members.first_name} || ' ' || ${members.last_name}))`,
      type: { name: membershipTypes.name, name_en: membershipTypes.name_en },
    })
    .from(members)
    .leftJoin(membershipTypes, eq(membershipTypes.id, members.membership_type_id))
    .where(eq(sql`lower(${members.email})`, sql`lower(${email})`))
    .orderBy(sql`${members.membership_end} desc nulls first`, desc(members.id))
    .limit(MOST_MEMBERSHIPS);

type MemberRow = Awaited<ReturnType<typeof listMembers>>[number];

/** Each licence once, by the membership that it shows; other memberships unless a later one of the same replaced them. */
async function listMemberships(db: SystemDb, rows: readonly MemberRow[]) {
  const today = isoDay(currentTime());
  const serials = new Set(rows.flatMap(({ licence_serial }) => licence_serial ?? []));
  const licences = [];
  const held = new Set<string>();
  for (const serial of serials) {
    const found = await findLicence(db, serial);
    const { licence, holder } = found ?? {};
    const row = rows.find(({ id }) => id === holder?.id);
    if (!licence || !holder || !row) continue;
    held.add(row.id);
    const state = licenceState(holder, licence, today);
    licences.push({
      ...membershipOf(row, today),
      licence: {
        number: formatLicence(serial),
        state,
        suspension: isSuspended(licence, today) ? { until: licence.suspended_until } : undefined,
      },
    });
  }
  const keyOf = (row: MemberRow) => JSON.stringify([row.member_type, row.form, row.birth_date]);
  const seen = new Set(rows.filter(({ id }) => held.has(id)).map(keyOf));
  const others = rows.filter((row) => {
    if (held.has(row.id)) return false;
    const isReplaced = row.licence_serial !== null || seen.has(keyOf(row));
    seen.add(keyOf(row));
    return row.status !== "expired" || !isReplaced;
  });
  return [
    ...licences,
    ...others.map((row) => ({ ...membershipOf(row, today), licence: undefined })),
  ];
}

function membershipOf(row: MemberRow, today: string) {
  const { id, email, status, type, application_token: token, membership_end: end } = row;
  const isOver = status === "expired" && end !== null && end < today;
  const renews = end !== null && (isOver || nearEnd(row, today) !== undefined);
  return {
    id,
    name: memberLabel(row),
    type,
    status,
    end,
    token,
    is_test: row.is_test,
    // Of a club its own number, of a player that of their club.
    club: row.club,
    isClub: row.member_type === "club",
    register: mayBeListed(row, today) ? { isListed: row.listed_since !== null } : undefined,
    renewal: renews ? renewalToken({ id, email, end }) : undefined,
  };
}

/** Lists a licence under the person's own address in the public register, or removes it: with all its memberships. */
export function setListed(email: string, memberId: string, isListed: boolean): Promise<void> {
  return asSystem("me.register", async (db) => {
    const today = isoDay(currentTime());
    const own = eq(sql`lower(${members.email})`, sql`lower(${email})`);
    const [row] = await db
      .select(columnsOf(members, ["licence_serial", "birth_date"]))
      .from(members)
      .where(and(eq(members.id, memberId), own));
    if (!row?.licence_serial || (isListed && !mayBeListed(row, today))) return;
    await db
      .update(members)
      .set({ listed_since: isListed ? today : null })
      .where(
        and(
          eq(members.licence_serial, row.licence_serial),
          own,
          isListed ? isNull(members.listed_since) : isNotNull(members.listed_since),
        ),
      );
  });
}

const listPlaces = (db: SystemDb, email: string) =>
  db
    .select({
      ...columnsOf(eventRegistrations, [
        "id",
        "first_name",
        "last_name",
        "status",
        "reference",
        "ticket_token",
        "guardian_name",
        "guardian_consent",
        "guardian_consent_at",
        "terms_since",
        "is_test",
      ]),
      event: columnsOf(events, [
        "title",
        "title_en",
        "date",
        "time",
        "end_date",
        "end_time",
        "status",
      ]),
    })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.event_id))
    .where(eq(sql`lower(${eventRegistrations.email})`, sql`lower(${email})`))
    .orderBy(desc(events.date), desc(eventRegistrations.id))
    .limit(MOST_REGISTRATIONS);

type PlaceRow = Awaited<ReturnType<typeof listPlaces>>[number];

function splitPlaces(rows: readonly PlaceRow[]) {
  const now = currentTime();
  const places = rows.map((row) => ({
    id: row.id,
    name: personName(row),
    status: row.event.status === "cancelled" ? ("cancelled" as const) : row.status,
    reference: row.reference,
    token: row.ticket_token,
    hasFile: isValidTicket(row),
    is_test: row.is_test,
    event: row.event,
    isToCome: eventEnd(row.event) >= now,
  }));
  return {
    /** The soonest first. */
    toCome: places.filter(({ isToCome }) => isToCome).reverse(),
    past: places.filter(({ isToCome }) => !isToCome).slice(0, MOST_PAST),
  };
}

async function listOrders(db: SystemDb, email: string) {
  const rows = await db
    .select(
      columnsOf(orders, [
        "id",
        "token",
        "label_fr",
        "label_en",
        "price_amount",
        "price_currency",
        "status",
        "owes",
        "payer_name",
      ]),
    )
    .from(orders)
    .where(eq(sql`lower(${orders.payer_email})`, sql`lower(${email})`))
    .orderBy(desc(orders.created_at), desc(orders.id))
    .limit(MOST_ORDERS);
  const receipts = await listReceipts(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, ...order }) => ({
    ...order,
    shared: false,
    receipts: receipts.filter(({ order_id }) => order_id === id).map(({ number }) => number),
  }));
}

async function findSubscription(db: SystemDb, email: string) {
  const { id, consent_text, consented_at, status } = newsletterSubscriptions;
  const [row] = await db
    .select({ id, consent_text, consented_at, status })
    .from(newsletterSubscriptions)
    .where(eq(newsletterSubscriptions.email, email));
  return row?.status === "active"
    ? { token: unsubscribeToken(row.id), text: row.consent_text, at: row.consented_at }
    : undefined;
}

/** What was agreed to with a membership or a registration. */
function consentOf(row: MemberRow | PlaceRow) {
  const { guardian_consent: text, guardian_consent_at: at, terms_since } = row;
  const guardian = text && at ? { name: row.guardian_name ?? "", text, at } : undefined;
  if (!guardian && !terms_since) return [];
  const name = "organisation" in row ? memberLabel(row) : personName(row);
  const event = "event" in row ? row.event : undefined;
  return [{ id: row.id, name, event, terms_since, guardian }];
}
