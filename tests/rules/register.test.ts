import { getTableConfig } from "drizzle-orm/pg-core";
import { describe, expect, test } from "vitest";
import { LINKS } from "../../app/office/frame/navigation.ts";
import { NOTIONS, RECORDS } from "../../app/office/frame/notions.ts";
import { actionWords, entityWords, fieldWords } from "../../app/office/journal/audit-labels.ts";
import { MANAGED } from "../admin/records/operations.ts";
import { mappedRoutes } from "../support/browser/site-map.ts";
import { schema } from "../support/database/schema.ts";
import { expectations, gather } from "../support/expectations.ts";
import { isForTests, read, sourceFiles } from "../support/source.ts";

// What the back office lists of all notions comes from one register. Whatever is forgotten there, or beside
// the notion, is named here.

const routes = await mappedRoutes();

const tableCalled = (name: string) => schema.find((table) => table.name === name);
const columnsOf = (name: string) => tableCalled(name)?.columns.map((column) => column.name) ?? [];
const hasSamples = (table: string) => columnsOf(table).includes("is_sample");

/** The values that stand more than once. */
const twice = (values: readonly (string | number | undefined)[]) =>
  values.filter((value, index) => value !== undefined && values.indexOf(value) !== index);

describe("the register", () => {
  test("has every `*.office.ts`, on one line each", async () => {
    const declared = sourceFiles("app").filter((file) => file.endsWith(".office.ts"));
    const register = read("app/office/frame/notions.ts");
    expect(declared.filter((file) => !register.includes(`"../../${file.slice(4)}"`))).toEqual([]);
    expect(NOTIONS).toHaveLength(declared.length);
  });

  test("has every table that staff change, and no other", () => {
    const changed = new Set(MANAGED.map(({ table }) => table));
    expect(RECORDS.map(({ table }) => table).sort()).toEqual([...changed].sort());
  });

  test("names tables of the schema, each once", () => {
    const tables = RECORDS.map(({ table }) => table);
    expect(tables.filter((table) => !tableCalled(table))).toEqual([]);
    expect(twice(tables)).toEqual([]);
  });

  test("has words for whatever keeps an example from being removed", () => {
    const keepers = RECORDS.flatMap(({ samples }) => samples?.keptBy ?? []);
    expect(keepers.length).toBeGreaterThan(3);
    const told = new Set(RECORDS.map(({ table }) => table));
    expect(keepers.filter(({ table, words }) => !words && !told.has(table))).toEqual([]);
  });

  test("gives each notion an address of the site map, and no other the same", () => {
    const lists = routes.filter(({ file }) => file.endsWith(".admin.tsx"));
    const patterns = lists.map(({ pattern }) => pattern);
    const addresses = NOTIONS.map(({ address }) => address);
    expect(addresses.filter((address) => !patterns.includes(address))).toEqual([]);
    const lines = LINKS.map(({ to }) => to);
    expect(addresses.filter((address) => !lines.includes(address))).toEqual([]);
    expect(twice(LINKS.map(({ to }) => to))).toEqual([]);
  });

  test("has every list of the site map", () => {
    // Screens of the office itself, of backups, mails and retention, and of one's own account.
    const own =
      /^app\/(?:office|backups|mail|people\/retention)\/|\/admin\/(?:account|address|forgotten|login|reset)\b/;
    const lists = routes.filter(
      ({ pattern, file }) =>
        /^\/admin\/[a-z-]+$/.test(pattern) &&
        file.endsWith(".admin.tsx") &&
        !own.test(`app/${file}`) &&
        !own.test(pattern),
    );
    const addresses = NOTIONS.map(({ address }) => address);
    expect(lists.length).toBeGreaterThan(10);
    expect(
      lists.map(({ pattern }) => pattern).filter((pattern) => !addresses.includes(pattern)),
    ).toEqual([]);
  });

  test("gives no two notions the same key, name or place", () => {
    expect(twice(LINKS.map(({ shortcut }) => shortcut))).toEqual([]);
    expect(twice(NOTIONS.map(({ dashboard }) => dashboard?.counter))).toEqual([]);
    expect(twice(NOTIONS.map(({ dashboard }) => dashboard?.creation))).toEqual([]);
    expect(twice(LINKS.map(({ label }) => label))).toEqual([]);
    expect(twice(RECORDS.map(({ words }) => words.one))).toEqual([]);
  });

  test("has words for every table", () => {
    const words = RECORDS.flatMap(({ words: { one, many } }) => [one, many]);
    expect(words.filter((word) => !/^\p{Lu}\p{L}/u.test(word))).toEqual([]);
  });

  test("offers a new record only where the site map has its form", () => {
    const patterns = routes.map(({ pattern }) => pattern);
    const offered = NOTIONS.filter(({ dashboard }) => dashboard?.creation !== undefined);
    expect(offered.filter(({ address }) => !patterns.includes(`${address}/new`))).toEqual([]);
  });
});

/** Columns whose name is a French word already. */
const SAME_IN_FRENCH = new Set(["date", "description", "type"]);

describe("the log", () => {
  const actions = [
    ...MANAGED.flatMap(({ table, create, update, remove, changes = [] }) => [
      ...(create ? [`${table}.create`] : []),
      ...(update ? [`${table}.update`] : []),
      ...(remove ? [`${table}.delete`, `${table}.restore`] : []),
      ...changes.map(({ action }) => `${table}.${action}`),
    ]),
    ...sourceFiles("app")
      .filter((file) => !isForTests(file))
      .flatMap((file) => [...read(file).matchAll(/\baction: "([a-z_]+\.[a-z-]+)"/g)])
      .map(([, code = ""]) => code),
  ];

  test("has words for everything that staff do", () => {
    const wordless = actions.filter((code) => actionWords(code) === code.split(".")[1]);
    expect([...new Set(wordless)]).toEqual([]);
  });

  test("has words for every table, and takes none for another whose name it begins", () => {
    for (const { table, words } of RECORDS) expect(entityWords(table)).toBe(words.one);
    expect(entityWords("new")).toBe("new");
    expect(entityWords("news_archive")).toBe("news_archive");
    expect(actionWords("news_archive.check-in")).toBe("check-in");
  });

  test("has words for every field of a form", () => {
    const wordless = MANAGED.flatMap(({ table, form }) => {
      const filled = typeof form === "function" ? form() : (form ?? {});
      return Object.keys(filled)
        .map((field) => field.replace(/_en$/, ""))
        .filter((field) => fieldWords(table, field) === field.replaceAll("_", " "))
        .filter((field) => !SAME_IN_FRENCH.has(field))
        .map((field) => `${table}.${field}`);
    });
    expect(wordless).toEqual([]);
  });
});

describe("samples", () => {
  test("are declared by every table that may hold some, and by no other", () => {
    const declared = RECORDS.filter(({ samples }) => samples).map(({ table }) => table);
    const holding = schema.map(({ name }) => name).filter(hasSamples);
    expect(declared.sort()).toEqual(holding.sort());
  });

  test("stay while a row refers to them that is no sample", () => {
    const sampled = RECORDS.filter(({ samples }) => samples);
    const references = schema.flatMap((table) =>
      table.foreignKeys.map((key) => {
        const { columns, foreignTable } = key.reference();
        return {
          table: table.name,
          column: columns[0]?.name ?? "",
          to: getTableConfig(foreignTable).name,
        };
      }),
    );
    // An invented person has no address to prove, and staff may not read these.
    const read = references.filter(({ table }) => table !== "registration_proofs");
    const forgotten = read.filter(({ table, column, to }) => {
      const samples = sampled.find((records) => records.table === to)?.samples;
      return samples && !samples.keptBy?.some((by) => by.table === table && by.column === column);
    });
    expect(forgotten).toEqual([]);
  });

  test("name columns that are there", () => {
    const named = RECORDS.flatMap(({ table, files, samples }) => [
      ...(samples?.keptBy ?? []),
      ...(samples?.goWith ? [{ table, column: samples.goWith.column }] : []),
      ...(samples?.keptWhereNamed ?? []).map((column) => ({ table, column })),
      ...(files === "none" ? [] : files.columns.map((column) => ({ table, column }))),
    ]);
    expect(named.filter(({ table, column }) => !columnsOf(table).includes(column))).toEqual([]);
  });
});

test("Diagnostic has a name for every job", () => {
  const jobs = sourceFiles("app")
    .filter((file) => !isForTests(file) && /\bJob\b.*jobs\.server\.ts/.test(read(file)))
    .flatMap((file) => [...read(file).matchAll(/\bname: "([a-z]+\.[a-z]+)"/g)])
    .map(([, name = ""]) => name);
  expect(jobs.length).toBeGreaterThan(8);
  const own = [
    "backups.departures",
    "backups.nightly",
    "bin.empty",
    "data.retention",
    "mail.send",
    "rest.prepare",
    "restores.prepare",
  ];
  const named = NOTIONS.flatMap((notion) => Object.keys(notion.jobs ?? {}));
  expect([...own, ...named].sort()).toEqual(jobs.sort());
});

describe("beside each notion", () => {
  const folders = new Set(
    sourceFiles("app")
      .filter((file) => file.endsWith(".office.ts"))
      .map((file) => file.split("/")[1] ?? ""),
  );

  test("stands what staff may do with it", async () => {
    const expected = await gather<unknown[]>(".staff-expectations.ts");
    const without = [...folders].filter((folder) => !expected.some((one) => one.folder === folder));
    expect(without).toEqual([]);
  });

  test("stands an address to look at for each of its screens", () => {
    const missing = routes
      .filter(({ pattern }) => /[:*]/.test(pattern) && !pattern.startsWith("/en/"))
      .filter(({ pattern }) => !expectations.addresses[pattern])
      .map(({ pattern }) => pattern);
    expect(missing).toEqual([]);
    const removed = Object.keys(expectations.addresses).filter(
      (pattern) => !routes.some((route) => route.pattern === pattern),
    );
    expect(removed).toEqual([]);
  });

  test("stands the kind of each public screen, for its weight", () => {
    const screens = new Set(
      routes.filter(({ file }) => file.endsWith(".page.tsx")).map(({ file }) => file),
    );
    expect(Object.keys(expectations.screens).sort()).toEqual([...screens].sort());
  });

  test("stands a browser test that visits its list", () => {
    const journeys = [...sourceFiles("tests/e2e"), ...sourceFiles("app")]
      .filter((file) => file.endsWith(".spec.ts"))
      .map(read)
      .join("\n");
    const visited = (address: string) => new RegExp(`["'\`]${address}(?=["'\`/?])`).test(journeys);
    expect(
      NOTIONS.filter(({ address }) => !visited(address)).map(({ address }) => address),
    ).toEqual([]);
  });
});
