import { worldRows } from "./reliability-databases.ts";
import { floodRows } from "./reliability-flood.ts";
import { fuzzRows } from "./reliability-fuzz.ts";
import { streamRows } from "./reliability-streams.ts";
import type { Group } from "./table.ts";

/** What is attacked, one part after the other. */
const PARTS: readonly Group[] = [fuzzRows, streamRows, floodRows, worldRows];

export const measure: Group = async (tell) => {
  const rows = [];
  for (const part of PARTS) rows.push(...(await part(tell)));
  return rows;
};
