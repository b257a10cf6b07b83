import { describe, expect, test } from "vitest";
import { RETENTION_RULES, retentionPromise } from "../core/values/retention.ts";
import { LANGUAGES } from "../i18n/languages.ts";
import { parseText } from "../texts/parse.server.ts";
import { printText } from "../texts/print.server.ts";
import { textOf } from "../texts/text-document.ts";
import { builtInDay, builtInMarkdown, builtInText } from "./built-in.server.ts";
import { legalPageOn } from "./legal.visitor.server.ts";
import { LEGAL_DOCUMENTS } from "./legal-documents.ts";
import {
  type Details,
  fillPlaceholders,
  PLACEHOLDERS,
  placeholderProblem,
} from "./placeholders.ts";

const DETAILS: Details = {
  words: {
    federation: { text: "Fédération" },
    shortName: { text: "F" },
    email: { text: "a@b.gn", href: "mailto:a@b.gn" },
    phone: { text: "+224", href: "tel:+224" },
    address: { text: "**Conakry** {email}" },
    ownData: { text: "Mes données", href: "/privacy/data" },
    minorAge: { text: "21" },
  },
  lines: {
    retention: RETENTION_RULES.map((rule) => retentionPromise("fr", rule)),
    refunds: ["Tôt.", "Tard."],
  },
};

const texts = LEGAL_DOCUMENTS.flatMap((document) =>
  LANGUAGES.map((language) => [document, language] as const),
);

describe.each(texts)("the %s that comes with the site, in %s", (document, language) => {
  test("is a text as staff may write one, and starts a new version as it is", () => {
    const text = builtInText(document, language);
    expect(placeholderProblem(document, text)).toBeUndefined();
    const again = parseText(builtInMarkdown(document, language));
    expect(printText(again)).toBe(printText(text));
    expect(placeholderProblem(document, again)).toBeUndefined();
  });

  test("says what the site keeps to, and leaves no word in brackets", () => {
    const words = textOf(fillPlaceholders(builtInText(document, language), DETAILS));
    expect(words.replaceAll(DETAILS.words.address.text, "")).not.toMatch(/[{}]/);
    for (const line of DETAILS.lines[document === "terms" ? "refunds" : "retention"]) {
      expect(words).toContain(line);
    }
  });
});

test("what is put in is letters, never Markdown nor a word to be replaced", () => {
  const [block] = fillPlaceholders(parseText("Ici : {address}."), DETAILS);
  expect(block).toMatchObject({
    runs: [{ text: "Ici : " }, { text: "**Conakry** {email}" }, { text: "." }],
  });
});

test("a link around a word keeps its own address", () => {
  const [block] = fillPlaceholders(parseText("[{email}](/contact)"), DETAILS);
  expect(block).toMatchObject({ runs: [{ text: "a@b.gn", href: "/contact" }] });
});

test.each([
  ["Une politique sans durées", /\{retention\} doit figurer une seule fois/],
  ["Nos durées : {retention}", /seul sur sa ligne/],
  ["{retention}\n\n{retention}", /une seule fois/],
  ["**{retention}** et la suite", /seul sur sa ligne/],
  ["> {retention}", /seul sur sa ligne/],
  ["{retention}\n\nÉcrivez à {courriel}", /« \{courriel\} »/],
  ["{retention}\n\nÉcrivez à {**email**}", /n’est pas un mot/],
  ["{retention}\n\n{refunds}", /« \{refunds\} »/],
  ["{retention}\n\nUn { seul", /n’est pas un mot/],
])("%s is refused", (text, message) => {
  expect(placeholderProblem("privacy", parseText(text))).toMatch(message);
});

test("every word that the form explains is one that is replaced", () => {
  const text = parseText(`${Object.keys(PLACEHOLDERS).map((word) => `{${word}}`)}\n\n- {refunds}`);
  expect(placeholderProblem("terms", text)).toBeUndefined();
  expect(textOf(fillPlaceholders(text, DETAILS)).replace("{email}", "")).not.toMatch(/[{}]/);
});

describe("the version of a day", () => {
  const version = (starts_on: string, content = starts_on, content_en: string | null = null) =>
    ({ starts_on, content, content_en, format: "markdown" }) as const;
  const published = [
    version("2027-06-01"),
    version("2027-01-01", "<img src=x onerror=1>\n\n{refunds}"),
  ];
  const on = (today: string, requested: string | null = null, language: "fr" | "en" = "fr") =>
    legalPageOn(today, { document: "terms", published, language, requested });
  const first = builtInDay("terms");

  test("is the site's own text until the first one begins", () => {
    const page = on("2026-12-31");
    expect(page).toMatchObject({ state: "current", shown: { day: first, until: "2027-01-01" } });
    expect(page?.coming.map(({ day }) => day)).toEqual(["2027-01-01", "2027-06-01"]);
    expect(page?.former).toEqual([]);
  });

  test("begins with the first minute of its day", () => {
    expect(on("2027-01-01")).toMatchObject({
      shown: { day: "2027-01-01" },
      former: [{ day: first }],
      coming: [{ day: "2027-06-01" }],
    });
    expect(on("2027-06-01")?.former).toHaveLength(2);
  });

  test("can be asked for, former or to come, and no other day can", () => {
    expect(on("2027-02-01", first)).toMatchObject({ state: "former", isVersionAddress: true });
    expect(on("2027-02-01", "2027-06-01")).toMatchObject({ state: "coming" });
    expect(on("2027-02-01", "2027-01-01")).toMatchObject({
      state: "current",
      isVersionAddress: true,
    });
    expect(on("2027-02-01", "2027-02-01")).toBeUndefined();
  });

  test("is the site's own text too where the clock stands before it", () => {
    expect(on("2020-01-01")).toMatchObject({ state: "current", shown: { day: first } });
  });

  test("is shown in French where it has no English, and what is written as HTML is letters", () => {
    expect(on("2027-02-01", null, "en")?.text).toMatchObject({ lang: "fr" });
    expect(on("2027-02-01")?.text.document?.[0]).toMatchObject({
      type: "paragraph",
      runs: [{ text: "<img src=x onerror=1>" }],
    });
  });
});
