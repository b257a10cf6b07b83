import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import {
  DATABASE_ROLES,
  OFFICE,
  officeRoleOf,
  UNIONS,
} from "../../app/core/database/doors/database-roles.server.ts";
import type { OfficeRole } from "../../app/core/values/roles.ts";
import { withBothEngines } from "../support/database/test-database.ts";
import type { OfficeRights, TableExpectation } from "./table-expectation.ts";
import { TABLES } from "./tables.ts";

// Every table and column × every role of the database × select, insert, update, delete: what the catalogue grants,
// beside what the notions expect, by hand. A table that nobody named is closed to every role of the office.

/** By privilege, the columns; of what has none, "all" or nothing. */
type Rights = Record<"SELECT" | "INSERT" | "UPDATE" | "other", readonly string[]>;

const COLUMN_RIGHTS = ["SELECT", "INSERT", "UPDATE"] as const;

const all = (columns: readonly string[]): Rights => ({
  SELECT: columns,
  INSERT: columns,
  UPDATE: columns,
  other: ["DELETE"],
});

function rightsOfOffice(rights: OfficeRights | undefined, columns: readonly string[]): Rights {
  if (rights === "everything") return all(columns);
  const { reads, adds, changes, removes } =
    rights === "reads" ? { reads: "all" as const } : (rights ?? {});
  const named = (some: "all" | readonly string[] = []) => (some === "all" ? columns : some);
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

const unionOf = (held: readonly OfficeRole[]) => (table: TableExpectation, columns: string[]) =>
  united((["all", ...held] as const).map((part) => rightsOfOffice(table.office?.[part], columns)));

const EXPECTED: Record<string, (table: TableExpectation, columns: string[]) => Rights> = {
  site_visitor: rightsOfVisitors,
  site_staff: rightsOfAdministrators,
  site_system: (_table, columns) => all(columns),
  [OFFICE]: unionOf([]),
  ...Object.fromEntries(UNIONS.map((held) => [officeRoleOf(held), unionOf(held)])),
};

/** What visitors and roles of the office may run with its owner's rights, besides triggers. */
const WITH_OWNERS_RIGHTS = {
  anybody: [
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
    "live_registrations_of_person",
    "other_writers",
    "staff_like_payer",
  ],
  treasurer: ["remove_tests"],
  atDoors: ["age_at_event", "event_of_registration", "registration_of_ticket"],
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
        const rights = (EXPECTED[role] ?? unionOf([]))(expectation, columns[table] ?? []);
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
