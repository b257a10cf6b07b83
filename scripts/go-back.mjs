// npm run go-back: to the version and the data of before the last upgrade.
import { ensureInstalled, run } from "./setup.mjs";

ensureInstalled();
process.env.NODE_ENV ??= "production";
process.exit(run("node", ["scripts/go-back-run.ts", ...process.argv.slice(2)], { mayFail: true }));
