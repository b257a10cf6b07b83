// What the last upgrade noted in DATA_DIR, for the way back.
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { root } from "./setup.mjs";

const dataDir = () => {
  const folder = process.env.DATA_DIR || "./data";
  return isAbsolute(folder) ? folder : join(root, folder);
};
const record = () => join(dataDir(), "upgrade.json");

export function readUpgrade() {
  try {
    return JSON.parse(readFileSync(record(), "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

export function noteUpgrade(upgrade) {
  writeFileSync(record(), `${JSON.stringify(upgrade, null, 2)}\n`, { mode: 0o600 });
}

export function forgetUpgrade() {
  rmSync(record(), { force: true });
}

/** Makes a link lead elsewhere, in one step: it is never missing. */
export function pointTo(link, folder) {
  const next = `${link}.next`;
  rmSync(next, { force: true });
  symlinkSync(folder, next);
  renameSync(next, link);
}
