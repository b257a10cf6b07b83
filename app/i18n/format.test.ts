import { expect, test } from "vitest";
import { formatAmount, formatDate, formatSize, formatTime } from "./format.ts";
import { languageOf, neutralPath, pathIn } from "./languages.ts";
import { localized } from "./localized.ts";

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

test("dates: long month in French, short in English", () => {
  expect(formatDate("fr", "2027-03-12")).toBe("12 mars 2027");
  expect(formatDate("fr", "2026-12-01")).toBe("1er décembre 2026");
  expect(formatDate("fr", "2026-12-11")).toBe("11 décembre 2026");
  expect(formatDate("en", "2027-03-12")).toBe("12 Mar 2027");
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
