import { expect, test } from "vitest";
import { securityText } from "./security-text.route.ts";

const origin = "https://esport.example";
const YEAR_MS = 365 * 86_400_000;

test("it says whom to write to, in which languages, where it stands and how long it is good", () => {
  const now = new Date("2027-03-01T08:00:00Z");
  expect(securityText({ origin, email: "contact@esport.example", now })).toBe(
    [
      "Contact: mailto:contact@esport.example",
      "Contact: https://esport.example/contact",
      "Contact: https://esport.example/en/contact",
      "Expires: 2027-08-28T00:00:00.000Z",
      "Preferred-Languages: fr, en",
      "Canonical: https://esport.example/.well-known/security.txt",
      "",
    ].join("\n"),
  );
});

test("its end lies ahead, and less than a year away, whenever it is read", () => {
  for (let day = 0; day < 800; day += 7) {
    const now = new Date(Date.parse("2027-02-28T23:59:59Z") + day * 86_400_000);
    const text = securityText({ origin, now }) ?? "";
    const ahead = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? "") - now.getTime();
    expect(ahead).toBeGreaterThan(0);
    expect(ahead).toBeLessThan(YEAR_MS);
  }
});

test("an address cannot write a line of its own, and without https no web address stands in it", () => {
  const now = new Date();
  const text = securityText({ origin, email: "a@b.example\nContact: https://evil.example", now });
  expect(text).not.toContain("\nContact: https://evil");
  const plain = securityText({ origin: "http://localhost:3000", email: "a@b.example", now });
  expect(plain).not.toContain("http");
  expect(securityText({ origin: "http://localhost:3000", now })).toBeUndefined();
});
