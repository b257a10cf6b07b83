import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { I18nContext } from "../../i18n/i18n.ts";
import type { Language } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { translator } from "../../i18n/translate.server.ts";
import { FrenchNote } from "./page-head.tsx";

function shown(
  language: Language,
  rows: readonly { title: string; title_en?: string | null }[],
  some?: true,
) {
  const of = rows.map((row) => localized(row, "title", language));
  const note = createElement(FrenchNote, { of, some });
  const value = { t: translator(language), language };
  return renderToStaticMarkup(createElement(I18nContext.Provider, { value }, note));
}

describe("whoever reads English", () => {
  test("is told once that a text is in French only", () => {
    const html = shown("en", [{ title: "Finale" }, { title: "Règlement", title_en: null }]);
    expect(html.match(/This text is available in French only\./g)).toHaveLength(1);
  });

  test("is told of a list that some of it is", () => {
    const html = shown(
      "en",
      [{ title: "Finale", title_en: "Final" }, { title: "Règlement" }],
      true,
    );
    expect(html).toContain("Some texts on this page are available in French only.");
  });

  test("is told of a French title over an English text that it is a part", () => {
    const html = shown("en", [{ title: "Finale" }, { title: "Le texte", title_en: "The text" }]);
    expect(html).toContain("Some texts on this page");
    expect(shown("en", [{ title: "Finale" }, { title: "" }])).toContain("This text is available");
  });

  test("is told nothing where all is English, or empty", () => {
    expect(shown("en", [{ title: "Finale", title_en: "Final" }, { title: "" }])).toBe("");
    expect(shown("fr", [{ title: "Finale" }])).toBe("");
  });
});
