/** One block: a paragraph, or a list. */
export type LegalBlock = string | { list: string[] };

/** Texts may hold the words of `FILLED_IN`, each in curly brackets. */
export type LegalText = {
  title: string;
  intro: string;
  /** yyyy-mm-dd */
  updated: string;
  sections: { id: string; title: string; blocks: LegalBlock[] }[];
};
