/** The texts that are kept while they are written: the tables whose forms do so. */
export const DRAFTED = ["news", "events", "pages", "page_sections"] as const;
export type DraftedTable = (typeof DRAFTED)[number];

/**
 * Of which text a draft is: a table, and the id of a row. `new` is a row that is not there yet, and
 * `new:` with the id of a page a section of that page.
 */
export type DraftOf = { entity: DraftedTable; record: string };

/** In JSON, longer than any text that can be saved. */
export const MOST_OF_A_DRAFT = 900 * 1024;

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const KEY = new RegExp(`^(${DRAFTED.join("|")}) (new|(?:new:)?${UUID})$`);

/** A draft's text as a form names it. */
export const draftKey = ({ entity, record }: DraftOf): string => `${entity} ${record}`;

/** What a form named, unless it is no text. */
export function draftOf(key: string | undefined): DraftOf | undefined {
  const [, entity, record] = KEY.exec(key ?? "") ?? [];
  return entity && record ? { entity: entity as DraftedTable, record } : undefined;
}

/** What a form held, by the names of its fields. */
export type DraftValues = Record<string, string>;

/** What the server keeps of a text that somebody is writing. */
export type KeptDraft = {
  values: DraftValues;
  /** The version of the record that it began with; empty for a new one. */
  version: string;
  /** The later draft of one text has the higher one, whatever the clocks of its author's devices. */
  sequence: number;
  /** When it was written, milliseconds. */
  at: number;
};

/** What a form learns when it opens: one's own draft, and who else is writing the same text. */
export type DraftState = { draft?: KeptDraft; others: string[] };
