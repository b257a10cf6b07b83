/** The texts that are kept while they are written: the tables whose forms do so. */
export const TABLES_WITH_DRAFTS = ["news", "events", "pages", "page_sections"] as const;
type DraftedTable = (typeof TABLES_WITH_DRAFTS)[number];

/**
 * Of which text a draft is: a table, and the id of a row. `new` is a row that is not there yet, and
 * `new:` with the id of a page a section of that page.
 */
export type DraftTarget = { entity: DraftedTable; record: string };

/** In JSON, longer than any text that can be saved. */
export const MAX_DRAFT_BYTES = 900 * 1024;

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const KEY = new RegExp(`^(${TABLES_WITH_DRAFTS.join("|")}) (new|(?:new:)?${UUID})$`);

/** A draft's text as a form names it. */
export const formatDraftKey = ({ entity, record }: DraftTarget): string => `${entity} ${record}`;

/** What a form named, unless it is no text. */
export function parseDraftKey(key: string | undefined): DraftTarget | undefined {
  const [, entity, record] = KEY.exec(key ?? "") ?? [];
  return entity && record ? { entity: entity as DraftedTable, record } : undefined;
}

/** What a form held, by the names of its fields. */
export type DraftValues = Record<string, string>;

/** What the server keeps of a text that somebody is writing. */
export type StoredDraft = {
  values: DraftValues;
  /** The version of the record that it began with; empty for a new one. */
  version: string;
  /** The later draft of one text has the higher one, whatever the clocks of its author's devices. */
  sequence: number;
  /** When it was written, milliseconds. */
  at: number;
};

/** What a form learns when it opens: one's own draft, and who else is writing the same text. */
export type DraftState = { draft?: StoredDraft; others: string[] };
