// npm run rehearse: tries the steps of docs/deploy.md on this machine, in a folder that goes afterwards
import { ensureBuilt, ensureInstalled, run } from "./setup.mjs";

ensureInstalled();
await ensureBuilt();
process.exit(run("node", ["scripts/rehearse/rehearse-run.ts"], { mayFail: true }));
