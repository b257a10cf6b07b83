import { setTimeout as pause } from "node:timers/promises";
import { fuzzForms } from "../tests/support/fuzz.ts";
import { startProduct } from "../tests/support/product.ts";
import { RELIABILITY } from "./budgets.ts";
import { residentMegabytes } from "./child.ts";
import { floodRows } from "./reliability-flood.ts";
import { atMost, count, type Group, median, type Row, told } from "./table.ts";

const SEED = 20_260_101;

/** Whatever comes in, the site answers: odd forms, and addresses that nobody gave out. */
export const measure: Group = async (tell) => [
  ...(await fuzzRows(tell)),
  ...(await floodRows(tell)),
];

/** Whatever is sent to the public forms: no answer of 500 or more, and no memory kept of it. */
async function fuzzRows(tell: (doing: string) => void): Promise<Row[]> {
  const product = await startProduct({ TRUST_PROXY: "1", PAYMENTS_SIMULATED: "1" });
  try {
    // What stays in memory once is not growth: caches fill, code is compiled.
    tell("warming up");
    await fuzzForms(product.url, RELIABILITY.submissions, SEED);
    const before = await settledMegabytes(product.pid);
    tell(`${count(RELIABILITY.submissions)} submissions`);
    const { statuses, failures } = await fuzzForms(product.url, RELIABILITY.submissions, SEED + 1);
    const after = await settledMegabytes(product.pid);
    for (const failure of failures.slice(0, 5)) tell(failure);
    const shown = Object.entries(statuses).map(([status, times]) => `${status} × ${count(times)}`);
    const what = `${count(RELIABILITY.submissions)} fuzzed submissions to the public forms`;
    return [
      { ...atMost(`${what}: answers of 500 or more`, 0, failures.length, String), budget: "0" },
      told("  every answer", shown.join(", ")),
      before === undefined || after === undefined
        ? told("  memory that they left behind", "unknown on this system")
        : atMost(
            "  memory that they left behind",
            RELIABILITY.grownMb,
            after - before,
            (mb) => `${Math.round(mb)} MB`,
          ),
    ];
  } finally {
    await product.stop();
  }
}

async function settledMegabytes(pid: number): Promise<number | undefined> {
  const readings: number[] = [];
  for (let second = 0; second < 5; second++) {
    await pause(1_000);
    const held = residentMegabytes(pid);
    if (held !== undefined) readings.push(held);
  }
  return readings.length > 0 ? median(readings) : undefined;
}
