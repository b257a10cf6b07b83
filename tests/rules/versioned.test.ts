import { describe, expect, test } from "vitest";
import { RECORDS } from "../../app/office/frame/notions.ts";
import { RESTORABLES } from "../../app/office/journal/restorables.server.ts";
import { definitionOf } from "../../app/records/definitions.server.ts";
import { schema } from "../support/database/schema.ts";

// A version holds what staff write in a form. A column that nobody thought of would be lost when an old version
// comes back, so each is named: held, or left out for a reason.

/** What no form writes: keys, times, marks, what is made of other columns. */
const OF_THE_SITE = /^(?:id|created_at|updated_at|is_sample|search_text|place)$/;

/** Whether, where and when a record is shown is decided apart from its words. */
const OF_ITS_STATE: Readonly<Record<string, readonly string[]>> = {
  news: ["dated_at"],
  events: ["status", "status_chosen_at"],
  pages: ["status", "public_from", "public_until"],
  page_sections: ["page_id", "is_active", "sort_order"],
  static_files: ["is_public", "is_resource", "is_featured", "media_kit_place"],
  leadership_team: ["order"],
  highlights: ["order"],
  site_settings: ["setting_key", "setting_type", "is_public"],
};

const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  // Counted, generated, or written by what cancels an event.
  events: [
    "starts_at",
    "ends_at",
    "current_participants",
    "sequence",
    "cancellation_reason",
    "cancellation_reason_en",
  ],
  // Of the file itself, which the address names.
  static_files: [
    "filename",
    "original_filename",
    "file_size",
    "alt_text",
    "width",
    "height",
    "sha256",
    "pages",
    "cover_url",
    "prepared_at",
    "prepare_tries",
    "prepare_tried_at",
    "prepare_problem",
    "download_count",
  ],
  // All of them are in GNF.
  membership_types: ["currency"],
};

describe("a version", () => {
  const versioned = RECORDS.filter((record) => record.versioned);
  const tables = versioned.map(({ table, versioned: held }) => ({
    table,
    held: held?.columns ?? [],
    besides: held?.besides ?? [],
  }));

  test("holds every column that staff write, or it is said why not", () => {
    for (const { table, held, besides } of tables) {
      const columns = schema.find(({ name }) => name === table)?.columns ?? [];
      const names = columns.map((column) => column.name);
      const known = [
        ...held,
        ...besides,
        ...(OF_ITS_STATE[table] ?? []),
        ...(LEFT_OUT[table] ?? []),
      ];
      const forgotten = names.filter((name) => !OF_THE_SITE.test(name) && !known.includes(name));
      expect(forgotten, table).toEqual([]);
      expect(
        known.filter((name) => !names.includes(name)),
        table,
      ).toEqual([]);
    }
  });

  test("is written of every table that says so: the table itself knows it", () => {
    for (const { table, versioned: held, translated } of RECORDS) {
      expect(definitionOf(table)?.versioned, table).toEqual(held);
      expect(Boolean(definitionOf(table)?.translated), table).toBe(Boolean(translated));
    }
  });

  test("can be brought back, and its record is one that staff change", () => {
    const names = tables.map(({ table }) => table);
    expect(Object.keys(RESTORABLES)).toEqual(expect.arrayContaining(names));
    expect(RECORDS.map((records) => records.table)).toEqual(expect.arrayContaining(names));
  });

  test("holds nobody's address, number or secret", () => {
    const personal = /mail|phone|contact|whatsapp|birth|token|secret|password|hash/;
    const personalOnes = tables.map(({ table, held }) => [
      table,
      held.filter((name) => personal.test(name)),
    ]);
    expect(personalOnes).toEqual(tables.map(({ table }) => [table, []]));
  });
});
