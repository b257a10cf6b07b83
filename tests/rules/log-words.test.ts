import { describe, expect, test } from "vitest";
import { RECORDS } from "../../app/office/frame/notions.ts";
import {
  fieldWords,
  namingOf,
  referenceOf,
  valueWords,
} from "../../app/office/journal/audit-labels.ts";
import { mappedRoutes } from "../support/browser/site-map.ts";
import { schema } from "../support/database/schema.ts";
import { read, sourceFiles } from "../support/source.ts";

// The log speaks French: each notion has words for its columns, their values, and its rows.

const routes = await mappedRoutes();
const columnsOf = (name: string) =>
  schema.find((table) => table.name === name)?.columns.map((column) => column.name) ?? [];

/** Columns that no operation of staff writes, and no screen shows. */
const UNTOLD =
  /^(?:id|search_text|sort_name|browser|network|wider_network|application_token|ticket_token|token|device_generation|stem)$/;

/** The forms with the table whose rows they write. */
const FORMS: Readonly<Record<string, string>> = {
  "auth/staff/staff-form.admin.tsx": "profiles",
  "events/event-form.admin.tsx": "events",
  "files/admin/category-form.admin.tsx": "file_categories",
  "files/admin/file.admin.tsx": "static_files",
  "membership/members/member-form.admin.tsx": "members",
  "pages/page-form.admin.tsx": "pages",
  "pages/sections/section-form.admin.tsx": "page_sections",
  "registrations/registration-form.admin.tsx": "event_registrations",
};

describe("the log, of every table that staff change,", () => {
  // Jobs write what is to be removed; staff agree to all of it at once.
  const told = RECORDS.filter(({ table }) => table !== "file_removals");
  const managed = schema.filter(({ name }) => told.some(({ table }) => table === name));
  const columns = managed.flatMap((table) =>
    table.columns
      .filter((column) => !column.generated && !UNTOLD.test(column.name))
      .map((column) => ({ table: table.name, column })),
  );
  const named = ({ table, column }: (typeof columns)[number]) => `${table}.${column.name}`;

  test("has words for every column, and not one of them in codes", () => {
    const wordless = columns.filter(({ table, column }) => {
      const words = fieldWords(table, column.name.replace(/_en$/, ""));
      return words !== "" && !/^\p{Lu}[\p{L}-]+[^_]*$/u.test(words);
    });
    expect(wordless.map(named)).toEqual([]);
  });

  test("has words for every value that a column may take", () => {
    const wordless = columns.flatMap(({ table, column }) =>
      (column.enumValues ?? [])
        .filter((value) => valueWords(table, column.name, value) === undefined)
        // Categories are words already.
        .filter((value) => !/^\p{Lu}\p{Ll}/u.test(value))
        .map((value) => `${table}.${column.name}: ${value}`),
    );
    expect(wordless).toEqual([]);
  });

  test("calls a row that a column names by what it is called", () => {
    const ids = columns.filter(({ column }) => column.getSQLType() === "uuid");
    const bare = ids.filter(({ table, column }) => !referenceOf(table, column.name));
    // An order, or an erasure, is of a row of one of several tables; attempts to pay stand with their order.
    const several = [
      "erasures.record_id",
      "preview_links.record_id",
      "orders.subject_id",
      "refunds.charge_id",
      "ledger_entries.payment_id",
    ];
    expect(bare.map(named).sort()).toEqual(several.sort());
    for (const { table, column } of ids) {
      const other = referenceOf(table, column.name);
      if (other) expect(namingOf(other), named({ table, column })).toBeDefined();
    }
  });

  test("names rows by columns that are there, and leads to screens that are", () => {
    const patterns = routes.map(({ pattern }) => pattern);
    for (const { table } of RECORDS) {
      const naming = namingOf(table);
      if (!naming) continue;
      expect(naming.columns.filter((column) => !columnsOf(table).includes(column))).toEqual([]);
      const row = Object.fromEntries(["id", ...naming.columns].map((column) => [column, "x"]));
      const stored = table === "site_settings" ? { ...row, setting_key: "site_logo" } : row;
      const path = naming.to(stored).split("?", 1)[0] ?? "";
      const isScreen = (pattern: string) =>
        new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`).test(path);
      expect(
        patterns.some((pattern) => isScreen(pattern) && !pattern.includes("*")),
        path,
      ).toBe(true);
    }
  });

  test("calls fields as their forms do", () => {
    const offenders = sourceFiles("app")
      .filter((file) => file.endsWith(".admin.tsx"))
      .flatMap((file) => formLabels(file).map((label) => ({ file, ...label })))
      .filter(({ table, field, label }) => fieldWords(table, field) !== label)
      .map(({ file, table, field, label }) => `${file}: ${table}.${field} is « ${label} »`);
    expect(offenders).toEqual([]);
  });

  /** What a form calls the columns of the table that it is about, without what stands behind in brackets. */
  function formLabels(file: string) {
    const [, body = ""] = /^const LABELS = \{([^}]*)\}/m.exec(read(file)) ?? [];
    const labels = [
      ...body.matchAll(/^\s*(\w+): "([^"]+)"/gm),
      ...body.matchAll(/(\w+): "([^"]+)"/g),
    ];
    const fields = new Map(labels.map(([, field = "", label = ""]) => [field, label]));
    const table = FORMS[file.replace("app/", "")];
    return [...fields].flatMap(([field, label]) =>
      table && !field.endsWith("_en") && columnsOf(table).includes(field)
        ? { table, field, label: label.replace(/ \(.*| : .*/, "") }
        : [],
    );
  }
});
