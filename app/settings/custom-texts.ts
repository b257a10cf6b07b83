/** A step in the federation's history. */
export type HistoryStep = {
  years: string;
  title: string;
  title_en?: string;
  text: string;
  text_en?: string;
};

/**
 * Texts of a fixed page as the federation words them; one that is absent is the built-in one. Without a `format`
 * the long ones are lines, as they were before anybody wrote them with the editor.
 */
export type CustomTexts = { words: Readonly<Record<string, string>>; format?: "markdown" };
export type AboutTexts = CustomTexts & { history: HistoryStep[] };

/** A place in Guinea, in degrees, as decimals. */
export type MapPoint = { latitude: string; longitude: string };

/** A text with the label that stands there until it is worded: how long it may be, and whether the editor writes it. */
type TextDefinition = { label: string; key: string; max: number; kind: "label" | "lead" | "text" };
export type TextDefinitions = Readonly<Record<string, TextDefinition>>;

/** One line. */
const label = (words: string, key: string): TextDefinition => ({
  label: words,
  key,
  max: 200,
  kind: "label",
});
/** What stands under the title of the page, and what search engines show of it: words alone. */
const lead = (key: string): TextDefinition => ({
  label: "Introduction",
  key,
  max: 600,
  kind: "lead",
});
/** A text with everything that a text may hold. */
const text = (words: string, key: string, max: number): TextDefinition => ({
  label: words,
  key,
  max,
  kind: "text",
});

const PARAGRAPHS = 5_000;
const BRIEF = 1_000;

const pair = (name: string, words: string, key: string): TextDefinitions => ({
  [name]: label(words, key),
  [`${name}_text`]: text(`${words}, texte`, `${key}Text`, BRIEF),
});

/** What of the page À propos can be worded otherwise. */
export const ABOUT_TEXTS: TextDefinitions = {
  lead: lead("about.lead"),
  mission: text("Mission", "about.mission", PARAGRAPHS),
  vision: text("Vision", "about.vision", PARAGRAPHS),
  ...pair("excellence", "Première valeur", "about.values.excellence"),
  ...pair("integrity", "Deuxième valeur", "about.values.integrity"),
  ...pair("inclusivity", "Troisième valeur", "about.values.inclusivity"),
  ...pair("innovation", "Quatrième valeur", "about.values.innovation"),
};

/** What of the page Partenaires can. */
export const PARTNER_TEXTS: TextDefinitions = {
  lead: lead("partners.lead"),
  become: text("Pourquoi devenir partenaire", "partners.becomeLead", PARAGRAPHS),
  ...pair("visibility", "Premier avantage", "partners.visibility"),
  ...pair("network", "Deuxième avantage", "partners.network"),
  ...pair("international", "Troisième avantage", "partners.international"),
  ...pair("contact", "Première étape", "partners.steps.contact"),
  ...pair("proposal", "Deuxième étape", "partners.steps.proposal"),
  ...pair("finalization", "Troisième étape", "partners.steps.finalization"),
  ...pair("activation", "Quatrième étape", "partners.steps.activation"),
};

/** The settings that hold such texts. */
export const TEXT_SETTINGS = { about: ABOUT_TEXTS, partner_texts: PARTNER_TEXTS };
export type TextSetting = keyof typeof TEXT_SETTINGS;

export const isTextSetting = (key: string): key is TextSetting => Object.hasOwn(TEXT_SETTINGS, key);

/** How long the text of a step in the history may be. */
export const MAX_STEP_LENGTH = 2_000;
