import { attachment } from "../../core/http/security-headers.ts";
import { lazyBody } from "../../core/storage/streams.server.ts";
import { decimalAmount } from "../../i18n/format.ts";
import type { Cursor } from "../../records/list/list-query.ts";

/** How many rows are read at a time. Turning them into text blocks the event loop, so batches stay small. */
export const BATCH = 1_000;

type Batch<Row> = { rows: Row[]; next?: Cursor };
type Reading<Row> = Promise<Batch<Row>>;

/** What a spreadsheet may calculate with. A text that looks like a number stays a text. */
type CsvNumber = { number: string };
type Cell = string | CsvNumber | null;

type Sheet<Row> = {
  /** What the file is called when it is saved, without its ending. */
  fileName: string;
  columns: readonly { title: string; cell: (row: Row) => Cell }[];
  /** The rows after a place, `BATCH` at a time; the first ones without it, none left without `next`. */
  read: (after: Cursor | undefined) => Reading<Row>;
};

/**
 * Sends rows as a file that French spreadsheet programs open: UTF-8 with its mark, semicolons. Rows
 * are read as fast as they are taken, one batch ahead, so that a million costs no more memory than two.
 */
export function csvResponse<Row>({ fileName, columns, read }: Sheet<Row>): Response {
  const encoder = new TextEncoder();
  async function* chunks() {
    yield encoder.encode(`\ufeff${csvRow(columns.map(({ title }) => title))}`);
    let ahead: Reading<Row> | undefined = withoutUnhandledRejection(read(undefined));
    while (ahead) {
      const { rows, next }: Batch<Row> = await ahead;
      ahead = next && withoutUnhandledRejection(read(next));
      yield encoder.encode(
        rows.map((row) => csvRow(columns.map(({ cell }) => cell(row)))).join(""),
      );
    }
  }
  return new Response(lazyBody(chunks), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": attachment(`${fileName}.csv`),
      "cache-control": "no-store",
    },
  });
}

/** Several readings as one, each after the one before it. */
export function inTurn<Row>(...readings: readonly Sheet<Row>["read"][]): Sheet<Row>["read"] {
  let turn = 0;
  return async (after) => {
    const batch = await readings[turn]?.(after === BEGINNING ? undefined : after);
    if (!batch) return { rows: [] };
    if (batch.next) return batch;
    turn += 1;
    return { ...batch, next: turn < readings.length ? BEGINNING : undefined };
  };
}

/** Where the next of several readings begins. */
const BEGINNING: Cursor = { value: "", id: "" };

/** The next batch may fail before it is awaited, or after the client has left: that is no unhandled rejection. */
function withoutUnhandledRejection<T>(reading: Promise<T>): Promise<T> {
  reading.catch(() => {});
  return reading;
}

/** A moment in Conakry, which is on UTC, as French spreadsheet programs read one: 12/03/2027 14:30. */
export const csvMoment = (moment: Date): string =>
  `${csvDay(moment.toISOString())} ${moment.toISOString().slice(11, 16)}`;

/** A day, yyyy-mm-dd, as they read one: 12/03/2027. */
export const csvDay = (day: string): string => day.slice(0, 10).split("-").reverse().join("/");

/** A number, with the decimal comma that a French spreadsheet program reads. */
export const csvNumber = (value: number | string): CsvNumber => ({
  number: String(value).replace(".", ","),
});

/** An amount without its sign, in units of its currency: 1250 EUR is 12,50. */
export const csvAmount = (amount: number, currency: string): CsvNumber =>
  csvNumber(decimalAmount(Math.abs(amount), currency));

/** A phone number without its sign, which would be taken for a formula: 224 622 12 34 56. */
export const csvPhone = (phone: string): string =>
  phone
    .replace(/^(?:\+|00)224(\d{3})(\d{2})(\d{2})(\d{2})$/, "224 $1 $2 $3 $4")
    .replace(/^\+(?=[\d\s.()/-]+$)/, "");

const csvRow = (cells: Cell[]) => `${cells.map(csvCell).join(";")}\r\n`;

/** '007', '12,5' and '12E5', but no date and no phone number in groups. */
const LOOKS_LIKE_NUMBER = /^\d+(?:\s\d{3})*(?:[.,]\d+)?(?:e\d+)?$/i;

/**
 * One cell. What a spreadsheet program would take for a formula is marked as text. Before digits that are no amount stands
 * a tab, which nobody sees: without it, references would lose their zeros, or all digits after the fifteenth.
 */
export function csvCell(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "object") return value.number;
  if (LOOKS_LIKE_NUMBER.test(value)) return `"\t${value}"`;
  const text = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
