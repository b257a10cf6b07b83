// npm run admin, backup, restore…: installs and builds what a program needs, and runs it with the project's own Node.
import { ensureBuilt, ensureInstalled, run } from "./setup.mjs";

/** Those that only read the source work where nothing can be built any more. */
const PROGRAMS = {
  // npm run admin -- list | create <e-mail> [nom] | reset <e-mail> | disable <e-mail> | adopt-store | fill-store | clock | release | rotate-secret
  admin: { file: "admin-run.mjs", built: true },
  backup: { file: "backup-run.ts", built: false },
  // To the version and the data of before the last upgrade.
  "go-back": { file: "go-back-run.ts", built: false },
  // npm run licences [-- folder]: licences and bill of materials of what the site stands on
  licences: { file: "licences/licences-run.ts", built: false },
  // Tries the steps of docs/deploy.md on this machine, in a folder that goes afterwards.
  rehearse: { file: "rehearse/rehearse-run.ts", built: true },
  restore: { file: "restore-run.ts", built: false },
  // Fills an empty database with sample content; `-- --empty` prepares it without any.
  seed: { file: "seed-run.mjs", built: true },
  // npm run upgrade -- <link>, in the folder of the new version: docs/deploy.md
  upgrade: { file: "upgrade-run.ts", built: true },
};

const [name, ...args] = process.argv.slice(2);
const { file, built } = PROGRAMS[name];
ensureInstalled();
if (built) await ensureBuilt();
process.exit(run("node", [`scripts/${file}`, ...args], { mayFail: true }));
