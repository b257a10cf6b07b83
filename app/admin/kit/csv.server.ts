import { isoDay } from "../../i18n/format.ts";
import { attachment } from "../../platform/attachment.ts";
import { lazyBody } from "../../platform/streams.server.ts";
import { readSettings } from "../../settings/settings.visitor.server.ts";
import type { Cursor } from "./list-query.ts";

/** How many rows are read at a time. While they are worked on, everybody else waits. */
export const BATCH = 1_000;

type Batch<Row> = { rows: Row[]; next?: Cursor };
type Reading<Row> = Promise<Batch<Row>>;

type Sheet<Row> = {
  /** What the rows are, for the name of the file: 'membres'. */
  name: string;
  columns: readonly { title: string; cell: (row: Row) => string | null }[];
  /** The rows after a place, `BATCH` at a time; the first ones without it, none left without `next`. */
  read: (after: Cursor | undefined) => Reading<Row>;
};

/**
 * Sends rows as a file that French spreadsheet programs open: UTF-8 with its mark, semicolons. Rows
 * are read as fast as they are taken, one batch ahead, so that a million costs no more memory than two.
 */
export async function csvResponse<Row>({ name, columns, read }: Sheet<Row>): Promise<Response> {
  const { federation } = await readSettings();
  const encoder = new TextEncoder();
  async function* chunks() {
    yield encoder.encode(`\ufeff${line(columns.map(({ title }) => title))}`);
    let ahead: Reading<Row> | undefined = begun(read(undefined));
    while (ahead) {
      const { rows, next }: Batch<Row> = await ahead;
      ahead = next && begun(read(next));
      yield encoder.encode(rows.map((row) => line(columns.map(({ cell }) => cell(row)))).join(""));
    }
  }
  return new Response(lazyBody(chunks), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": attachment(
        `${federation.export_prefix}-${name}-${isoDay(new Date())}.csv`,
      ),
      "cache-control": "no-store",
    },
  });
}

/** A reading that may fail before somebody waits for it, or when nobody does any more. */
function begun<T>(reading: Promise<T>): Promise<T> {
  reading.catch(() => {});
  return reading;
}

const line = (cells: (string | null)[]) => `${cells.map(csvCell).join(";")}\r\n`;

/** One cell. What a spreadsheet program would take for a formula is marked as text. */
export function csvCell(value: string | null): string {
  if (value === null) return "";
  const text = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
