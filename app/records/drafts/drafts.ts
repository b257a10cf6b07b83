/** The tables whose forms save drafts. */
export const TABLES_WITH_DRAFTS = ["news", "events", "pages", "page_sections"] as const;
type DraftedTable = (typeof TABLES_WITH_DRAFTS)[number];

/**
 * The text that a draft belongs to: a table and the id of a row. A new row is `new`, a new section `new:` with the id
 * of its page.
 */
export type DraftTarget = { entity: DraftedTable; record: string };

/** The maximum size of a draft in JSON: more than any text that can be saved. */
export const MAX_DRAFT_BYTES = 900 * 1024;

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const KEY = new RegExp(`^(${TABLES_WITH_DRAFTS.join("|")}) (new|(?:new:)?${UUID})$`);

/** The target of a draft as forms and requests name it. */
export const formatDraftKey = ({ entity, record }: DraftTarget): string => `${entity} ${record}`;

/** The target that a form names; undefined when it is none. */
export function parseDraftKey(key: string | undefined): DraftTarget | undefined {
  const [, entity, record] = KEY.exec(key ?? "") ?? [];
  return entity && record ? { entity: entity as DraftedTable, record } : undefined;
}

/** The values of a form, by the names of its fields. */
export type DraftValues = Record<string, string>;

/** The draft of a text, as the server stores it. */
export type StoredDraft = {
  values: DraftValues;
  /** The version of the record that the form was opened with; empty for a new one. */
  version: string;
  /** Grows with each draft of one text, whatever the clocks of its author's devices say. */
  sequence: number;
  /** When it was written, milliseconds. */
  at: number;
};

/** What a form reads when it opens: the account's own draft, and who else is writing the same text. */
export type DraftState = { draft?: StoredDraft; others: string[] };
