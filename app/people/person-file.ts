import type { Language } from "../i18n/languages.ts";

/** One field in words. */
export type Fact = readonly [name: string, value: string];

/** Everything that is held of somebody, in words: what a page shows and a file holds. */
export type PersonFile = {
  /** Absent for an address that names nobody. */
  name: string | null;
  birth_date: string | null;
  email: string;
  sections: readonly { title: string; facts: readonly Fact[] }[];
};

export const FILE_WORDS = {
  fr: {
    binned: "dans la corbeille",
    change: "Changement par l’équipe",
    moment: "Date",
    yes: "oui",
    no: "non",
  },
  en: { binned: "in the bin", change: "Change by staff", moment: "Date", yes: "yes", no: "no" },
} satisfies Record<Language, Record<string, string>>;
