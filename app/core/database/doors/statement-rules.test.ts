import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testAll } from "../../../../tests/support/fuzz/cases.ts";
import { assertKeepsRole, RefusedStatement } from "./statement-rules.server.ts";

const refused = (text: string) =>
  expect(() => assertKeepsRole(text), text).toThrow(RefusedStatement);
const passes = (text: string) => expect(() => assertKeepsRole(text), text).not.toThrow();

describe("passes", () => {
  testAll([
    `select "id", "role" from "profiles" where "profiles"."role" = $1 and lower("email") = $2`,
    `update "profiles" set "role" = $1, "name" = $2 where "id" = $3`,
    `insert into "site_settings" ("setting_key") values ($1) on conflict do nothing`,
    `insert into "a" values (default) on conflict ("a") do update set "b" = excluded."b"`,
    `insert into "a" select * from "b" ON CONFLICT ON CONSTRAINT "c" DO /* why */ NOTHING returning 1`,
    `with gone as (delete from "bin" returning *) select count(*) from gone`,
    `(select 1) union all (select 2) order by 1`,
    `select 'set_config and role and reset; do' as "what is said", e'it\\'s role' as "set role"`,
    `select $1::text, $tag$ set role none; $tag$, $$ role $$`,
    `-- the role of nobody\nselect 1 /* set role /* none */ reset */;  -- and no more`,
    `select roles, roleplay, do_it, "do", redo from undo`,
    `show server_version`,
    `truncate "news" cascade`,
    `select strpos(coalesce("text", ''), address) > 0 from "a"`,
  ])("%s", passes);
});

describe("refuses", () => {
  testAll([
    // What takes another role, in every spelling.
    "set role none",
    "set local role none",
    `set "role" = 'none'`,
    `SET SESSION "role" TO DEFAULT`,
    "reset role",
    "reset all",
    "discard all",
    "set session authorization default",
    "set/**/role/**/none",
    "-- a\nset role none",
    "/* /* */ select 1 */ set role none",
    "select set_config('role', 'none', true)",
    "select pg_catalog.set_config($1, $2, true)",
    `select "set_config"('role', 'none', true)`,
    `select "pg_catalog"."set_config" ('role', 'none', true)`,
    `select SET_CONFIG/**/('role', 'none', true)`,
    `select u&"s\\0065t_config"('role', 'none', true)`,
    `select U&"set!005fconfig" uescape '!' ('role', 'none', true)`,
    "update pg_settings set setting = 'none' where name = 'role'",
    `update pg_catalog."pg_settings" set setting = 'none'`,
    // What runs a text as SQL.
    "select query_to_xml('select 1', true, true, '')",
    "select query_to_xml_and_xmlschema($1, true, true, '')",
    "select * from ts_stat($1)",
    "select ts_rewrite('a'::tsquery, $1)",
    "do $$ begin perform set_config('role', 'none', true); end $$",
    "do language plpgsql 'begin end'",
    "insert into a values (1) on conflict do $$ begin end $$",
    "call something()",
    "create function pg_temp.f() returns text language sql set \"role\" = 'none' as $$ select 1 $$",
    "prepare p as select 1",
    "execute p",
    "alter user me set search_path = x",
    "grant site_system to site_visitor",
    "copy news to stdout",
    "explain analyze select 1",
    "declare c cursor for select 1",
    "load 'x'",
    // What ends the transaction, and with it the role.
    "commit",
    "commit and chain",
    "end",
    "rollback",
    "rollback to savepoint a",
    "abort",
    "begin",
    "start transaction",
    "prepare transaction 'x'",
    "savepoint a",
    // Several statements.
    "select 1; select 2",
    "select 1; set role none",
    "select 1;;",
    "select ';'; commit",
    "select $a$ $b$; $a$; commit",
    // Quotations that end elsewhere than it seems.
    "select 'a\\'; set role none; --'",
    "select 'a'\n'\\'; set role none; --'",
    "select e'\\\\'; set role none --'",
    "select 'a",
    `select "a`,
    "select $a$ a",
    "select /* a",
    "select /* /* */ 1",
    "",
    ";",
    "()",
    "role",
    "insert into a values (1) on conflict do",
  ])("%s", refused);
});

/** Pieces of SQL that hide what stands beside them, or seem to. */
const HIDING = [
  ["'", "'"],
  ["e'", "'"],
  ["$$", "$$"],
  ["$a$", "$a$"],
  ["/*", "*/"],
  ["--", "\n"],
] as const;
const piece = fc.constantFrom(
  ..."select 1 , ( ) ' \" $$ $a$ /* */ -- \n \\ e' n' u&' ; $1 a role do set_config".split(" "),
  " ",
  "\n",
  "\t",
);

test("whatever is put before it inside a quotation or a comment, what comes after it is seen", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom(...HIDING), (pieces, pair) => {
      const [open, close] = pair;
      const inside = pieces.join(" ");
      // What ends the hiding place early, or hides its end, makes another statement of it.
      fc.pre(!inside.includes(close) && !inside.includes("/*") && !inside.includes("\\"));
      const text = `select ${open}${inside}${close}`;
      refused(`${text}; set role none`);
      refused(`${text} , set_config('role', 'none', true)`);
      refused(`${text} role`);
    }),
    { numRuns: 1_000 },
  );
});

test("no text makes it fail otherwise than by a refusal, or take long", () => {
  const began = performance.now();
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.array(piece).map((all) => all.join("")),
      ),
      (text) => {
        try {
          assertKeepsRole(text);
        } catch (error) {
          expect(error).toBeInstanceOf(RefusedStatement);
        }
      },
    ),
    { numRuns: 1_500 },
  );
  assertKeepsRole(`select ${"'".repeat(200_000)}`);
  refused(`select ${"/*".repeat(100_000)}`);
  passes(`insert into a values ${"($1, $2, default), ".repeat(20_000)} ($1)`);
  expect(performance.now() - began).toBeLessThan(20_000);
}, 30_000);

test("a refusal tells nothing of the statement", () => {
  try {
    assertKeepsRole("select 1 where email = 'aissatou@example.gn'; commit");
    expect.unreachable();
  } catch (error) {
    expect((error as Error).message).not.toContain("aissatou");
  }
});
