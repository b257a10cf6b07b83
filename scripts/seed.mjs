// npm run seed: fills an empty database with sample content; `-- --empty` prepares it without any.
import { ensureBuilt, ensureInstalled, run } from "./setup.mjs";

ensureInstalled();
await ensureBuilt();
process.exit(run("node", ["scripts/seed-run.mjs", ...process.argv.slice(2)], { mayFail: true }));
