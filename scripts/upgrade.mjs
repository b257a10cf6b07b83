// npm run upgrade -- <link>, in the folder of the new version: docs/deploy.md
import { ensureBuilt, ensureInstalled, run } from "./setup.mjs";

ensureInstalled();
await ensureBuilt();
process.exit(run("node", ["scripts/upgrade-run.ts", ...process.argv.slice(2)], { mayFail: true }));
