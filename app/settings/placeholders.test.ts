import { expect, test } from "vitest";
import { type ContactInfo, DEFAULT_SETTINGS, placeholdersIn } from "./settings.ts";

const OWN: ContactInfo = {
  address: "Immeuble Zein, Almamya, Conakry",
  postal_code: "",
  email: "contact@fege.gn",
  phone: "+224 622 11 22 33",
  social_media: {},
};
const fieldsOf = (change: Partial<ContactInfo>) =>
  placeholdersIn({ contact_info: { ...OWN, ...change } }).map(({ field }) => field);

test("a site that nobody has written anything of its own on shows placeholders alone", () => {
  expect(placeholdersIn(DEFAULT_SETTINGS).map(({ field }) => field)).toEqual([
    "address",
    "address_en",
    "postal_code",
    "email",
    "phone",
  ]);
});

test("what is the federation's own is none", () => expect(fieldsOf({})).toEqual([]));

test.each([
  ["email", "info@federation.example"],
  ["email", " contact@FGE.example "],
  ["email", "a@b.example.org"],
  ["email", "a@nowhere.invalid"],
  ["phone", "00224620000000"],
  ["phone", "620-00-00-00"],
  ["phone", "0000 0000"],
  ["address_en", DEFAULT_SETTINGS.contact_info.address_en],
])("a %s that nobody has is one: %s", (field, value) => {
  expect(fieldsOf({ [field]: value })).toEqual([field]);
});

test.each([
  ["email", "example@fege.gn"],
  ["email", "a@my-example.com"],
  ["phone", "+224 620 00 00 01"],
])("a %s that somebody may have is none: %s", (field, value) => {
  expect(fieldsOf({ [field]: value })).toEqual([]);
});
