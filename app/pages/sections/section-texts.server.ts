import type { Language } from "../../i18n/languages.ts";
import { readText } from "../../texts/read-text.server.ts";
import type { PageSection, WrittenPage } from "../pages.ts";

/** A page with its text sections ready to be shown. */
export const withTexts = ({ page, sections }: WrittenPage, language: Language): WrittenPage => ({
  page,
  sections: sections.map((section) => withText(section, language)),
});

const withText = (section: PageSection, language: Language): PageSection =>
  section.section_type === "text" && section.format === "markdown"
    ? { ...section, texts: { [language]: readText(section, "content", language) } }
    : section;
