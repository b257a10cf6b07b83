import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import {
  DATABASE_ROLES,
  OFFICE,
  officeRoleOf,
  UNIONS,
} from "../../app/core/database/doors/database-roles.server.ts";
import { OFFICE_PERMISSIONS, ROLE_PERMISSIONS } from "../../app/core/values/permissions.ts";
import { OFFICE_ROLES, type OfficeRole } from "../../app/core/values/roles.ts";
import { TABLE_RIGHTS, type TableRights } from "../../database/office-rights.ts";
import { withBothEngines } from "../support/database/test-database.ts";
import type { TableExpectation } from "./table-expectation.ts";
import { TABLES } from "./tables.ts";

// Every table and column × every role of the database × select, insert, update, delete: what the catalogue grants,
// beside what the notions expect of visitors and administrators, and what the permissions say of the office's roles.
// What these must not be granted by mistake stands here by hand.

/** By privilege, the columns; of what has none, "all" or nothing. */
type Rights = Record<"SELECT" | "INSERT" | "UPDATE" | "other", readonly string[]>;

const COLUMN_RIGHTS = ["SELECT", "INSERT", "UPDATE"] as const;

const all = (columns: readonly string[]): Rights => ({
  SELECT: columns,
  INSERT: columns,
  UPDATE: columns,
  other: ["DELETE"],
});

function rightsOfOffice(
  { reads, adds, changes, removes }: TableRights,
  columns: readonly string[],
): Rights {
  const named = (some = "") => (some === "all" ? columns : some.split(/[\s,]+/).filter(Boolean));
  return {
    SELECT: named(reads),
    INSERT: adds ? columns : [],
    UPDATE: named(changes),
    other: removes ? ["DELETE"] : [],
  };
}

function rightsOfAdministrators(
  { staff, removedByProduct }: TableExpectation,
  columns: readonly string[],
): Rights {
  if (!staff) return { ...all(columns), ...(removedByProduct && { other: [] }) };
  return {
    SELECT: staff.reads ?? [],
    INSERT: staff.adds ? columns : [],
    UPDATE: staff.changes ?? [],
    other: staff.removesOwn ? ["DELETE"] : [],
  };
}

function rightsOfVisitors(
  { visitorReads, visitorInserts }: TableExpectation,
  columns: readonly string[],
): Rights {
  return {
    SELECT: visitorReads ? (visitorReads.columns ?? columns) : [],
    INSERT: visitorInserts ? columns : [],
    UPDATE: [],
    other: [],
  };
}

/** What somebody with all of these may. */
const united = (parts: readonly Rights[]): Rights => {
  const of = (name: keyof Rights) => [...new Set(parts.flatMap((part) => part[name]))];
  return { SELECT: of("SELECT"), INSERT: of("INSERT"), UPDATE: of("UPDATE"), other: of("other") };
};

type Expected = (expectation: TableExpectation, columns: string[], table: string) => Rights;

const unionOf = (held: readonly OfficeRole[]): Expected => {
  const permissions = [...OFFICE_PERMISSIONS, ...held.flatMap((role) => ROLE_PERMISSIONS[role])];
  return (_expectation, columns, table) =>
    united(permissions.map((one) => rightsOfOffice(TABLE_RIGHTS[one]?.[table] ?? {}, columns)));
};

const EXPECTED: Record<string, Expected> = {
  site_visitor: rightsOfVisitors,
  site_staff: rightsOfAdministrators,
  site_system: (_table, columns) => all(columns),
  [OFFICE]: unionOf([]),
  ...Object.fromEntries(UNIONS.map((held) => [officeRoleOf(held), unionOf(held)])),
};

/** What visitors and roles of the office may run with its owner's rights, besides triggers. */
const WITH_OWNERS_RIGHTS = {
  anybody: [
    "affiliated_clubs",
    "community_statistics",
    "count_download",
    "event_places",
    "holds_role",
    "is_admin",
    "is_staff",
    "own_doors",
    "returning_places",
    "stands_at",
  ],
  office: [
    "active_memberships_of_person",
    "decides_again",
    "decides_money_since",
    "has_suspended_membership",
    "licence_standing",
    "live_registrations_of_person",
    "other_writers",
    "remove_sample_registrations",
    "staff_like_payer",
  ],
  treasurer: ["club_purchase", "orders_of_guardian", "remove_tests"],
  atDoors: [
    "age_at_event",
    "event_of_registration",
    "registration_of_licence",
    "registration_of_ticket",
  ],
};

/** How one reaches a person, what one knows of them, and what opens something: what such columns are called. */
const PRIVATE =
  /address|agent|birth|browser|(?:^|_)city|code|email|guardian|hash|network|password|payee|payer|phone|recipient|sealed|secret|token|transaction/;

/** The roles that read such columns; nobody reads others. */
const EVENTS_AND_TREASURER = ["events", "treasurer"];
const READERS_OF_PRIVATE: Readonly<Record<string, readonly string[]>> = {
  "announced_transfers.transaction_number": ["treasurer"],
  "auth_sessions.ip_address": OFFICE_ROLES,
  "auth_sessions.user_agent": OFFICE_ROLES,
  "event_registrations.birth_date": ["events"],
  "event_registrations.email": EVENTS_AND_TREASURER,
  "event_registrations.guardian_consent": ["events"],
  "event_registrations.guardian_consent_at": ["events"],
  "event_registrations.guardian_name": ["door", "events"],
  "event_registrations.guardian_phone": ["events"],
  "event_registrations.guardian_relation": ["door", "events"],
  "event_registrations.phone": ["events"],
  "event_registrations.ticket_token": EVENTS_AND_TREASURER,
  "mail_outbox.recipient": ["events"],
  "mail_refusals.address": ["events"],
  "mail_refusals.code": ["events"],
  "members.email": ["treasurer"],
  "orders.payer_email": EVENTS_AND_TREASURER,
  "orders.payer_name": EVENTS_AND_TREASURER,
  "orders.payer_phone": EVENTS_AND_TREASURER,
  "orders.share_token": EVENTS_AND_TREASURER,
  "orders.token": EVENTS_AND_TREASURER,
  "partners.contact_email": ["editor"],
  "partners.contact_phone": ["editor"],
  "payments.payer_account": ["treasurer"],
  "payments.payer_number": ["treasurer"],
  "preview_links.token_hash": ["editor", "events"],
  "profiles.administered_email": EVENTS_AND_TREASURER,
  "profiles.email": OFFICE_ROLES,
};

/** The tables of which each role removes rows. */
const REMOVED_BY: Readonly<Record<OfficeRole, readonly string[]>> = {
  editor: [
    "auth_sessions",
    "bin",
    "drafts",
    "file_categories",
    "highlights",
    "leadership_team",
    "news",
    "page_sections",
    "pages",
    "partners",
    "preview_links",
    "static_files",
    "versions",
  ],
  treasurer: ["auth_sessions", "event_registrations", "members"],
  events: [
    "auth_sessions",
    "bin",
    "drafts",
    "event_door",
    "event_packages",
    "events",
    "preview_links",
    "versions",
  ],
  door: ["auth_sessions"],
};

withBothEngines((_engine, database) => {
  let columns: Record<string, string[]> = {};

  beforeAll(async () => {
    const rows = await database().asOwner<{ table: string; names: string[] }>(sql`
      select table_name as "table", json_agg(column_name::text order by ordinal_position) as names
      from information_schema.columns where table_schema = 'public' group by 1`);
    columns = Object.fromEntries(rows.map(({ table, names }) => [table, names]));
  });

  test("every role of the database is expected here", async () => {
    const roles = await database().asOwner<{ name: string }>(
      "select rolname as name from pg_roles where rolname ~ '^site_(visitor|staff|system|office)' and not rolcanlogin",
    );
    expect(roles.map(({ name }) => name).sort()).toEqual([...DATABASE_ROLES].sort());
    expect(Object.keys(EXPECTED).sort()).toEqual([...DATABASE_ROLES].sort());
  });

  test("every role may do what is expected with each table and column, and nothing else", async () => {
    const expected = DATABASE_ROLES.flatMap((role) =>
      Object.entries(TABLES).flatMap(([table, expectation]) => {
        const rights = (EXPECTED[role] ?? unionOf([]))(expectation, columns[table] ?? [], table);
        return [
          ...COLUMN_RIGHTS.flatMap((right) =>
            rights[right].map((column) => `${role}: ${right} ${table}.${column}`),
          ),
          ...rights.other.map((right) => `${role}: ${right} ${table}`),
        ];
      }),
    );
    // Of every schema but the catalogue's own; what jobs have to do in that of the migrations is theirs.
    const granted = await database().asOwner<{ fact: string }>(sql`
      with roles as (select unnest(${sql.param(DATABASE_ROLES)}::text[]) as role),
      tables as (
        select c.oid, case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end as name,
          n.nspname
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^(pg_|information_schema)'
      )
      select role || ': ' || p.name || ' ' || t.name || '.' || a.attname as fact
      from roles cross join tables t
      join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      cross join unnest(array['SELECT', 'INSERT', 'UPDATE']) as p(name)
      where (t.nspname = 'public' or role <> 'site_system')
        and has_column_privilege(role, t.oid, a.attnum, p.name)
      union all
      select role || ': ' || p.name || ' ' || t.name from roles cross join tables t
      cross join unnest(array['DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as p(name)
      where (t.nspname = 'public' or role <> 'site_system') and has_table_privilege(role, t.oid, p.name)`);
    const facts = new Set(granted.map(({ fact }) => fact));
    const allowed = new Set(expected);
    expect({
      "granted, but not expected": [...facts].filter((fact) => !allowed.has(fact)),
      "expected, but not granted": expected.filter((fact) => !facts.has(fact)),
    }).toEqual({ "granted, but not expected": [], "expected, but not granted": [] });
    expect(expected.length).toBeGreaterThan(10_000);
  });

  test("what is private is read by those roles alone that need it", async () => {
    const read = await database().asOwner<{ name: string; roles: string[] }>(sql`
      select c.relname || '.' || a.attname as name, json_agg(role order by role) as roles
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      cross join unnest(${sql.param(OFFICE_ROLES)}::text[]) as role
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        and has_column_privilege('site_office_' || role, c.oid, a.attnum, 'SELECT')
      group by 1`);
    const found = read.filter(({ name }) => PRIVATE.test(name.replace(/^.*\./, "")));
    expect(Object.fromEntries(found.map(({ name, roles }) => [name, roles]))).toEqual(
      Object.fromEntries(
        Object.entries(READERS_OF_PRIVATE).map(([name, roles]) => [name, [...roles].sort()]),
      ),
    );
  });

  test("no role removes rows but of these tables", async () => {
    const removed = await database().asOwner<{ role: string; tables: string[] }>(sql`
      select role, json_agg(c.relname::text order by c.relname::text) as tables
      from pg_class c cross join unnest(${sql.param(OFFICE_ROLES)}::text[]) as role
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        and has_table_privilege('site_office_' || role, c.oid, 'DELETE')
      group by 1`);
    expect(Object.fromEntries(removed.map(({ role, tables }) => [role, tables.sort()]))).toEqual(
      REMOVED_BY,
    );
  });

  test("a role of several is the union of its parts, and is nothing else", async () => {
    const roles = await database().asOwner<{ role: string; of: string[] }>(sql`
      select r.rolname as role, json_agg(p.rolname order by p.rolname) as of
      from pg_auth_members m join pg_roles r on r.oid = m.member join pg_roles p on p.oid = m.roleid
      where r.rolname ~ '^site_(visitor|staff|system|office)' and not r.rolcanlogin group by 1 order by 1`);
    expect(roles).toEqual(
      UNIONS.map((held) => ({
        role: officeRoleOf(held),
        of: held.length > 1 ? held.map((one) => officeRoleOf([one])).sort() : [OFFICE],
      })).sort((a, b) => (a.role < b.role ? -1 : 1)),
    );
  });

  test("no role runs anything else with its owner's rights", async () => {
    const run = await database().asOwner<{ role: string; names: string[] }>(sql`
      select r.rolname::text as role, json_agg(p.proname::text) as names
      from pg_proc p join pg_roles r on has_function_privilege(r.oid, p.oid, 'EXECUTE')
      where pronamespace = 'public'::regnamespace and prosecdef and prorettype <> 'trigger'::regtype
        and r.rolname in (select unnest(${sql.param(UNIONS.map(officeRoleOf))}::text[])) group by 1`);
    const expected = UNIONS.map((held) => [
      officeRoleOf(held),
      [
        ...WITH_OWNERS_RIGHTS.anybody,
        ...WITH_OWNERS_RIGHTS.office,
        ...(held.includes("treasurer") ? WITH_OWNERS_RIGHTS.treasurer : []),
        ...(held.includes("events") || held.includes("door") ? WITH_OWNERS_RIGHTS.atDoors : []),
      ].sort(),
    ]);
    expect(Object.fromEntries(run.map(({ role, names }) => [role, names.sort()]))).toEqual(
      Object.fromEntries(expected),
    );
  });

  test("the schema of what was applied is closed to every role but that of jobs", async () => {
    const open = await database().asOwner<{ name: string }>(sql`
      select rolname as name from pg_roles
      where rolname in (select unnest(${sql.param(DATABASE_ROLES)}::text[]))
        and has_schema_privilege(oid, 'drizzle', 'USAGE')`);
    expect(open).toEqual([{ name: "site_system" }]);
  });
});
