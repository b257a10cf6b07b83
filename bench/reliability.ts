import * as fuzzed from "./reliability-fuzz.ts";
import type { Group } from "./table.ts";

/** What is attacked, one part after the other. */
const PARTS: { measure: Group }[] = [fuzzed];

export const measure: Group = async (tell) => {
  const rows = [];
  for (const part of PARTS) rows.push(...(await part.measure(tell)));
  return rows;
};
