import { expect, test } from "vitest";
import {
  decimalAmount,
  formatAmount,
  formatDate,
  formatLongDays,
  formatMegabytes,
  formatMoment,
  formatSize,
  formatTime,
} from "./format.ts";
import { languageOf, neutralPath, pathIn } from "./languages.ts";
import { localized } from "./localized.ts";

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

test("dates: long month in French, short in English", () => {
  expect(formatDate("fr", "2027-03-12")).toBe("12 mars 2027");
  expect(formatDate("fr", "2026-12-01")).toBe("1er décembre 2026");
  expect(formatDate("fr", "2026-12-11")).toBe("11 décembre 2026");
  expect(formatDate("en", "2027-03-12")).toBe("12 Mar 2027");
});

test("days with their weekday and whole month, and a moment as a sentence says it", () => {
  expect(formatLongDays("fr", "2026-12-01", null)).toBe("mardi 1er décembre 2026");
  expect(formatLongDays("en", "2026-12-20", "2026-12-20")).toBe("Sunday 20 December 2026");
  expect(plain(formatLongDays("fr", "2026-12-01", "2026-12-02"))).toBe("1er–2 décembre 2026");
  expect(formatLongDays("en", "2026-11-30", "2026-12-02")).toMatch(
    /^30 November\s–\s2 December 2026$/,
  );
  const moment = new Date("2026-12-01T14:30:00Z");
  expect(plain(formatMoment("fr", moment))).toBe("1er décembre 2026 à 14 h 30");
  expect(plain(formatMoment("en", moment))).toBe("1 Dec 2026 at 14:30");
});

test("euros have cents, and each language writes them its way", () => {
  expect(plain(formatAmount("fr", 1_250, "EUR"))).toBe("12,50 €");
  expect(plain(formatAmount("en", 1_250, "EUR"))).toBe("€12.50");
  expect(plain(formatAmount("fr", 123_456_789, "EUR"))).toBe("1 234 567,89 €");
  expect(plain(formatAmount("fr", -5, "EUR"))).toBe("-0,05 €");
  expect(plain(formatAmount("en", -5, "EUR"))).toBe("-€0.05");
  // Some other currency that a provider took.
  expect(plain(formatAmount("fr", 1_250, "USD"))).toBe("12,50 USD");
  expect(plain(formatAmount("fr", 1_250, "JPY"))).toBe("1 250 JPY");
  expect(plain(formatAmount("fr", 12_500, "TND"))).toBe("12,500 TND");
});

test.each(["Leones", "Dollar", "QQQ", "", "gnf"])(
  "nobody knows the decimals of '%s': its amount stands as it was told",
  (code) => {
    expect(plain(formatAmount("fr", 25_000, code))).toBe(`25 000 ${code}`);
    expect(decimalAmount(25_000, code)).toBe("25000");
  },
);

test.each([
  [0, "EUR", "0.00"],
  [5, "EUR", "0.05"],
  [-1_250, "EUR", "-12.50"],
  [2_147_483_647, "EUR", "21474836.47"],
  [25_000, "GNF", "25000"],
  [-1, "XOF", "-1"],
])("%i of %s is written %s in files and to providers", (amount, code, text) => {
  expect(decimalAmount(amount, code)).toBe(text);
});

test("amounts carry the label that people know, and do not break", () => {
  expect(plain(formatAmount("fr", 150_000, "XOF"))).toBe("150 000 FCFA");
  expect(plain(formatAmount("en", 15_000, "GNF"))).toBe("15,000 GNF");
  expect(formatAmount("fr", 150_000, "XOF")).not.toContain(" ");
});

test("times and sizes", () => {
  expect(plain(formatTime("fr", "14:30"))).toBe("14 h 30");
  expect(plain(formatTime("fr", "09:00"))).toBe("9 h");
  expect(formatTime("en", "09:00")).toBe("09:00");
  expect(plain(formatSize("fr", 1_258_291))).toBe("1,2 Mo");
  expect(plain(formatSize("en", 512))).toBe("512 bytes");
  expect(plain(formatSize("fr", 0))).toBe("0 octet");
  expect(plain(formatSize("fr", 2))).toBe("2 octets");
  expect(plain(formatSize("en", 0))).toBe("0 bytes");
  expect(plain(formatSize("fr", 1_000_000, 2))).toBe("976,56 Ko");
  expect(plain(formatSize("fr", 5 * 1024 ** 4))).toBe("5 120 Go");
  expect(plain(formatMegabytes("fr", 30_000))).toBe("0,03 Mo");
});

test("the language is the address's", () => {
  expect(languageOf("/en")).toBe("en");
  expect(languageOf("/english")).toBe("fr");
  expect(neutralPath("/en/news")).toBe("/news");
  expect(pathIn("en", "/")).toBe("/en");
  expect(pathIn("en", "https://x.example")).toBe("https://x.example");
});

test("a missing translation is French, and says so", () => {
  const row = { title: "Bonjour", title_en: null };
  expect(localized(row, "title", "en")).toEqual({ text: "Bonjour", lang: "fr" });
  expect(localized({ ...row, title_en: "Hello" }, "title", "en")).toEqual({ text: "Hello" });
});
