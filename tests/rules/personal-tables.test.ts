import { getTableColumns, getTableName } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  EXCLUDED_TABLES,
  PERSONAL_TABLES,
} from "../../app/people/personal-data-register.server.ts";
import { schema } from "../support/database/schema.ts";
import { read, sourceFiles } from "../support/source.ts";

// What is held of a person is said by each notion beside its table. A table or a column that is forgotten
// would stay when the person is erased, so it is named here.

/** Columns that tell of somebody: an address, a name, a day of birth, a telephone. */
const PERSONAL =
  /(^|_)e?mail$|^recipient$|^reply_to$|^address$|birth|phone|whatsapp|^(first|last|payer|contact|guardian)_name$/;

describe("where people stand", () => {
  const named = PERSONAL_TABLES.map(({ table }) => getTableName(table));

  test("every table with something of somebody is named, or says why not", () => {
    const forgotten = schema
      .filter(({ columns }) => columns.some(({ name }) => PERSONAL.test(name)))
      .map(({ name }) => name)
      .filter((name) => !named.includes(name) && !EXCLUDED_TABLES[name]);
    expect(forgotten).toEqual([]);
  });

  test("every column is shown to the person, or said to be for nobody", () => {
    for (const { table, fields, hidden } of PERSONAL_TABLES) {
      const columns = Object.keys(getTableColumns(table));
      expect([...Object.keys(fields), ...hidden].sort(), getTableName(table)).toEqual(
        columns.sort(),
      );
    }
  });

  test("nothing of somebody is hidden from them", () => {
    const hidden = PERSONAL_TABLES.flatMap(({ table, hidden: columns }) =>
      columns
        .filter((column) => PERSONAL.test(column))
        .map((column) => `${getTableName(table)}.${column}`),
    );
    // What orders a list of addresses that are shown; and of our notice of a message: its writer's, whose
    // address the message itself shows.
    expect(hidden).toEqual(["newsletter_subscriptions.sort_email", "mail_outbox.reply_to"]);
  });

  test("what a notion says of its own stands in the register", () => {
    const register = read("app/people/personal-data-register.server.ts");
    const files = sourceFiles("app").filter((file) =>
      file.endsWith("-personal.operations.server.ts"),
    );
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !register.includes(`"../${file.slice(4)}"`))).toEqual([]);
  });

  test("words are there in both languages", () => {
    for (const { title, fields, values = {}, keeps } of PERSONAL_TABLES) {
      const words = [
        title,
        ...Object.values(fields),
        ...Object.values(values).flatMap(Object.values),
      ];
      for (const { fr, en } of [...words, ...(keeps ? [keeps] : [])]) {
        expect(fr).not.toBe("");
        expect(en).not.toBe("");
      }
    }
  });
});
