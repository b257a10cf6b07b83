import { expect, test } from "vitest";
import { availability } from "./registration-labels.ts";
import { registrationSchema, ticketSchema } from "./registration-schema.ts";
import { doorSearch, firstPlace, holdsPlace, isLive, referenceFrom } from "./registrations.ts";

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
    "64 places : 40 confirmées, 3 en attente de paiement, 2 proposées à la liste, 19 libres",
  );
  expect(availability(64, { ...places, unproven: 4 })).toBe(
    `64 places : 40 confirmées, 3 en attente de paiement, 2 proposées à la liste, 4 à confirmer par e-mail, 15 libres`,
  );
  expect(availability(1, { confirmed: 1, held: 0, offered: 0, unproven: 0, waiting: 1 })).toBe(
    "1 place : 1 confirmée, 0 libre, 1 personne en liste d’attente",
  );
  expect(availability(null, { ...places, held: 0, offered: 1 })).toBe(
    "Places illimitées : 40 confirmées, 1 proposée à la liste",
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
  const place = firstPlace({ limited: false, reached: true, ...arriving });
  expect(place).toEqual({ status, proof_needed });
});

const values = {
  firstName: "Aïssatou",
  lastName: "Bah",
  email: " Aissatou@Example.org ",
  phone: "622 12 34 56",
  birthDate: "2001-02-03",
  gamertag: "aissa224",
  platform: "mobile",
  priceId: "standard",
  acceptRules: "on",
  acceptTerms: "on",
};

test("what people type is tidied: the address in lower case, the number as E.164", () => {
  expect(registrationSchema.parse(values)).toMatchObject({
    email: "aissatou@example.org",
    phone: "+224622123456",
    acceptRules: true,
  });
});

test("every field has its message", () => {
  const { error } = registrationSchema.safeParse({});
  const messages = error?.issues.map(({ path, message }) => `${path.join()}: ${message}`);
  expect(messages).toEqual(
    Object.keys(values).map((field) => `${field}: validation.registration.${field}`),
  );
});

test("a ticket is given up with an address, and nothing else is asked of it", () => {
  expect(ticketSchema.safeParse({ intent: "accept" }).success).toBe(true);
  expect(ticketSchema.safeParse({ intent: "give-up", email: "x" }).success).toBe(false);
  expect(ticketSchema.safeParse({ intent: "confirm" }).success).toBe(false);
});
