import { describe, expect, test } from "vitest";
import { SAMPLE_EVENT_PRICES } from "../../events/events.samples.ts";
import { SAMPLE_PAGES } from "../../pages/pages.samples.ts";
import { DEFAULT_SETTINGS } from "../../settings/settings.ts";
import { changesOf, referencesIn } from "./audit-changes.ts";

const TYPE = "01930000-0000-7000-8000-000000005001";
const rows = new Map([[`membership_types ${TYPE}`, { label: "Joueur individuel", to: "/x" }]]);
const changes = (entity: string, before: object | null, after: object | null) =>
  changesOf({ entity, before: before as never, after: after as never }, rows);

describe("a change in the log", () => {
  test("is told by the labels of the form, in words", () => {
    const before = {
      status: "pending",
      phone: null,
      membership_type_id: TYPE,
      membership_end: null,
    };
    const after = {
      status: "active",
      phone: "622 12 34 56",
      membership_type_id: "01930000-0000-7000-8000-00000000dead",
      membership_end: "2027-03-12",
    };
    expect(changes("members", before, after)).toEqual([
      { name: "Statut", was: "En attente", is: "Actif" },
      { name: "Téléphone", was: "(vide)", is: "622 12 34 56" },
      { name: "Type d’adhésion", was: "Joueur individuel", is: "(fiche supprimée)" },
      { name: "Fin d’adhésion", was: "(vide)", is: "12 mars 2027" },
    ]);
    expect(referencesIn({ entity: "members", before, after: null })).toEqual([
      { entity: "membership_types", id: TYPE },
    ]);
  });

  test("of a switch, an amount, a moment and a size is told as screens tell them", () => {
    const words = (entity: string, field: string, value: unknown) =>
      changes(entity, { [field]: null }, { [field]: value })[0]?.is;
    expect(words("news", "published", false)).toBe("Brouillon");
    expect(words("static_files", "is_featured", true)).toBe("oui");
    expect(words("events", "price", 150_000)).toBe("150\u202f000");
    expect(words("events", "currency", "XOF")).toBe("FCFA");
    expect(words("static_files", "file_size", 2_097_152)).toBe("2,00\u202fMo");
    expect(words("event_registrations", "checked_in_at", "2027-03-12T14:30:00.000Z")).toBe(
      "12 mars 2027 à 14\u00a0h\u00a030",
    );
  });

  test("keeps long values whole", () => {
    const content = "Un long article. ".repeat(900);
    expect(changes("news", { content: "" }, { content })[0]?.is).toBe(content);
  });

  test("of a setting tells only the parts that differ", () => {
    const before = { setting_value: DEFAULT_SETTINGS.contact_info };
    const after = { setting_value: { ...DEFAULT_SETTINGS.contact_info, phone: "+224 622" } };
    expect(changes("site_settings", before, after)).toEqual([
      { name: "Téléphone", was: "+224 620 00 00 00", is: "+224 622" },
    ]);
  });
});

describe("a creation or an export", () => {
  test("shows what it wrote down, and nothing that was left blank", () => {
    expect(changes("news", null, { title: "La finale", excerpt: "", tags: [] })).toEqual([
      { name: "Titre", is: "La finale" },
    ]);
    expect(changes("members", null, { count: 1_234, search: "", type: "club" })).toEqual([
      { name: "Lignes", is: "1\u202f234" },
      { name: "Type", is: "Club" },
    ]);
  });

  test("of what is made of several parts has words for each of them", () => {
    const made = [
      ...Object.values(DEFAULT_SETTINGS).map((value) => [
        "site_settings",
        { setting_value: value },
      ]),
      ...SAMPLE_PAGES.flatMap(({ sections }) =>
        sections.map(({ settings }) => ["page_sections", { settings }]),
      ),
      ...Object.values(SAMPLE_EVENT_PRICES).map((prices) => ["events", { prices }]),
    ] as [string, object][];
    const told = made.flatMap(([entity, after]) => changes(entity, null, after));
    const names = told.flatMap(({ name, is }) => [
      name,
      ...is
        .split(/\n| ; /)
        .flatMap((part) => /^(?:\d+\. )?(\P{N}{1,40}) : /u.exec(part)?.[1] ?? []),
    ]);
    expect(names.length).toBeGreaterThan(40);
    expect(
      [...new Set(names)].filter((name) => !/^[\p{Lu}]/u.test(name) || /_/.test(name)),
    ).toEqual([]);
  });
});

test("an entry that an older version wrote still reads", () => {
  const before = { old_field: "so", status: "an-old-state" };
  expect(changes("members", before, { old_field: "thus", status: "active" })).toEqual([
    { name: "old field", was: "so", is: "thus" },
    { name: "Statut", was: "an-old-state", is: "Actif" },
  ]);
  expect(changes("a_table_that_is_gone", null, { some_thing: [{ a: 1 }] })).toEqual([
    { name: "some thing", is: "1. a : 1" },
  ]);
  expect(changes("members", null, null)).toEqual([]);
});

test("what looks like a date and is none stays as it was typed", () => {
  const typed = { city: "2026-99-99", games: "2026-13-45T99:00:00Z", motivation: "2026-02-30" };
  expect(changes("members", null, typed).map(({ is }) => is)).toEqual(Object.values(typed));
});
