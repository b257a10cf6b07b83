import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "../../settings/settings.ts";
import type { PageSection } from "../pages.ts";
import { type HomeLive, homeTexts } from "./home-sections.tsx";

const section = (values: Partial<PageSection>) =>
  ({ title: "Titre", title_en: "Title", content: "", settings: {}, ...values }) as PageSection;

const live = {
  news: [{ title: "Finale", title_en: "Final", excerpt: "Ce soir", excerpt_en: null }],
  events: [{ title: "Coupe", title_en: null }],
  statistics: { members: 0, clubs: 0, partners: 0 },
  logo: DEFAULT_SETTINGS.site_logo,
} as unknown as HomeLive;

const french = (values: Partial<PageSection>) =>
  homeTexts(section(values), live, "en")
    .filter(({ lang }) => lang === "fr")
    .map(({ text }) => text);

test("the cards of the home page are among its words", () => {
  expect(french({ section_key: "news" })).toEqual(["Ce soir"]);
  expect(french({ section_key: "events" })).toEqual(["Coupe"]);
});

test("what a section does not show is not missed in English", () => {
  expect(french({ section_key: "news", content: "Jamais lu" })).toEqual(["Ce soir"]);
  expect(french({ section_key: "stats", content: "Jamais lu" })).toEqual([]);
  expect(french({ section_key: "hero", content: "Bienvenue" })).toEqual(["Bienvenue"]);
});

test("a section of one's own is read whole", () => {
  const items = [{ text: "Merci", text_en: "Thanks", role: "Joueuse" }];
  expect(french({ section_key: "own", content: "Avis", settings: { items } })).toEqual([
    "Avis",
    "Joueuse",
  ]);
});
