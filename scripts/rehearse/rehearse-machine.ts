import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "../setup.mjs";

/** The release of Debian that docs/deploy.md names. */
const RELEASE = "trixie";
/** What a server has before anybody works on it. */
const FROM_THE_START = "systemd,systemd-sysv,dbus,adduser,ca-certificates";
const BOOT_LIMIT_MS = 60_000;

/** What this machine lacks to start another one in itself; undefined when it lacks nothing. */
export function missingForMachine(): string | undefined {
  if (process.getuid?.() !== 0) return "right to start another one (run it as root)";
  return ["debootstrap", "systemd-nspawn", "nsenter"].find(
    (tool) => spawnSync("which", [tool]).status !== 0,
  );
}

/** A fresh Debian in a folder, with a systemd of its own and the network of this machine. */
export class FreshMachine {
  readonly folder: string;
  #nspawn: ChildProcess | undefined;
  #leader = "";

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Installs it from the mirror of this machine. It reaches what this one does: the registry, by the same authorities. */
  install(): void {
    const mirror = execFileSync(
      "apt-get",
      ["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"],
      { encoding: "utf8" },
    );
    const from = mirror.split("\n").find((address) => /\/debian\/?$/.test(address));
    const args = ["--variant=minbase", `--include=${FROM_THE_START}`, RELEASE, this.folder];
    const { status, stdout } = spawnSync("debootstrap", [...args, ...(from ? [from] : [])], {
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(stdout.split("\n").slice(-5).join("\n"));
    const npmrc = execFileSync("npm", ["config", "get", "userconfig"], { encoding: "utf8" }).trim();
    if (existsSync(npmrc)) copyFileSync(npmrc, join(this.folder, "root/.npmrc"));
    const trusted = "/usr/local/share/ca-certificates";
    if (!existsSync(trusted)) return;
    cpSync(trusted, join(this.folder, trusted), { recursive: true });
    execFileSync("chroot", [this.folder, "update-ca-certificates"], { stdio: "ignore" });
  }

  async boot(): Promise<void> {
    const options = ["--quiet", "--register=no", "--keep-unit", "--console=pipe"];
    const nspawn = spawn("systemd-nspawn", [...options, `-D${this.folder}`, "--boot"], {
      stdio: ["pipe", "ignore", "ignore"],
    });
    this.#nspawn = nspawn;
    const limit = performance.now() + BOOT_LIMIT_MS;
    const children = `/proc/${nspawn.pid}/task/${nspawn.pid}/children`;
    while (performance.now() < limit && nspawn.exitCode === null) {
      await sleep(250);
      this.#leader = readFileSync(children, "utf8").trim().split(" ")[0] ?? "";
      if (!this.#leader) continue;
      const { stdout } = this.#enter("systemctl is-system-running");
      if (["running", "degraded"].includes(stdout.trim())) return;
    }
    throw new Error("its systemd did not start");
  }

  /** What a command printed that root typed there. @throws Error with it when the command failed. */
  type(command: string, input = ""): string {
    const { status, stdout, stderr } = this.#enter(command, input);
    if (status !== 0) throw new Error(`${command}: ${stdout}${stderr}`);
    return stdout;
  }

  #enter(command: string, input = "") {
    const inside = ["--all", "--target", this.#leader, "--root"];
    const home = ["env", "-i", "HOME=/root", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8"];
    // Node knows the authorities of the system only when it is told of them.
    home.push("NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt");
    return spawnSync("nsenter", [...inside, ...home, "/bin/sh", "-c", `cd / && ${command}`], {
      input,
      encoding: "utf8",
    });
  }

  async stop(): Promise<void> {
    const nspawn = this.#nspawn;
    if (!nspawn || nspawn.exitCode !== null) return;
    // systemd-nspawn takes it as the order to shut its machine down.
    nspawn.kill("SIGTERM");
    await Promise.race([once(nspawn, "exit"), sleep(20_000).then(() => nspawn.kill("SIGKILL"))]);
  }
}

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

/** What a step says of itself: nothing when all went well, or what is wrong, or that it could not be tried. */
type Outcome = string | undefined;
const NOT_TRIED = "not tried: ";

/** Steps that are tried one after the other, each told in one line. */
export class Rehearsal {
  #failed = 0;

  readonly step = async (name: string, work: () => unknown): Promise<void> => {
    const began = performance.now();
    let outcome: Outcome;
    try {
      outcome = ((await work()) as Outcome) || undefined;
    } catch (error) {
      outcome = error instanceof Error ? error.message : String(error);
    }
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    if (outcome?.startsWith(NOT_TRIED)) {
      console.log(`–  ${name}: ${outcome}`);
      return;
    }
    if (outcome) this.#failed++;
    console.log(`${outcome ? "✗" : "✓"}  ${name} (${seconds} s)${outcome ? `\n${outcome}` : ""}`);
  };

  /** A step that wants something that this machine does not have. */
  without(what: string): string {
    return `${NOT_TRIED}this machine has no ${what}`;
  }

  finish(): void {
    console.log(
      this.#failed === 0 ? "\nAll that was tried went well." : `\n${this.#failed} failed`,
    );
    process.exitCode = this.#failed === 0 ? 0 : 1;
  }
}

/** Runs a script of a version with its own Node. What it printed. @throws Error with it, when it fails. */
export function runIn(folder: string, args: string[], env: Record<string, string>): string {
  const { status, stdout, stderr } = spawnSync(`${folder}/node_modules/.bin/node`, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, LOG_LEVEL: "error", ...env },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}
