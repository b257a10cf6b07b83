// Preloaded into a product of a test: while the file that SLOW_WHILE names is there, the disk is slow, in every thread.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const flag = process.env.SLOW_WHILE ?? "";
const SYNC_MS = 500;
const WRITE_MS = 200;
const { existsSync } = fs;
const isSlow = () => existsSync(flag);
const cell = new Int32Array(new SharedArrayBuffer(4));
/** This thread, as the disk would: the database's own waits here. */
const stand = (ms) => Atomics.wait(cell, 0, 0, ms);
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const { fsyncSync, write, rename, fsync } = fs;
fs.fsyncSync = (...args) => {
  if (isSlow()) stand(SYNC_MS);
  return fsyncSync(...args);
};
// What goes to the disk piece by piece; what the process prints does not.
fs.write = (to, ...args) =>
  to > 2 && isSlow() ? setTimeout(() => write(to, ...args), WRITE_MS) : write(to, ...args);
fs.fsync = (...args) => (isSlow() ? setTimeout(() => fsync(...args), SYNC_MS) : fsync(...args));
fs.rename = (...args) => (isSlow() ? setTimeout(() => rename(...args), WRITE_MS) : rename(...args));

const slowed = (own, ms) =>
  async function (...args) {
    if (isSlow()) await later(ms);
    return own.apply(this, args);
  };
for (const name of ["rename", "writeFile", "copyFile", "unlink"]) {
  fs.promises[name] = slowed(fs.promises[name], WRITE_MS);
}
const handle = await fs.promises.open(import.meta.filename);
const handles = Object.getPrototypeOf(handle);
for (const name of ["write", "writev", "writeFile"]) {
  handles[name] = slowed(handles[name], WRITE_MS);
}
for (const name of ["sync", "datasync"]) handles[name] = slowed(handles[name], SYNC_MS);
await handle.close();
syncBuiltinESMExports();
