// npm run licences [-- folder]: licences and bill of materials of what the site stands on
import { ensureInstalled, run } from "./setup.mjs";

ensureInstalled();
process.exit(
  run("node", ["scripts/licences/licences-run.ts", ...process.argv.slice(2)], { mayFail: true }),
);
