// Ends the process of files from inside: when it has outlived the product, and when it holds too much on a
// system that does not show that to others.
import { workerData } from "node:worker_threads";

const LOOK_EVERY_MS = 50;
const { memoryMb, parent } = workerData as { memoryMb: number; parent: number };

setInterval(() => {
  const alone = process.ppid !== parent;
  if (alone || process.memoryUsage.rss() > memoryMb * 1024 ** 2) {
    process.kill(process.pid, "SIGKILL");
  }
}, LOOK_EVERY_MS);
