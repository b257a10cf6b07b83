import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup.mjs";

const UNITS = join(root, "deploy/systemd");
const SOCKETS = ["fge.socket", "fge@3001.socket"];
const SERVICES = ["fge.service", "fge@3001.service"];
/** Where the units expect the version in use. */
const INSTALLED = "/opt/fge/current";

/** What a unit starts, as it stands there, with the version in another place. */
export function commandOf(unit: string, version: string): string[] {
  const text = readFileSync(join(UNITS, unit), "utf8");
  const command = /^ExecStart=(.+)$/m.exec(text)?.[1];
  if (!command) throw new Error(`${unit} starts nothing`);
  return command.replaceAll(INSTALLED, version).split(" ");
}

/** What systemd says of the units; empty when they are right. They are looked at with this version in its place. */
export function unitFaults(work: string): string | undefined {
  if (spawnSync("systemd-analyze", ["--version"]).status !== 0) {
    return "not tried: this machine has no systemd-analyze";
  }
  const folder = join(work, "units");
  mkdirSync(folder);
  for (const name of [...SOCKETS, ...SERVICES]) {
    const text = readFileSync(join(UNITS, name.replace("3001", "")), "utf8");
    writeFileSync(join(folder, name), text.replaceAll(INSTALLED, root).replaceAll("%i", "3001"));
  }
  const units = [...SOCKETS, ...SERVICES].map((name) => join(folder, name));
  const { status, stderr, stdout } = spawnSync("systemd-analyze", ["verify", ...units], {
    encoding: "utf8",
  });
  return status === 0 && stderr === "" ? undefined : `${stdout}${stderr}`;
}
