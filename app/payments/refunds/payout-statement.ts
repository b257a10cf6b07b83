import { isTransactionNumber, transactionNumber } from "../providers/payment-methods.ts";

export type OpenPayout = { id: string; number: string | null; amount: number; reference: string };

/** `rest`: the lines that match no open refund. */
export type StatementReading = {
  paid: { id: string; transaction: string }[];
  rest: string[];
};

/** Digits of a national number: the country code may stand before it. */
const NATIONAL = 9;

const digitsOf = (text: string) => text.replaceAll(/\D/g, "");
const isDate = (cell: string) =>
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/.test(cell) || /^\d\d?:\d\d/.test(cell);

/** '25 000', '25000,00' and '25.000 FCFA' are one amount. */
const amountOf = (cell: string) => digitsOf(cell.replace(/[.,]0{1,2}(?=\D*$)/, ""));

const isNumber = (cell: string, number: string | null) =>
  number !== null &&
  digitsOf(number).length >= NATIONAL &&
  digitsOf(cell).endsWith(digitsOf(number).slice(-NATIONAL));

/**
 * A line of an operator's statement pays a refund when it holds its reference or number, its amount, and one
 * transaction number. What matches two refunds, or none, is left to people.
 */
export function readStatement(text: string, open: readonly OpenPayout[]): StatementReading {
  const reading: StatementReading = { paid: [], rest: [] };
  for (const line of text.split("\n").map((one) => one.trim())) {
    if (line === "") continue;
    const found = readLine(
      line,
      open.filter(({ id }) => !reading.paid.some((one) => one.id === id)),
    );
    const isKnown = reading.paid.some(({ transaction }) => transaction === found?.transaction);
    if (found && !isKnown) reading.paid.push(found);
    else reading.rest.push(line);
  }
  return reading;
}

function readLine(line: string, open: readonly OpenPayout[]) {
  const cells = (/[;\t|]/.test(line) ? line.split(/[;\t|]/) : line.split(/\s+/)).map((cell) =>
    cell.replaceAll('"', "").trim(),
  );
  const named = (payout: OpenPayout) => (cell: string) =>
    cell.toUpperCase() === payout.reference || isNumber(cell, payout.number);
  const fitting = open.filter(
    (payout) =>
      cells.some(named(payout)) && cells.some((cell) => amountOf(cell) === String(payout.amount)),
  );
  const [payout] = fitting;
  if (!payout || fitting.length > 1) return undefined;
  const others = cells.filter(
    (cell) => !named(payout)(cell) && amountOf(cell) !== String(payout.amount) && !isDate(cell),
  );
  const numbers = others.map(transactionNumber).filter(isTransactionNumber);
  const lettered = numbers.filter((number) => /[A-Z]/.test(number));
  const [transaction, ...more] = lettered.length === 1 ? lettered : numbers;
  return transaction && more.length === 0 ? { id: payout.id, transaction } : undefined;
}
