import type { CopyDatabase } from "./table-copy.server.ts";
import { quoted, type SequenceState } from "./table-dump.server.ts";

type Definition = { table: string; name: string; definition: string };

/**
 * Fills empty tables: `load` is called while no trigger of ours runs and no reference is checked, since rows
 * come in no order that would hold them. Afterwards every reference is checked at once. In one transaction.
 */
export async function loadTables(
  { ask, script }: CopyDatabase,
  names: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const references = await ask<Definition>(`select c.conrelid::regclass::text as table,
      c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`);
  for (const { table, name } of references) {
    await script(`alter table ${table} drop constraint ${quoted(name)}`);
  }
  const each = (words: string) =>
    names.map((name) => `alter table public.${quoted(name)} ${words}`).join(";\n");
  await script(each("disable trigger user"));
  await load();
  await script(each("enable trigger user"));
  for (const { table, name, definition } of references) {
    await script(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
  }
}

/** Sequences go on where they stood. */
export async function setSequences(
  { ask }: CopyDatabase,
  sequences: readonly SequenceState[],
): Promise<void> {
  for (const { name, last } of sequences) {
    if (last === null) continue;
    await ask("select setval($1::regclass, $2::bigint)", [`public.${quoted(name)}`, last]);
  }
}
