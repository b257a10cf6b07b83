// npm run admin -- list | create <e-mail> [nom] | reset <e-mail> | disable <e-mail> | adopt-store | clock | release | rotate-secret
import { ensureBuilt, ensureInstalled, run } from "./setup.mjs";

ensureInstalled();
await ensureBuilt();
process.exit(run("node", ["scripts/admin-run.mjs", ...process.argv.slice(2)], { mayFail: true }));
