import type { RecordDefinition } from "./record.ts";

const definitions = new Map<string, RecordDefinition>();

/** Called beside the table, so that whoever changes its rows finds the definition: versions, undo, translations. */
export function registerDefinition(record: RecordDefinition): void {
  definitions.set(record.table, record);
}

/** The definition of the table of this name: of those that keep versions, have English twins or can be undone. */
export const definitionOf = (table: string): RecordDefinition | undefined => definitions.get(table);
