// npm run test:deep: repeats what npm test proves, in more places, more orders and more often. What each part guards
// is told in docs/testing.md. `--only name` runs one part, and may be given more than once.
import { parseArgs } from "node:util";
import { ensureBuilt, ensureInstalled } from "./setup.mjs";
import { ensureChromium, finish, playwright, script, vitest } from "./suites.mjs";

const deepData = (...files) => vitest("deep-data", { files });
const deepProduct = (...files) => vitest("deep-product", { files });

/** In the order in which they run: what is quick comes first. */
const PARTS = {
  mutations: () => script("node", ["tests/mutations/run.ts"]),
  mutants: () => deepData("mutants"),
  schedules: () => deepData("tests/payments", "tests/registrations", "app/licences"),
  auth: () => deepData("tests/auth", "app/auth"),
  database: () => deepData("tests/database", "app/core"),
  files: () => deepData("tests/files", "app/files"),
  backups: () => deepData("app/backups"),
  office: () => deepData("tests/admin", "app/office", "app/web"),
  embedded: () => vitest("data", { env: { TEST_ENGINE: "embedded" } }),
  product: () => deepProduct(),
  screens: () => playwright({ env: { TEST_DEEP: "1" } }),
  season: () => deepData("tests/season"),
};

const { values } = parseArgs({ options: { only: { type: "string", multiple: true } } });
const unknown = values.only?.filter((name) => !(name in PARTS)) ?? [];
if (unknown.length > 0) {
  console.error(`no part ${unknown.join(", ")}; there are ${Object.keys(PARTS).join(", ")}`);
  process.exit(2);
}
const chosen = values.only ?? Object.keys(PARTS);

ensureInstalled();
ensureChromium();
ensureBuilt();
for (const name of chosen) {
  console.log(`\n==== ${name}`);
  PARTS[name]();
}
console.log(`\nCovered: ${chosen.join(", ")}`);
finish();
