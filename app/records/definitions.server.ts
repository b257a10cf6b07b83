import type { RecordDefinition } from "./record.ts";

const definitions = new Map<string, RecordDefinition>();

/** Called in the file of the table, so that versions, undo and translations find the definition by its name. */
export function registerDefinition(record: RecordDefinition): void {
  definitions.set(record.table, record);
}

/** The definition of a table that has versions or translations, or whose changes can be undone. */
export const definitionOf = (table: string): RecordDefinition | undefined => definitions.get(table);
