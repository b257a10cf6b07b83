import { describe, expect, test } from "vitest";
import { checkFields } from "../core/values/check-fields.ts";
import { CURRENCY_CHOICES } from "../kit/form/currency-choices.ts";
import { groupNumbers } from "../kit/form/field-groups.ts";
import { eventFormSchema, packageFields } from "./event-schema.ts";

const complete = {
  title: "La finale",
  description: "Deux jours.",
  date: "2030-05-01",
  location: "Kindia",
  category: "Tournoi",
  type: "in-person",
  status: "upcoming",
  max_participants: "50",
  price: "0",
  currency: "XOF",
};
const option = (number: number, fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [`prices.${number}.${name}`, value]),
  );
const student = { name: "Tarif étudiant", amount: "3000", description: "Avec la carte" };

const parsed = (fields: Record<string, string> = {}) => {
  const checked = checkFields({ ...complete, ...fields }, eventFormSchema);
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  return checked.value;
};
const errorsOf = (fields: Record<string, string>) => {
  const checked = checkFields({ ...complete, ...fields }, eventFormSchema);
  return checked.ok ? {} : checked.errors;
};

test("each currency that the form offers is one that an event can have", () => {
  expect(CURRENCY_CHOICES.map(({ value }) => parsed({ currency: value }).currency)).toEqual([
    "GNF",
    "XOF",
  ]);
  expect(errorsOf({ currency: "EUR" })).toEqual({ currency: "La devise est requise" });
});

describe("places", () => {
  test.each(["", "0", "-3", "douze", "2.5"])("a maximum of '%s' is none", (max_participants) => {
    expect(errorsOf({ max_participants })).toEqual({
      max_participants: "Le nombre maximum de participants est requis",
    });
  });

  test("without limit only when the box says so, whatever stands beside it", () => {
    expect(parsed().max_participants).toBe(50);
    expect(parsed({ unlimited: "on", max_participants: "" }).max_participants).toBeNull();
    expect(parsed({ unlimited: "on" }).max_participants).toBeNull();
  });
});

describe("packages", () => {
  test("none is the default package; by invitation is an empty list", () => {
    expect(parsed().prices).toBeNull();
    expect(parsed({ invitation: "on" }).prices).toEqual([]);
  });

  test("stand in the order of the form, each with an id of its own that it keeps", () => {
    const fields = {
      ...option(12, student),
      ...option(3, { ...student, id: "early-bird", name_en: "Early bird", features_en: "One" }),
      ...option(3, { quota: "20", ends_at: "2030-04-01T23:59" }),
      ...option(7, { ...student, amount: "0", features: " Un \n\nDeux\n" }),
    };
    const { prices } = parsed(fields);
    expect(prices).toEqual([
      {
        id: "tarif-etudiant",
        name: "Tarif étudiant",
        name_en: null,
        amount: 3000,
        description: "Avec la carte",
        description_en: null,
        features: [],
        features_en: [],
        quota: null,
        ends_at: null,
      },
      {
        id: "early-bird",
        name: "Tarif étudiant",
        name_en: "Early bird",
        amount: 3000,
        description: "Avec la carte",
        description_en: null,
        features: [],
        features_en: ["One"],
        quota: 20,
        ends_at: new Date("2030-04-01T23:59:00Z"),
      },
      {
        id: "tarif-etudiant-2",
        name: "Tarif étudiant",
        name_en: null,
        amount: 0,
        description: "Avec la carte",
        description_en: null,
        features: ["Un", "Deux"],
        features_en: [],
        quota: null,
        ends_at: null,
      },
    ]);
    const restored = packageFields(prices ?? []);
    expect(groupNumbers(restored, "prices")).toEqual([0, 1, 2]);
    expect(parsed(restored).prices).toEqual(prices);
  });

  test.each(["0", "-1", "2.5", "vingt"])("a quota of '%s' is none", (quota) => {
    expect(Object.keys(errorsOf(option(0, { ...student, quota })))).toEqual(["prices.0.quota"]);
  });

  test("an end is a moment", () => {
    const fields = option(0, { ...student, ends_at: "demain" });
    expect(Object.keys(errorsOf(fields))).toEqual(["prices.0.ends_at"]);
  });

  test("a package is over when the event begins, and says so beside its own field", () => {
    const at = { date: "2030-05-10", time: "14:00" };
    const ends = (ends_at: string) => ({
      ...at,
      ...option(4, { ...student, ends_at: "2030-05-01T12:00" }),
      ...option(9, { ...student, ends_at }),
    });
    expect(errorsOf(ends("2030-05-10T14:00"))).toEqual({});
    expect(errorsOf(ends(""))).toEqual({});
    expect(errorsOf(ends("2030-05-10T14:01"))).toEqual({
      "prices.9.ends_at": "Cette date vient après le début de l’événement",
    });
    // Without an hour registration runs through its day.
    const day = { ...ends("2030-05-10T20:00"), time: "" };
    expect(errorsOf(day)).toEqual({});
    expect(Object.keys(errorsOf({ ...day, date: "2030-05-09" }))).toEqual(["prices.9.ends_at"]);
    expect(Object.keys(errorsOf({ ...ends("2030-05-10T14:01"), date: "" }))).toEqual(["date"]);
  });

  test("the currency is one of those that events have", () => {
    expect(parsed({ currency: "GNF" }).currency).toBe("GNF");
    expect(Object.keys(errorsOf({ currency: "EUR" }))).toEqual(["currency"]);
  });

  test("what is wrong is told beside its field, together with the rest", () => {
    expect(errorsOf({ title: "", ...option(4, { name: "", amount: "-1" }) })).toEqual({
      title: "Le titre est requis",
      "prices.4.name": "Le nom de la formule est requis",
      "prices.4.amount": "Le prix doit être positif",
      "prices.4.description": "La description de la formule est requise",
    });
    expect(Object.keys(errorsOf({ invitation: "on", ...option(0, student) }))).toEqual([
      "invitation",
    ]);
  });
});

describe("who comes", () => {
  test.each([
    ["Tournoi", undefined, true],
    ["Championnat", "", true],
    ["Formation", "", false],
    ["Conférence", undefined, false],
    ["Tournoi", "no", false],
    ["Formation", "yes", true],
  ])("%s, gamertag '%s': %s", (category, choice, asked) => {
    const fields = { category, ...(choice !== undefined && { asks_gamertag: choice }) };
    expect(parsed(fields).asks_gamertag).toBe(asked);
  });

  test("a choice that is none is refused", () => {
    expect(Object.keys(errorsOf({ asks_gamertag: "on" }))).toEqual(["asks_gamertag"]);
  });

  test("limits of ages are optional, whole, both included, and the right way round", () => {
    expect(parsed()).toMatchObject({ min_age: null, max_age: null });
    expect(parsed({ min_age: "16", max_age: "" })).toMatchObject({ min_age: 16, max_age: null });
    expect(parsed({ min_age: "16", max_age: "16" })).toMatchObject({ min_age: 16, max_age: 16 });
    expect(errorsOf({ min_age: "17", max_age: "16" })).toEqual({
      max_age: "L’âge maximum est plus bas que l’âge minimum",
    });
    for (const min_age of ["-1", "0", "121", "16.5", "seize"]) {
      expect(Object.keys(errorsOf({ min_age }))).toEqual(["min_age"]);
    }
  });
});
