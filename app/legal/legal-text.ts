/** One block: a paragraph, or a list. */
export type LegalBlock = string | { list: string[] };

/** `id` is the anchor on the page, the same in every language. */
export type LegalSection = { id: string; title: string; blocks: LegalBlock[] };

/**
 * Texts may hold {federation}, {shortName}, {email}, {address} and {phone}, which are filled in from
 * the site settings.
 */
export type LegalText = {
  title: string;
  intro: string;
  /** yyyy-mm-dd */
  updated: string;
  sections: LegalSection[];
};
