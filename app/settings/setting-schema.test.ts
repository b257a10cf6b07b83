import { describe, expect, test } from "vitest";
import { checkFields } from "../core/values/check-fields.ts";
import { PRICE_CURRENCIES } from "../i18n/format.ts";
import { fieldsOfSetting } from "./setting-fields.ts";
import { settingSchema } from "./setting-schema.ts";
import { DEFAULT_SETTINGS, type SiteSettings } from "./settings.ts";

const KEYS = Object.keys(DEFAULT_SETTINGS) as (keyof SiteSettings)[];
const check = (key: keyof SiteSettings, change: Record<string, string> = {}) =>
  checkFields({ ...fieldsOfSetting(key, DEFAULT_SETTINGS), ...change }, settingSchema(key));
const errorsOf = (key: keyof SiteSettings, change: Record<string, string>) => {
  const checked = check(key, change);
  return checked.ok ? {} : checked.errors;
};

test.each(KEYS)("%s passes through its form unchanged", (key) => {
  const checked = check(key);
  expect(checked.ok && checked.value).toEqual(DEFAULT_SETTINGS[key]);
});

test("a new event begins with any currency of prices, and with no other", () => {
  for (const currency of PRICE_CURRENCIES) {
    const checked = check("events", { currency });
    expect(checked.ok && checked.value).toEqual({ currency });
  }
  expect(errorsOf("events", { currency: "EUR" })).toEqual({ currency: "La devise est requise" });
});

describe("the logo", () => {
  test.each(["", "15", "241", "48.5", "48px", "abc"])("is not '%s' pixels wide", (width) => {
    expect(Object.keys(errorsOf("site_logo", { width }))).toEqual(["width"]);
  });

  test("is a picture with words, and leads somewhere", () => {
    const wrong = { main_logo: "javascript:x", alt_text: " ", link: "//ailleurs.example" };
    expect(Object.keys(errorsOf("site_logo", wrong))).toEqual(["main_logo", "alt_text", "link"]);
  });
});

describe("the menu", () => {
  const values = {
    brand_text: "FGE",
    "items.4.label": "Contact",
    "items.4.path": "/contact",
    "items.1.label": " Adhésion ",
    "items.1.label_en": "Membership",
    "items.1.path": "/membership",
    "items.1.submenu.9.label": "Communauté",
    "items.1.submenu.9.path": "/membership/community",
  };

  test("is numbered in the order of the form", () => {
    const checked = checkFields(values, settingSchema("main_navigation"));
    expect(checked.ok && checked.value).toEqual({
      brand_text: "FGE",
      items: [
        { label: "Contact", path: "/contact", order: 1 },
        {
          label: "Adhésion",
          label_en: "Membership",
          path: "/membership",
          order: 2,
          submenu: [{ label: "Communauté", path: "/membership/community" }],
        },
      ],
    });
  });

  test("tells what is wrong under its own field, in submenus too", () => {
    const wrong = { "items.4.label": "", "items.1.submenu.9.path": "contact" };
    const checked = checkFields({ ...values, ...wrong }, settingSchema("main_navigation"));
    expect(checked.ok ? {} : Object.keys(checked.errors)).toEqual([
      "items.4.label",
      "items.1.submenu.9.path",
    ]);
  });

  test("has an element at least", () => {
    const checked = checkFields({ brand_text: "FGE" }, settingSchema("main_navigation"));
    expect(checked.ok ? {} : checked.errors).toEqual({
      brand_text: "Le menu a besoin d’au moins un élément",
    });
  });
});

test("networks are addresses or nothing, and what is blank is left out", () => {
  expect(errorsOf("contact_info", { facebook: "fge" })).toEqual({ facebook: "URL invalide" });
  const checked = check("contact_info", { youtube: "https://youtube.com/@fge", address_en: " " });
  expect(checked.ok && checked.value).toMatchObject({
    social_media: { youtube: "https://youtube.com/@fge" },
  });
  expect(checked.ok && checked.value).not.toHaveProperty("address_en");
});

test("contact details must be usable: mail is sent from them", () => {
  const wrong = { email: "fge", phone: "620", address: "" };
  expect(Object.keys(errorsOf("contact_info", wrong))).toEqual(["address", "email", "phone"]);
});

test.each(["", "11", "17.5", "dix-huit"])("nobody comes of age at '%s'", (age) => {
  expect(errorsOf("minors", { age })).toEqual({ age: "Un âge entier, de 12 à 30 ans" });
});

test("nobody comes of age after thirty", () => {
  expect(errorsOf("minors", { age: "31" })).toEqual({ age: "Au plus 30" });
});

test("somebody is a minor until 18, unless staff say otherwise", () => {
  expect(DEFAULT_SETTINGS.minors).toEqual({ age: 18 });
  const checked = check("minors", { age: "21" });
  expect(checked.ok && checked.value).toEqual({ age: 21 });
});

describe("the days of moves between clubs", () => {
  test.each([
    [" 1/7 ", "31/08", { from: "07-01", to: "08-31" }],
    ["15.12", "15-1", { from: "12-15", to: "01-15" }],
    ["", " ", {}],
  ])("are both given, of every year, or none: '%s', '%s'", (from, to, days) => {
    const checked = check("club_moves", { from, to });
    expect(checked.ok && checked.value).toEqual(days);
  });

  test.each([
    ["1/7", "", ["to"]],
    ["", "31/8", ["from"]],
    ["29/02", "31/06", ["from", "to"]],
    ["juillet", "2027-08-31", ["from", "to"]],
    ["0/7", "1/13", ["from", "to"]],
  ])("are refused beside their fields: '%s', '%s'", (from, to, fields) => {
    expect(Object.keys(errorsOf("club_moves", { from, to }))).toEqual(fields);
  });

  test("pass through their form unchanged", () => {
    const club_moves = { from: "07-01", to: "08-31" };
    const fields = fieldsOfSetting("club_moves", { ...DEFAULT_SETTINGS, club_moves });
    expect(fields).toEqual({ from: "01/07", to: "31/08" });
    const checked = checkFields(fields, settingSchema("club_moves"));
    expect(checked.ok && checked.value).toEqual(club_moves);
  });
});

test.each(["FGE", "f", "f g", "a".repeat(13)])("files are not named after '%s'", (prefix) => {
  expect(Object.keys(errorsOf("federation", { export_prefix: prefix }))).toEqual(["export_prefix"]);
});

describe("the rate", () => {
  const rate = { gnf: "9450,25", source: "BCRG", date: "2026-11-01" };

  test("is written as people write it, and kept as a decimal", () => {
    for (const gnf of ["9450,25", "9 450,25", "9\u202f450.25", " 9450.25 "]) {
      const checked = check("exchange_rate", { ...rate, gnf });
      expect(checked.ok && checked.value).toEqual({ ...rate, gnf: "9450.25" });
    }
  });

  test("that is stored passes through its form unchanged", () => {
    const exchange_rate = { ...rate, gnf: "9450.25" };
    const fields = fieldsOfSetting("exchange_rate", { ...DEFAULT_SETTINGS, exchange_rate });
    expect(fields.gnf).toBe("9450,25");
    const checked = checkFields(fields, settingSchema("exchange_rate"));
    expect(checked.ok && checked.value).toEqual(exchange_rate);
  });

  test.each([
    "",
    "945",
    "94 500",
    "1999",
    "50000,1",
    "-9450",
    "9.450,25",
    "9e3",
    "0x2500",
    "9450,12345",
  ])("'%s' is none", (gnf) =>
    expect(Object.keys(errorsOf("exchange_rate", { ...rate, gnf }))).toEqual(["gnf"]),
  );

  test("comes with its source and its day, which is not to come", () => {
    expect(Object.keys(errorsOf("exchange_rate", { gnf: "9450" }))).toEqual(["source", "date"]);
    expect(errorsOf("exchange_rate", { ...rate, date: "2999-01-01" })).toEqual({
      date: "Cette date est à venir",
    });
    expect(Object.keys(errorsOf("exchange_rate", { ...rate, date: "2026-02-30" }))).toEqual([
      "date",
    ]);
  });

  test("may be none at all", () => {
    const checked = check("exchange_rate", { gnf: " ", source: "", date: "" });
    expect(checked.ok && checked.value).toEqual({});
  });
});

describe("the texts of a page", () => {
  test("are those of the federation where it wrote some, each twin for itself", () => {
    const checked = check("about", { mission: " Jouer ", vision_en: "Play", lead: " " });
    expect(checked.ok && checked.value).toEqual({
      words: { mission: "Jouer", vision_en: "Play" },
      history: [],
    });
  });

  test("have steps with everything that a step needs", () => {
    const step = { "history.3.years": "2009", "history.3.title": "Fondation" };
    expect(errorsOf("about", step)).toEqual({ "history.3.text": "Le texte est requis" });
    const many = Object.fromEntries(
      Array.from({ length: 13 }, (_, n) => [
        [`history.${n}.years`, "2009"],
        [`history.${n}.title`, "T"],
        [`history.${n}.text`, "T"],
      ]).flat(),
    );
    expect(errorsOf("about", many)).toEqual({ "history.12.years": "Au plus 12 étapes" });
  });

  test("are not longer than their place", () => {
    expect(Object.keys(errorsOf("partner_texts", { lead: "x".repeat(601) }))).toEqual(["lead"]);
  });
});

describe("the point of the map", () => {
  test.each([
    ["9,5412", "−13,6773"],
    ["7.5", "-15"],
  ])("is in Guinea: %s, %s", (latitude, longitude) => {
    const checked = check("map_point", { latitude, longitude });
    expect(checked.ok && checked.value).toMatchObject({ latitude: expect.stringMatching(/^\d/) });
  });

  test.each([
    ["9.5412", "13.6773", ["longitude"]],
    ["-13.6773", "9.5412", ["latitude", "longitude"]],
    ["nord", "", ["latitude", "longitude"]],
    ['9"><script>', "-13", ["latitude"]],
    ["NaN", "-1e1", ["latitude", "longitude"]],
  ])("is nowhere else: %s, %s", (latitude, longitude, fields) => {
    expect(Object.keys(errorsOf("map_point", { latitude, longitude }))).toEqual(fields);
  });
});
