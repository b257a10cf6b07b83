// Preloaded into a process of a test: counts what it does to the disk, and ends it, as a power cut would, or refuses,
// before the step that FAULT_AT names; or has no room from then on. A step is done in full, or not at all.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const at = Number(process.env.FAULT_AT);
const isRefusing = process.env.FAULT === "refuse";
let steps = 0;

const names = ["mkdirSync", "renameSync", "writeFileSync", "fsyncSync"];
for (const name of process.env.FAULT === "full" ? [] : names) {
  const own = fs[name];
  fs[name] = (...args) => {
    // Whoever refuses to rename a folder refuses that alone.
    const counts = isRefusing ? name === "renameSync" && !String(args[0]).endsWith(".part") : true;
    if (counts && ++steps === at) {
      if (isRefusing) throw Object.assign(new Error("refused"), { code: "EBUSY" });
      process.kill(process.pid, "SIGKILL");
    }
    return own(...args);
  };
}
if (process.env.FAULT === "full") {
  const { writeSync } = fs;
  fs.writeSync = (to, ...args) => {
    // What it says of itself goes through.
    if (to > 2 && ++steps >= at) {
      throw Object.assign(new Error("ENOSPC: no space left on device"), {
        code: "ENOSPC",
        errno: -28,
      });
    }
    return writeSync(to, ...args);
  };
}
syncBuiltinESMExports();
