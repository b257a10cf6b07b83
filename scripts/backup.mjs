// npm run backup
import { ensureInstalled, run } from "./setup.mjs";

ensureInstalled();
process.env.NODE_ENV ??= "production";
process.exit(run("node", ["scripts/backup-run.ts", ...process.argv.slice(2)], { mayFail: true }));
