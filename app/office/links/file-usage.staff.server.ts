import { sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { asInRow, rowTexts } from "../../core/database/doors/rows.server.ts";
import type { Usage } from "../../files/admin/usage.ts";
import type { FileUse, NamedRow } from "../../records/record.ts";
import { findInMediaKit } from "../../resources/media-kit.staff.server.ts";
import { MEDIA_KIT, resourceAddress } from "../../resources/resources.office.ts";
import { findPublishedFiles } from "../../resources/resources.staff.server.ts";
import { RECORDS } from "../frame/notions.ts";

/** The tables whose rows may name a file, with the way in which each is shown. */
export const NAMING = RECORDS.flatMap(({ files, ...records }) =>
  files === "none" ? [] : [{ ...records, use: files }],
);

type UsageRow = { address: string; place: number; row: NamedRow };

/** Where each of these addresses is used, by address, in one query. */
export async function findUsage(
  db: StaffDb,
  addresses: readonly string[],
): Promise<Record<string, Usage[]>> {
  if (addresses.length === 0) return {};
  const expected = sql`(select value as address, ${asInRow(sql`value`)} as needle
    from jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb) offset 0) wanted`;
  const questions = NAMING.map(
    ({ table, use }, place) => sql`
      select address, ${place}::int as place, ${visible(use)} as row
      from ${rowTexts(table)} rows, ${expected} where strpos(words, needle) > 0`,
  );
  const { rows } = (await db.execute(sql.join(questions, sql` union all `))) as unknown as {
    rows: UsageRow[];
  };
  const uses: Record<string, Usage[]> = {};
  const add = (address: string, usage: Usage) => {
    uses[address] ??= [];
    uses[address].push(usage);
  };
  for (const { address, place, row } of rows) {
    const naming = NAMING[place];
    if (naming) add(address, usageOf(naming, row));
  }
  // A published resource does not name a file: it is the file.
  for (const { id, title, file_url } of await findPublishedFiles(db, addresses)) {
    add(file_url, { where: "Ressource publiée", label: title, to: resourceAddress(id) });
  }
  for (const { title, file_url } of await findInMediaKit(db, addresses)) {
    add(file_url, { where: "Kit média", label: title, to: MEDIA_KIT });
  }
  return uses;
}

/** The columns by which a row is named. */
export const visible = ({ columns }: FileUse) => {
  const pairs = ["id", ...columns].map((column) => sql`${column}::text, whole ->> ${column}`);
  return sql`jsonb_build_object(${sql.join(pairs, sql`, `)})`;
};

export function usageOf({ words, address, use }: (typeof NAMING)[number], row: NamedRow): Usage {
  return {
    where: use.where ?? words.one,
    label: use.label(row),
    to: use.to?.(row) ?? `${address}/${row.id}`,
  };
}
