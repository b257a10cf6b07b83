// npm run go-back: to the version and the data of before the last upgrade. The version of before does it.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled } from "./setup.mjs";

ensureInstalled();
process.env.NODE_ENV ??= "production";
const { readUpgrade } = await import("./upgrade-record.mjs");
const upgrade = readUpgrade();
if (!upgrade) {
  console.error("Aucune mise à jour dont revenir (there is no upgrade to go back from).");
  process.exit(1);
}
const node = join(upgrade.from, "node_modules", ".bin", "node");
const args = ["scripts/go-back-run.ts", ...process.argv.slice(2)];
const { status } = spawnSync(node, args, { cwd: upgrade.from, stdio: "inherit" });
process.exit(status ?? 1);
