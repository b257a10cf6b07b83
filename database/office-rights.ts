import {
  OFFICE_PERMISSIONS,
  type Permission,
  ROLE_PERMISSIONS,
  rolesWith,
} from "../app/core/values/permissions.ts";
import { OFFICE_ROLES } from "../app/core/values/roles.ts";

// What each permission lets somebody do in the database: what its screens do, table by table and, where not all of a
// table is theirs, column by column. What is not named here is closed to them. Which rows they write, where that is
// not all, the policies say (`officeWrites`); none says which they read, since a condition on rows would keep the
// search from its index. office-rights.sql is made of this: see `officeRightsSql`.

/** What may be done with a table: with "all" of its columns, or with those that are named. */
export type TableRights = { reads?: string; adds?: true; changes?: string; removes?: true };

const EVERYTHING: TableRights = { reads: "all", adds: true, changes: "all", removes: true };
const READS: TableRights = { reads: "all" };
const MANAGES: TableRights = { reads: "all", adds: true, changes: "all" };
const APPENDS: TableRights = { reads: "all", adds: true };

// Whoever administered the site until a week ago is told of money that one person could let go alone.
const FORMER_ADMINISTRATORS: TableRights = { reads: "administered_until, administered_email" };

export const TABLE_RIGHTS: Partial<Record<Permission, Readonly<Record<string, TableRights>>>> = {
  "office.enter": {
    profiles: {
      reads: `
        id, name, email, role, roles, is_active, device_generation, removed_at, created_at,
        updated_at`,
    },
    // What is done is logged, and read by administrators alone.
    audit_log: { adds: true },
    audit_values: { adds: true },
    // A mail is queued beside its reason; none is read.
    mail_outbox: { adds: true },
    // Rules and figures that screens go by, also those that visitors do not see.
    site_settings: READS,
  },
  "account.edit": {
    // Of one's own account alone: `profiles_rights`.
    profiles: { changes: "name, device_generation, updated_at" },
    // One's own devices: the policies let nobody see another's.
    auth_sessions: {
      reads: "id, user_id, expires_at, ip_address, user_agent, created_at, updated_at",
      removes: true,
    },
  },

  "texts.write": {
    drafts: EVERYTHING,
    versions: { reads: "all", adds: true, changes: "restored_from", removes: true },
    preview_links: { reads: "all", adds: true, removes: true },
    translations: { reads: "all", changes: "basis, outdated" },
    // What they delete goes into the bin, from which they take it themselves. To lock a row takes a column to change.
    bin: { reads: "all", adds: true, changes: "label", removes: true },
  },
  "pages.edit": {
    pages: EVERYTHING,
    page_sections: EVERYTHING,
    former_slugs: READS,
  },
  "news.edit": { news: EVERYTHING },
  "files.edit": {
    static_files: EVERYTHING,
    file_categories: EVERYTHING,
    // Where a file is used, and where a link leads.
    events: READS,
    event_packages: READS,
    membership_types: READS,
    legal_texts: READS,
  },
  "pictures.choose": { static_files: APPENDS, file_categories: READS },
  "highlights.edit": { highlights: EVERYTHING },
  "leadership.edit": { leadership_team: EVERYTHING },
  "partners.edit": { partners: EVERYTHING },

  "events.edit": {
    events: EVERYTHING,
    event_packages: EVERYTHING,
    // Of what was decided, they hold back what is to be returned (a policy sees to that).
    event_changes: { reads: "all", adds: true, changes: "returns_from, updated_at" },
    // Where its texts lead.
    news: READS,
    pages: READS,
    profiles: FORMER_ADMINISTRATORS,
  },
  "events.staff": { event_door: EVERYTHING },
  "registrations.edit": {
    // Not where somebody registered from: these hashes are for limits, which the product keeps.
    event_registrations: {
      reads: `
        id, event_id, reference, ticket_token, first_name, last_name, email, phone, birth_date,
        gamertag, platform, licence_serial, guardian_name, guardian_phone, guardian_relation, guardian_consent,
        guardian_consent_at, package_id, price_id, price_name, price_name_en, amount, currency,
        language, terms_since, status, arrival, offer_expires_at, offer_hours, offered_at, confirmed_at, order_id,
        cancelled_by, cancelled_from, checked_in_at, proof_needed, proof_due_at, is_duplicate,
        is_sample, is_test, search_text, created_at, updated_at`,
      adds: true,
      changes: "all",
    },
    // Whether a message about a registration was sent before, and whether its address takes any.
    mail_outbox: { reads: "id, recipient" },
    mail_refusals: READS,
    // A place has its order, which is opened, corrected and given up with it; what was paid is asked back. Taking
    // money, and letting it go, is the treasury's.
    orders: {
      reads: "all",
      adds: true,
      changes: `
        status, owes, fulfilled_at, label_fr, label_en, language, payer_name, payer_email,
        payer_phone, updated_at`,
    },
    refunds: { reads: "all", adds: true, changes: "status, next_try_at, updated_at" },
    ledger_entries: READS,
    payment_events: { adds: true },
    payments: {
      reads: "id, order_id, status, next_poll_at",
      changes: "next_poll_at, updated_at",
    },
  },
  "registrations.check-in": {
    // Who is where, and the events with what their tickets are called: no more than the site itself says.
    event_door: READS,
    events: READS,
    event_packages: READS,
    // Who comes and whether they may: no way to reach them, no birth, no telephone of a guardian. They see and
    // change those of the events to which they are assigned (`event_registrations_own_door`).
    event_registrations: {
      reads: `
        id, event_id, reference, first_name, last_name, gamertag, licence_serial, guardian_name,
        guardian_relation, price_name, amount, currency, status, checked_in_at, is_test`,
      changes: "checked_in_at, updated_at",
    },
  },

  "payments.manage": {
    orders: MANAGES,
    payments: MANAGES,
    refunds: MANAGES,
    refund_payees: MANAGES,
    booking_corrections: MANAGES,
    announced_transfers: MANAGES,
    tills: MANAGES,
    till_handovers: MANAGES,
    ledger_entries: APPENDS,
    payment_events: APPENDS,
    till_entries: APPENDS,
    // The database numbers them.
    receipts: READS,
    // Whoever takes the money gives what it pays for: of a person who they are and what they have, but not their
    // birth, home, phone or guardian. What was only a test goes with its order (a policy sees to that).
    members: {
      reads: `
        id, organisation, first_name, last_name, email, language, member_type, status,
        membership_start, membership_end, membership_type_id, order_id, licence_serial,
        is_test`,
      changes: "status, membership_start, membership_end, order_id, updated_at",
      removes: true,
    },
    event_registrations: {
      reads: `
        id, event_id, reference, ticket_token, first_name, email, language, licence_serial, package_id,
        price_id, price_name, price_name_en, amount, currency, status, arrival,
        offer_expires_at, offer_hours, offered_at, order_id, cancelled_by, cancelled_from, proof_needed, proof_due_at,
        is_duplicate, is_test`,
      changes: `
        status, offer_expires_at, offer_hours, offered_at, confirmed_at, order_id, cancelled_by, cancelled_from,
        proof_needed, proof_due_at, is_duplicate, network, wider_network, updated_at`,
      removes: true,
    },
    event_packages: READS,
    // Rate, receiving numbers and hours (a policy sees to that).
    site_settings: { reads: "all", adds: true, changes: "setting_value, updated_at" },
    // The change locks an event, or a kind of membership, while somebody is given a place of it.
    events: { reads: "all", changes: "updated_at" },
    membership_types: { reads: "all", changes: "updated_at" },
    // Whoever moved or cancelled an event approves none of its refunds.
    event_changes: { reads: "event_id, kind, decided_by, returns, returns_from" },
    profiles: FORMER_ADMINISTRATORS,
  },
};

const grantOf = (right: string, columns: string | undefined): string[] => {
  if (columns === undefined) return [];
  return [columns === "all" ? right : `${right} (${columns.trim().replace(/\s+/g, " ")})`];
};

/** The grants of some permissions to one role. */
const grantsTo = (role: string, permissions: readonly Permission[]): string[] =>
  permissions.flatMap((permission) => {
    const grants = Object.entries(TABLE_RIGHTS[permission] ?? {}).map(([table, rights]) => {
      const { reads, adds, changes, removes } = rights;
      const granted = [
        ...grantOf("SELECT", reads),
        ...(adds ? ["INSERT"] : []),
        ...grantOf("UPDATE", changes),
        ...(removes ? ["DELETE"] : []),
      ];
      return `GRANT ${granted.join(", ")} ON ${table} TO ${role};`;
    });
    return grants.length > 0 ? [`-- ${permission}`, ...grants, ""] : [];
  });

/** What tells of a registration what a door may know runs with its owner's rights, for administrators and these. */
const READS_TICKETS: readonly Permission[] = ["registrations.edit", "registrations.check-in"];

function ticketGrant(): string {
  const roles = OFFICE_ROLES.filter((role) =>
    READS_TICKETS.some((permission) => rolesWith(permission).includes(role)),
  ).map((role) => `site_office_${role}`);
  return `GRANT EXECUTE ON FUNCTION age_at_event(uuid), registration_of_ticket(text, text), event_of_registration(uuid),
  registration_of_licence(uuid, integer)
  TO ${["site_staff", ...roles].join(", ")};
`;
}

/** The text of office-rights.sql. */
export const officeRightsSql = (): string =>
  [
    "-- Made of office-rights.ts, which says why. After a change there:",
    "--   npx vitest run --project unit tests/rules/permissions.test.ts -u",
    "-- Applied after guards.sql, which takes every right back first.",
    "",
    ...grantsTo("site_office", OFFICE_PERMISSIONS),
    ...OFFICE_ROLES.flatMap((role) => grantsTo(`site_office_${role}`, ROLE_PERMISSIONS[role])),
    ticketGrant(),
  ].join("\n");
