// npm run bench: every promise in numbers, measured. `npm run bench -- weight speed` measures some.
import { ensureBuilt } from "../scripts/setup.mjs";
import { formatTable, type Group, type Row } from "./table.ts";

/** One file per group; each exports `measure`. */
const GROUPS: Record<string, () => Promise<{ measure: Group }>> = {
  weight: () => import("./weight.ts"),
  start: () => import("./start.ts"),
  speed: () => import("./speed.ts"),
  licences: () => import("./licences.ts"),
  mail: () => import("./mail.ts"),
  places: () => import("./places.ts"),
  admin: () => import("./admin.ts"),
  flood: () => import("./flood.ts"),
  lighthouse: () => import("./lighthouse.ts"),
  payments: () => import("./payments.ts"),
  files: () => import("./files.ts"),
  search: () => import("./search.ts"),
  roles: () => import("./roles.ts"),
  restore: () => import("./restore.ts"),
  season: () => import("./season.ts"),
  replace: () => import("./replace.ts"),
  kills: () => import("./kills.ts"),
};
/** They last from ten minutes to two hours: whoever wants one names it. */
const BY_NAME = ["restore", "replace", "kills", "season"];

// What follows the names is for the group: `npm run bench -- season --days 40`.
const args = process.argv.slice(2);
const options = args.findIndex((arg) => arg.startsWith("--"));
const parts = options < 0 ? args : args.slice(0, options);
const unknown = parts.filter((name) => !(name in GROUPS));
if (unknown.length > 0) {
  console.error(
    `No such group: ${unknown.join(", ")}. There are: ${Object.keys(GROUPS).join(", ")}`,
  );
  process.exit(1);
}

await ensureBuilt();
const rows: Row[] = [];
const failures: string[] = [];
for (const [name, load] of Object.entries(GROUPS)) {
  if (parts.length > 0 ? !parts.includes(name) : BY_NAME.includes(name)) continue;
  try {
    const { measure } = await load();
    rows.push(...(await measure((doing) => console.error(`${name}: ${doing}`))));
  } catch (error) {
    failures.push(`${name} could not be measured: ${error instanceof Error ? error.stack : error}`);
  }
}

console.log(`\n${formatTable(rows)}\n`);
const judged = rows.filter((row) => row.ok !== undefined);
console.log(`${judged.filter((row) => row.ok).length} of ${judged.length} within budget`);
// A promise that is not kept is a result; only a measurement that failed is an error.
for (const failure of failures) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
