import { describe, expect, test } from "vitest";
import { testAll } from "../../../tests/support/fuzz/cases.ts";
import { messageWords } from "../../i18n/too-long.ts";
import { translator } from "../../i18n/translate.server.ts";
import { applicationSchema } from "./application-schema.ts";

/** As they stand in the form. */
const values = {
  type: "01930000-0000-7000-8000-000000005001",
  firstName: "Al",
  lastName: "Ba",
  email: "al@example.org",
  phone: "622123456",
  birthDate: "2001-02-03",
  city: "Co",
  address: "Dixinn, C1",
  experience: "beginner",
  games: "F",
  motivation: "m".repeat(50),
  acceptTerms: "on",
};
const fields = Object.keys(values);
/** On 22 November 2026, where one comes of age at 18. */
const schema = applicationSchema(18, "2026-11-22");

test("the shortest that is accepted", () => {
  expect(schema.safeParse(values).error).toBeUndefined();
});

test("a name has one apostrophe, whichever was typed", () => {
  const typed = { ...values, firstName: "M'Balia", lastName: "N’Diaye", city: "N'Zérékoré" };
  expect(schema.parse(typed)).toMatchObject({
    firstName: "M’Balia",
    lastName: "N’Diaye",
    city: "N’Zérékoré",
  });
});

test("a text that is too long is told its limit, in the language of the page", () => {
  const { error } = schema.safeParse({
    ...values,
    games: "g".repeat(201),
    motivation: "m".repeat(5_001),
  });
  const say = (language: "fr" | "en") =>
    error?.issues.map(({ message }) =>
      messageWords({ t: translator(language), language }, message),
    );
  expect(say("fr")).toEqual(["200 caractères au plus", "5\u202f000 caractères au plus"]);
  expect(say("en")).toEqual(["200 characters at most", "5,000 characters at most"]);
});

test("every field has its message", () => {
  const { error } = schema.safeParse({});
  const messages = error?.issues.map(({ path, message }) => `${path.join()}: ${message}`);
  expect(messages).toEqual(fields.map((field) => `${field}: validation.membership.${field}`));
});

testAll([
  ["2999-01-01", "toCome"],
  ["2001-02-30", "unreal"],
  ["1850-02-03", "tooEarly"],
])("the birth date %s is %s", (birthDate, what) => {
  const { error } = schema.safeParse({ ...values, birthDate });
  expect(error?.issues.map(({ message }) => message)).toEqual([`validation.birthDate.${what}`]);
});

testAll([
  ["type", "another"],
  ["firstName", "A"],
  ["lastName", " B "],
  ["email", "al@"],
  ["phone", "622123"],
  ["phone", "not a number"],
  ["birthDate", ""],
  ["address", "Dixinn, C"],
  ["city", "C"],
  ["experience", "expert"],
  ["games", "  "],
  ["motivation", "m".repeat(49)],
  ["acceptTerms", "off"],
])("%s '%s' is not", (field, value) => {
  const { error } = schema.safeParse({ ...values, [field]: value });
  expect(error?.issues.map(({ message }) => message)).toEqual([`validation.membership.${field}`]);
});

describe("a club or a partner", () => {
  const ofClubs = applicationSchema(18, "2026-11-22", [values.type]);
  const { birthDate: _born, experience: _level, games: _games, ...others } = values;
  const club = { ...others, organisation: "Horoya E-sport" };

  test("gives its name and a contact, and nothing that only players are asked", () => {
    expect(ofClubs.parse(club)).toMatchObject({
      organisation: "Horoya E-sport",
      firstName: "Al",
      birthDate: null,
      games: null,
      guardian: null,
    });
    // What the form of a player sent along is not kept.
    expect(ofClubs.parse({ ...club, birthDate: "2015-01-01", games: "F" })).toMatchObject({
      birthDate: null,
      games: null,
    });
    expect(schema.parse({ ...values, organisation: "Horoya" }).organisation).toBeNull();
  });

  test("is refused without its name, beside that field", () => {
    const { error } = ofClubs.safeParse({ ...club, organisation: " " });
    expect(error?.issues.map(({ path, message }) => `${path.join()}: ${message}`)).toEqual([
      "organisation: validation.membership.organisation",
    ]);
  });
});

describe("a minor on the day of the application", () => {
  const guardian = {
    guardianName: "Fatou Bah",
    guardianPhone: "622 00 00 01",
    guardianRelation: "mother",
    guardianConsent: "1",
  };
  const messagesOf = (change: Record<string, string>) => {
    const { error } = schema.safeParse({ ...values, ...change });
    return error?.issues.map(({ path, message }) => `${path.join()}: ${message}`);
  };

  testAll(Object.keys(guardian))("is refused without %s, beside that field", (missing) => {
    const { [missing as keyof typeof guardian]: _none, ...rest } = guardian;
    const expected = [`${missing}: validation.guardian.${missing}`];
    expect(messagesOf({ birthDate: "2008-11-23", ...rest })).toEqual(expected);
    expect(messagesOf({ birthDate: "2008-11-23", ...rest, [missing]: " " })).toEqual(expected);
  });

  testAll([
    ["guardianPhone", "622"],
    ["guardianRelation", "uncle"],
    ["guardianConsent", "on"],
    ["guardianConsent", "0"],
    ["guardianConsent", "constructor"],
  ])("%s '%s' is none", (field, value) => {
    const change = { birthDate: "2012-01-01", ...guardian, [field]: value };
    expect(messagesOf(change)).toEqual([`${field}: validation.guardian.${field}`]);
  });

  test("is asked for the guardian together with what else is wrong", () => {
    expect(messagesOf({ birthDate: "2012-01-01", city: "" })).toEqual([
      "city: validation.membership.city",
      ...Object.keys(guardian).map((field) => `${field}: validation.guardian.${field}`),
    ]);
  });

  test("is known by the day alone: the birthday itself is of age", () => {
    expect(messagesOf({ birthDate: "2008-11-22" })).toBeUndefined();
    expect(messagesOf({ birthDate: "2008-11-23" })).toHaveLength(4);
    expect(messagesOf({ birthDate: "2999-11-23" })).toEqual([
      "birthDate: validation.birthDate.toCome",
    ]);
    // 29 February comes of age on 1 March.
    const leap = { ...values, birthDate: "2008-02-29" };
    expect(applicationSchema(18, "2026-02-28").safeParse(leap).success).toBe(false);
    expect(applicationSchema(18, "2026-03-01").safeParse(leap).success).toBe(true);
  });

  test("is who is younger than the setting says", () => {
    const nineteen = { ...values, birthDate: "2007-01-01" };
    expect(applicationSchema(18, "2026-11-22").safeParse(nineteen).success).toBe(true);
    expect(applicationSchema(21, "2026-11-22").safeParse(nineteen).success).toBe(false);
  });

  test("has what was typed of the guardian tidied; of somebody of age nothing is kept", () => {
    const minor = schema.parse({ ...values, birthDate: "2012-01-01", ...guardian });
    expect(minor.guardian).toEqual({
      name: "Fatou Bah",
      phone: "+224622000001",
      relation: "mother",
      consent: "1",
    });
    expect(schema.parse({ ...values, ...guardian }).guardian).toBeNull();
  });
});
