/** One line of the result. `ok` is absent for a number that is only told. */
export type Row = { what: string; budget: string; measured: string; ok?: boolean };

/** A part of the benchmark: `npm run bench -- <name>`. Says on the way what it is doing. */
export type Group = (tell: (doing: string) => void) => Promise<Row[]>;

/** A row with an upper bound. */
export function atMost(
  what: string,
  limit: number,
  value: number,
  show: (n: number) => string,
): Row {
  return { what, budget: `≤ ${show(limit)}`, measured: show(value), ok: value <= limit };
}

/** A row with a lower bound. */
export function atLeast(
  what: string,
  limit: number,
  value: number,
  show: (n: number) => string,
): Row {
  return { what, budget: `≥ ${show(limit)}`, measured: show(value), ok: value >= limit };
}

/** A row for what must never happen. */
export const none = (what: string, times: number): Row => ({
  ...atMost(what, 0, times, String),
  budget: "0",
});

export const infoRow = (what: string, measured: string): Row => ({ what, budget: "", measured });

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half];
  if (upper === undefined) throw new Error("nothing was measured");
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? upper)) / 2;
}

/** The value that this share of them stays below. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new Error("nothing was measured");
  return value;
}

export const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} KB`;
export const milliseconds = (ms: number) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
export const ratio = (value: number) => value.toFixed(2);
export const count = (value: number) => Math.round(value).toLocaleString("en-US");

/** The rows as text, in columns. */
export function formatTable(rows: readonly Row[]): string {
  const verdict = (row: Row) => (row.ok === undefined ? "" : row.ok ? "ok" : "OVER");
  const head = ["what", "budget", "measured", ""];
  const lines = [head, ...rows.map((row) => [row.what, row.budget, row.measured, verdict(row)])];
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const print = (line: string[]) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "─".repeat(width));
  return [head, rule, ...lines.slice(1)].map(print).join("\n");
}
