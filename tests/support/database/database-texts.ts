/** Every text of a database that is not one of our own words, with the columns in which it stands. */
export async function textsOfDatabase(
  query: (statement: string) => Promise<Record<string, string>[]>,
): Promise<[text: string, columns: string[]][]> {
  const result = new Map<string, string[]>();
  const columns = await query(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'ARRAY', 'jsonb')`,
  );
  for (const { table, column } of columns) {
    const rows = await query(`select "${column}" as value from "${table}"`);
    for (const text of new Set(rows.flatMap(({ value }) => textsIn(value)))) {
      if (isTelling(text)) result.set(text, [...(result.get(text) ?? []), `${table}.${column}`]);
    }
  }
  return [...result];
}

/** Single words such as `pending` and ids are ours, and pictures are shown in another size. */
const isTelling = (text: string) =>
  text.length >= 6 &&
  !/^[a-z][a-z._-]*$/.test(text) &&
  !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) &&
  !/^\/(?:pictures|files)\//.test(text) &&
  !/^[a-z]+\/[\w.+-]+$/.test(text);

export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(textsIn);
}
