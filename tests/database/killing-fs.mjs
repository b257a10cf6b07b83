// Preloaded into a process of a test: counts what it does to the disk, and ends it, as a power cut would, or refuses,
// before the step that FAULT_AT names. A step is done in full, or not at all.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const at = Number(process.env.FAULT_AT);
const isRefusing = process.env.FAULT === "refuse";
let steps = 0;

for (const name of ["mkdirSync", "renameSync", "writeFileSync", "fsyncSync"]) {
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
syncBuiltinESMExports();
