import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import {
  DATABASE_ROLES,
  OFFICE,
  officeRoleOf,
  UNIONS,
} from "../../app/core/database/database-roles.server.ts";
import type { OfficeRole } from "../../app/core/roles.ts";
import { testAll } from "../support/cases.ts";
import { withBothEngines } from "../support/test-database.ts";
import type { OfficeRights, TableExpectation } from "./table-expectation.ts";
import { TABLES } from "./tables.ts";

// Every table and column × every role of the database × select, insert, update, delete: what the catalogue grants,
// beside what the notions expect, by hand. A table that nobody named is closed to every role of the office.

/** By privilege, the columns; of what has none, "all" or nothing. */
type Rights = Record<"SELECT" | "INSERT" | "UPDATE" | "other", readonly string[]>;

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

const sorted = ({ SELECT, INSERT, UPDATE, other }: Rights): Rights => ({
  SELECT: SELECT.toSorted(),
  INSERT: INSERT.toSorted(),
  UPDATE: UPDATE.toSorted(),
  other: other.toSorted(),
});

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
  office: ["active_memberships_of_person", "live_registrations_of_person", "other_writers"],
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

  /** What the catalogue says of a role, by table. */
  async function granted(role: string): Promise<Record<string, Rights>> {
    const rows = await database().asOwner<{
      table: string;
      privilege: string;
      names: string[];
    }>(sql`
      select c.relname as "table", p.name as privilege, json_agg(a.attname::text) as names
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      cross join unnest(array['SELECT', 'INSERT', 'UPDATE']) as p(name)
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and has_column_privilege(${role}, c.oid, a.attnum, p.name)
      group by 1, 2
      union all
      select c.relname, 'other', json_agg(p.name) from pg_class c
      cross join unnest(array['DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as p(name)
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and has_table_privilege(${role}, c.oid, p.name)
      group by 1`);
    return Object.fromEntries(
      Object.keys(TABLES).map((table) => {
        const own = rows.filter((row) => row.table === table);
        const of = (name: keyof Rights) =>
          own.find(({ privilege }) => privilege === name)?.names ?? [];
        const rights = {
          SELECT: of("SELECT"),
          INSERT: of("INSERT"),
          UPDATE: of("UPDATE"),
          other: of("other"),
        };
        return [table, sorted(rights)];
      }),
    );
  }

  test("every role of the database is expected here", async () => {
    const roles = await database().asOwner<{ name: string }>(
      "select rolname as name from pg_roles where rolname ~ '^site_(visitor|staff|system|office)' and not rolcanlogin",
    );
    expect(roles.map(({ name }) => name).sort()).toEqual([...DATABASE_ROLES].sort());
    expect(Object.keys(EXPECTED).sort()).toEqual([...DATABASE_ROLES].sort());
  });

  testAll(DATABASE_ROLES)("%s may do what is expected with each table and column", async (role) => {
    const expected = Object.fromEntries(
      Object.entries(TABLES).map(([table, expectation]) => [
        table,
        sorted((EXPECTED[role] ?? unionOf([]))(expectation, columns[table] ?? [])),
      ]),
    );
    expect(await granted(role)).toEqual(expected);
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

  testAll(UNIONS.map((held) => ({ role: officeRoleOf(held), held })))(
    "$role runs nothing with its owner's rights but what is expected",
    async ({ role, held }) => {
      const run = await database().asOwner<{ name: string }>(sql`
        select p.proname::text as name from pg_proc p
        where pronamespace = 'public'::regnamespace and prosecdef and prorettype <> 'trigger'::regtype
          and has_function_privilege(${role}, p.oid, 'EXECUTE') order by 1`);
      const expected = [
        ...WITH_OWNERS_RIGHTS.anybody,
        ...WITH_OWNERS_RIGHTS.office,
        ...(held.includes("treasurer") ? WITH_OWNERS_RIGHTS.treasurer : []),
        ...(held.includes("events") || held.includes("door") ? WITH_OWNERS_RIGHTS.atDoors : []),
      ];
      expect(run.map(({ name }) => name)).toEqual(expected.sort());
    },
  );

  describe("the schema of what was applied", () => {
    testAll(DATABASE_ROLES.filter((role) => role !== "site_system"))(
      "is closed to %s",
      async (role) => {
        const [row] = await database().asOwner<{ open: boolean }>(
          sql`select has_schema_privilege(${role}, 'drizzle', 'USAGE') as open`,
        );
        expect(row?.open).toBe(false);
      },
    );
  });
});
