/** A step in the federation's history. */
export type HistoryStep = {
  years: string;
  title: string;
  title_en?: string;
  text: string;
  text_en?: string;
};

/** Texts of a fixed page as the federation words them; one that is absent is the built-in one. */
export type OwnWords = { words: Readonly<Record<string, string>> };
export type AboutTexts = OwnWords & { history: HistoryStep[] };

/** A place in Guinea, in degrees, as decimals. */
export type MapPoint = { latitude: string; longitude: string };

type Worded = Readonly<Record<string, { label: string; key: string; long?: true }>>;

const value = (name: string, label: string) => ({
  [name]: { label, key: `about.values.${name}` },
  [`${name}_text`]: { label: `${label}, en une phrase`, key: `about.values.${name}Text` },
});

/** What of the page À propos can be worded otherwise, with the label that stands there until then. */
export const ABOUT_WORDS: Worded = {
  lead: { label: "Introduction", key: "about.lead", long: true },
  mission: { label: "Mission", key: "about.mission", long: true },
  vision: { label: "Vision", key: "about.vision", long: true },
  ...value("excellence", "Première valeur"),
  ...value("integrity", "Deuxième valeur"),
  ...value("inclusivity", "Troisième valeur"),
  ...value("innovation", "Quatrième valeur"),
};

const pair = (name: string, label: string, key: string) => ({
  [name]: { label, key },
  [`${name}_text`]: { label: `${label}, en une phrase`, key: `${key}Text` },
});

/** What of the page Partenaires can. */
export const PARTNER_WORDS: Worded = {
  lead: { label: "Introduction", key: "partners.lead", long: true },
  become: { label: "Pourquoi devenir partenaire", key: "partners.becomeLead", long: true },
  ...pair("visibility", "Premier avantage", "partners.visibility"),
  ...pair("network", "Deuxième avantage", "partners.network"),
  ...pair("international", "Troisième avantage", "partners.international"),
  ...pair("contact", "Première étape", "partners.steps.contact"),
  ...pair("proposal", "Deuxième étape", "partners.steps.proposal"),
  ...pair("finalization", "Troisième étape", "partners.steps.finalization"),
  ...pair("activation", "Quatrième étape", "partners.steps.activation"),
};
