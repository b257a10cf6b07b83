import { expect, test } from "vitest";
import { formatLicence, parseLicence, searchedLicence } from "./licence-number.ts";

test("a number has six digits and a letter, more digits when they run out", () => {
  expect([1, 4217, 999_999, 1_000_000].map(formatLicence)).toEqual([
    "FGE-000001-C",
    "FGE-004217-K",
    "FGE-999999-G",
    "FGE-1000000-H",
  ]);
});

test("it is read however somebody types it", () => {
  for (const text of ["FGE-004217-K", "fge 4217 k", "4217K", " FGE–004217–K ", "004217-k"]) {
    expect(parseLicence(text), text).toBe(4217);
  }
  for (const text of ["", "K", "FGE-004217", "FGE-0-A", "FGA-004217-K", "FGE-004217-KK"]) {
    expect(parseLicence(text), text).toBeUndefined();
  }
});

test("the letter finds each wrong digit and each two that changed places", () => {
  const number = formatLicence(104_217);
  for (let place = 4; place < 10; place++) {
    for (const digit of "0123456789") {
      const typed = number.slice(0, place) + digit + number.slice(place + 1);
      if (typed !== number) expect(parseLicence(typed), typed).toBeUndefined();
    }
    if (place === 9) continue;
    const [one = "", other = ""] = number.slice(place, place + 2);
    const swapped = number.slice(0, place) + other + one + number.slice(place + 2);
    if (swapped !== number) expect(parseLicence(swapped), swapped).toBeUndefined();
  }
});

test("a search finds a whole number, or its prefix and digits, and takes no name for one", () => {
  expect(searchedLicence("fge-004217")).toBe(4217);
  expect(searchedLicence("FGE-004217-K")).toBe(4217);
  for (const text of ["FGE-004217-A", "bah", "2001", "fge", "aissatou2001@example.org", ""]) {
    expect(searchedLicence(text), text).toBeUndefined();
  }
});
