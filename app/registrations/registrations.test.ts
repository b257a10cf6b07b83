import { describe, expect, test } from "vitest";
import { referenceFrom } from "../core/secrets/id.ts";
import { availability } from "./admin/registration-labels.ts";
import { registrationSchema, ticketSchema } from "./register/registration-schema.ts";
import {
  doorSearch,
  holdsPlace,
  initialStatus,
  isLive,
  refusalsOf,
  rulesOf,
} from "./registrations.ts";

test("a reference has nothing in it that is mistaken when read aloud", () => {
  expect(referenceFrom("fge", new Uint8Array([0, 1, 2, 3, 4, 5]))).toBe("FGE-2345-67");
  for (let byte = 0; byte < 256; byte++) {
    const reference = referenceFrom("fge", new Uint8Array(6).fill(byte));
    expect(reference).toMatch(/^FGE-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{2}$/);
  }
});

test.each([
  ["fge-7k3m-2q", { reference: "FGE-7K3M-2Q" }],
  [" 7K3M 2Q ", { reference: "FGE-7K3M-2Q" }],
  ["7k3m2q", { reference: "FGE-7K3M-2Q" }],
  ["OLD7K3M2Q", { reference: "OLD-7K3M-2Q" }],
  ["https://fge.example/tickets/aB_9-x", { token: "aB_9-x" }],
  ["https://fge.example/en/tickets/aB_9-x?give-up=1", { token: "aB_9-x" }],
  ["", { reference: "FGE--" }],
])("at the door '%s' is looked for", (values, search) => {
  expect(doorSearch(values, "fge")).toEqual(search);
});

test("the places of an event are said in words", () => {
  const places = { confirmed: 40, held: 3, offered: 2, unproven: 0, waiting: 0 };
  expect(availability(64, places)).toBe(
    "64 places : 40 confirmées, 3 en attente de paiement, 2 proposées, 19 libres",
  );
  expect(availability(64, { ...places, unproven: 4 })).toBe(
    `64 places : 40 confirmées, 3 en attente de paiement, 2 proposées, 4 à confirmer par e-mail, 15 libres`,
  );
  expect(availability(1, { confirmed: 1, held: 0, offered: 0, unproven: 0, waiting: 1 })).toBe(
    "1 place : 1 confirmée, 0 libre, 1 personne en liste d’attente",
  );
  expect(availability(null, { ...places, held: 0, offered: 1 })).toBe(
    "Places illimitées : 40 confirmées, 1 proposée",
  );
});

test("whoever waits counts, without a place", () => {
  expect([isLive("waiting"), holdsPlace("waiting")]).toEqual([true, false]);
  expect([isLive("offered"), holdsPlace("offered")]).toEqual([true, true]);
  expect([isLive("unproven"), holdsPlace("unproven")]).toEqual([true, true]);
  expect([isLive("expired"), holdsPlace("expired")]).toEqual([false, false]);
});

test.each([
  ["a free one is confirmed at once", { free: 1, amount: 0 }, "confirmed", false],
  ["one to be paid is held", { free: 1, amount: 5_000 }, "held", false],
  ["without a free one it waits", { free: 0, amount: 0 }, "waiting", false],
  [
    "beyond a network's number it must be proven",
    { free: 1, amount: 0, limited: true },
    "unproven",
    true,
  ],
  ["so must one to be paid", { free: 1, amount: 5_000, limited: true }, "unproven", true],
  ["and one in the line", { free: 0, amount: 0, limited: true }, "waiting", true],
  [
    "where no mail leaves, staff see it in the line",
    { free: 9, amount: 0, limited: true, reached: false },
    "waiting",
    true,
  ],
])("a first place: %s", (_what, arriving, status, proof_needed) => {
  const place = initialStatus({ limited: false, reached: true, ...arriving });
  expect(place).toEqual({ status, proof_needed });
});

/** Asks nothing special. */
const EVENT = {
  date: "2026-12-12",
  asks_gamertag: true,
  asks_licence: false,
  min_age: null,
  max_age: null,
  has_rules: true,
};

/** As they stand in the form. */
const values = {
  priceId: "standard",
  firstName: "Aïssatou",
  lastName: "Bah",
  email: " Aissatou@Example.org ",
  phone: "622 12 34 56",
  birthDate: "2001-02-03",
  gamertag: "aissa224",
  platform: "mobile",
  acceptRules: "on",
  acceptTerms: "on",
};

test("what people type is tidied: the address in lower case, the number as E.164", () => {
  expect(registrationSchema(EVENT, 18).parse(values)).toMatchObject({
    email: "aissatou@example.org",
    phone: "+224622123456",
    acceptRules: true,
  });
});

test("every field has its message", () => {
  const { error } = registrationSchema(EVENT, 18).safeParse({});
  const messages = error?.issues.map(({ path, message }) => `${path.join()}: ${message}`);
  expect(messages).toEqual(
    Object.keys(values).map((field) => `${field}: validation.registration.${field}`),
  );
});

test("rules are accepted where there are some, in the language of the page", () => {
  const { acceptRules: _ticked, ...others } = values;
  expect(registrationSchema(EVENT, 18).safeParse(others).success).toBe(false);
  expect(registrationSchema({ ...EVENT, has_rules: false }, 18).safeParse(others).success).toBe(
    true,
  );
  expect(rulesOf({ rules: " \n", rules_en: null }, "en").text).toBe("");
  expect(rulesOf({ rules: "", rules_en: "No phones" }, "fr").text).toBe("");
  expect(rulesOf({ rules: "Sans téléphone", rules_en: null }, "en").text).toBe("Sans téléphone");
});

describe("what an event asks of the people who come", () => {
  const messagesOf = (event: object, change: Record<string, string> = {}) => {
    const schema = registrationSchema({ ...EVENT, ...event }, 18);
    const { error } = schema.safeParse({ ...values, ...change });
    return error?.issues.map(({ path, message }) => `${path.join()}: ${message}`);
  };

  test("the gamertag and the platform only where it says so; elsewhere they are not kept", () => {
    const { gamertag: _name, platform: _platform, ...plain } = values;
    const asking = registrationSchema(EVENT, 18).safeParse(plain);
    expect(asking.error?.issues.map(({ path }) => path.join())).toEqual(["gamertag", "platform"]);
    const schema = registrationSchema({ ...EVENT, asks_gamertag: false }, 18);
    expect(schema.parse(plain)).toMatchObject({ gamertag: null, platform: null });
    expect(schema.parse(values)).toMatchObject({ gamertag: null, platform: null });
  });

  test.each([
    [{ min_age: 16 }, "2010-12-12", undefined],
    [{ min_age: 16 }, "2010-12-13", "from"],
    [{ max_age: 12 }, "2013-12-13", undefined],
    [{ max_age: 12 }, "2013-12-12", "upTo"],
    [{ min_age: 18, max_age: 25 }, "2008-12-12", undefined],
    [{ min_age: 18, max_age: 25 }, "2000-12-13", undefined],
    [{ min_age: 18, max_age: 25 }, "2000-12-12", "between"],
    [{ min_age: 18, max_age: 25 }, "2008-12-13", "between"],
  ])("ages on its day: %o, born on %s", (limits, birthDate, key) => {
    const guardian = {
      guardianName: "Fatou Bah",
      guardianPhone: "622 00 00 01",
      guardianRelation: "mother",
      guardianConsent: "1",
    };
    const expected = key && [`birthDate: validation.ages.${key}`];
    expect(messagesOf(limits, { birthDate, ...guardian })).toEqual(expected);
  });

  test("a guardian of whoever is a minor on its day, not on the day of the form", () => {
    // 17 years and 364 days on the eve, 18 on the day.
    expect(messagesOf({}, { birthDate: "2008-12-12" })).toBeUndefined();
    expect(messagesOf({}, { birthDate: "2008-12-13" })).toHaveLength(4);
    expect(messagesOf({ date: "2026-12-13" }, { birthDate: "2008-12-13" })).toBeUndefined();
  });

  test("nobody who is too young is asked for a guardian as well", () => {
    expect(messagesOf({ min_age: 16 }, { birthDate: "2015-01-01" })).toEqual([
      "birthDate: validation.ages.from",
    ]);
    const person = { ...values, birthDate: "2015-01-01", gamertag: "g", hasGuardian: false };
    expect(refusalsOf(person, { ...EVENT, min_age: 16 }, 18)).toEqual({
      birthDate: "validation.ages.from",
    });
  });

  test("what is looked at again when the place is given is the same", () => {
    const nobody = { birthDate: "2012-01-01", gamertag: null, platform: null, hasGuardian: false };
    expect(refusalsOf(nobody, EVENT, 18)).toEqual({
      gamertag: "validation.registration.gamertag",
      platform: "validation.registration.platform",
      guardianName: "validation.guardian.guardianName",
    });
    expect(
      refusalsOf({ ...nobody, hasGuardian: true }, { ...EVENT, asks_gamertag: false }, 18),
    ).toEqual({});
  });
});

test("a ticket is given up with an address, and nothing else is asked of it", () => {
  expect(ticketSchema.safeParse({ intent: "accept" }).success).toBe(true);
  expect(ticketSchema.safeParse({ intent: "give-up", email: "x" }).success).toBe(false);
  expect(ticketSchema.safeParse({ intent: "confirm" }).success).toBe(false);
});

test("a licence is taken as people type it, asked only where the event does, and a mistyped one is as an unknown one", () => {
  const asking = registrationSchema({ ...EVENT, asks_licence: true }, 18);
  for (const licence of ["FGE-004217-K", "fge 4217 k", "4217K"]) {
    expect(asking.parse({ ...values, licence })).toMatchObject({ licence: 4217 });
  }
  const messageOf = (licence?: string) =>
    asking.safeParse({ ...values, licence }).error?.issues.map(({ message }) => message);
  expect(messageOf()).toEqual(["validation.registration.licence"]);
  expect(messageOf(" ")).toEqual(["validation.registration.licence"]);
  expect(messageOf("FGE-004217-A")).toEqual(["validation.registration.licenceInvalid"]);
  expect(registrationSchema(EVENT, 18).parse({ ...values, licence: "x" })).toMatchObject({
    licence: null,
  });
});
