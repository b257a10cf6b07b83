import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isDeep } from "../support/fuzz/repetitions.ts";
import { newDataFolder } from "../support/product/product.ts";

// What our own programs make and say beside the site is as private as what the site makes and says, whatever the
// shell allows that they were started from, and however open the folder that they were pointed at.

const root = mkdtempSync(join(tmpdir(), "fge-programs-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What other accounts may read, write or enter of what is in a folder. */
const othersIn = (folder: string) =>
  spawnSync("find", [folder, "-mindepth", "1", "-perm", "/077"], { encoding: "utf8" }).stdout;

/** Runs one of our programs as an ordinary shell does. */
function run(program: string, args: readonly string[], env: Record<string, string>) {
  const command = ["umask 022", `exec "$0" "$@"`].join("; ");
  return spawnSync("sh", ["-c", command, process.execPath, `scripts/${program}`, ...args], {
    cwd: join(import.meta.dirname, "../.."),
    env: { PATH: process.env.PATH, LOG_LEVEL: "silent", ...env },
    encoding: "utf8",
  });
}

test.skipIf(process.platform === "win32")(
  "an archive, and a site that is made of it, are for us alone",
  async () => {
    const [data, archives, restored] = ["data", "archives", "restored"].map((name) => {
      const folder = join(root, name);
      mkdirSync(folder, { mode: 0o755 });
      return folder;
    }) as [string, string, string];
    cpSync(newDataFolder(), data, { recursive: true });
    const made = run("backup-run.ts", [], { DATA_DIR: data, BACKUP_DIR: archives });
    expect([made.status, made.stderr]).toEqual([0, expect.any(String)]);
    expect(othersIn(archives)).toBe("");
    expect(othersIn(data)).toBe("");
    if (!isDeep) return;

    const written = readdirSync(join(archives, "archives"));
    const archive = written.find((name) => name.endsWith(".fge")) ?? "";
    const key = join(root, "recovery-key");
    writeFileSync(key, /FGE-RECOVERY-2(?: \w{4})+/.exec(made.stdout)?.[0] ?? "");
    const args = [join(archives, "archives", archive), key];
    const again = run("restore-run.ts", args, { DATA_DIR: restored });
    expect([again.status, again.stderr]).toEqual([0, expect.any(String)]);
    expect(readdirSync(restored)).toEqual(expect.arrayContaining(["database", "files"]));
    expect(othersIn(restored)).toBe("");
  },
  120_000,
);

/** A server that answers as PostgreSQL does when a row fails: with the row. */
async function failingServer(): Promise<{ url: string; close: () => void }> {
  const fields = ["SERROR", "C23514", "Mtyped: new row violates", "DFailing row contains (typed)."];
  const words = Buffer.from(`${fields.map((field) => `${field}\0`).join("")}\0`);
  const head = Buffer.from("E....");
  head.writeInt32BE(words.length + 4, 1);
  const server = createServer((line) => {
    line.on("error", () => {});
    line.once("data", () => line.end(Buffer.concat([head, words])));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://site:typed@127.0.0.1:${port}/site`, close: () => server.close() };
}

test("an error that nobody expected is told without the row that it is about", async () => {
  const { url, close } = await failingServer();
  const env = { PATH: process.env.PATH, DATA_DIR: join(root, "nothing"), DATABASE_URL: url };
  const program = spawn(process.execPath, ["scripts/backup-run.ts"], {
    cwd: join(import.meta.dirname, "../.."),
    env,
  });
  let said = "";
  for (const stream of [program.stdout, program.stderr])
    stream.on("data", (text) => (said += text));
  const [code] = await once(program, "close");
  close();
  expect([code, said]).toEqual([1, expect.stringMatching(/\b23514\b/)]);
  expect(said).not.toContain("typed");
}, 30_000);
