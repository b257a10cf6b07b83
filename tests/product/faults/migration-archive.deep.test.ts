import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeBackupKeys } from "../../../app/backups/keys/backup-keys.server.ts";
import { startPostgres } from "../../support/database/postgres-server.ts";
import { placeLaterVersion } from "../../support/product/later-version.ts";
import { newDataFolder, startProduct } from "../../support/product/product.ts";

// Somebody puts new code in the place of the old one and starts it: a unit that is restarted, a container's new image.

const ROOT = join(import.meta.dirname, "../../..");
const MADE = "Archive faite avant la migration";
let later: ReturnType<typeof placeLaterVersion>;

beforeAll(() => {
  later = placeLaterVersion();
});
afterAll(() => later?.remove());

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

/** The data of a site of before that was stopped. */
async function siteOfBefore({ withKeys }: { withKeys: boolean }): Promise<string> {
  const dataDir = newDataFolder();
  ended.push(() => rmSync(dataDir, { recursive: true, force: true }));
  if (withKeys) await makeBackupKeys(dataDir);
  return dataDir;
}

/** Starts a version and stops it again. What it printed. */
async function outputOf(settings: Record<string, string>, folder = ROOT): Promise<string> {
  const product = await startProduct(settings, folder);
  await product.stop();
  return product.output();
}

/** The words with which a version ends that does not start. */
const refusalOf = (settings: Record<string, string>, folder: string): Promise<string> =>
  outputOf(settings, folder).then(
    (output) => `it started: ${output}`,
    ({ message }: Error) => message.replace("the product ended: ", "").trim(),
  );

const archivesIn = (dataDir: string) => {
  const folder = join(dataDir, "backups/archives");
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".fge")) : [];
};

function goBack(dataDir: string, folder: string) {
  const node = join(folder, "node_modules/.bin/node");
  const env = { PATH: process.env.PATH, NODE_ENV: "production", DATA_DIR: dataDir };
  return promisify(execFile)(node, ["scripts/go-back-run.ts"], { cwd: folder, env }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  );
}

test("an archive is made first, once, and one command brings the data of before back", async () => {
  const DATA_DIR = await siteOfBefore({ withKeys: true });
  const output = await outputOf({ DATA_DIR }, later.folder);
  expect(output.match(new RegExp(`^${MADE}.*\\.fge$`, "gm"))).toHaveLength(1);
  expect(archivesIn(DATA_DIR)).toHaveLength(1);
  const record = JSON.parse(readFileSync(join(DATA_DIR, "upgrade.json"), "utf8"));
  expect(existsSync(record.archive)).toBe(true);
  expect(record).toMatchObject({ to: later.folder });
  // There is nothing to migrate any more.
  expect(await outputOf({ DATA_DIR }, later.folder)).not.toContain(MADE);
  expect(archivesIn(DATA_DIR)).toHaveLength(1);
  expect(await refusalOf({ DATA_DIR }, ROOT)).toMatch(/^[^\n]*plus récente[^\n]*$/);

  // The new code would only do again what is to be undone.
  expect(await goBack(DATA_DIR, later.folder)).toContain("Remettez d’abord le code d’avant");
  expect(await goBack(DATA_DIR, ROOT)).toContain("Les données sont celles du");
  expect(await outputOf({ DATA_DIR })).toContain("(ready)");
}, 120_000);

test("where none can be made nothing is changed, in one line that says how to go on", async () => {
  const DATA_DIR = await siteOfBefore({ withKeys: true });
  const NODE_OPTIONS = `--import=${join(ROOT, "tests/support/product/no-room.mjs")}`;
  const refusal = await refusalOf({ DATA_DIR, NODE_OPTIONS, LOG_LEVEL: "silent" }, later.folder);
  expect(refusal).toMatch(
    /^[^\n]*n’y a plus assez de place \(full\)[^\n]*MIGRATE_WITHOUT_ARCHIVE=1[^\n]*$/,
  );
  expect(archivesIn(DATA_DIR)).toEqual([]);
  expect(existsSync(join(DATA_DIR, "upgrade.json"))).toBe(false);
  // The version of before finds what it left.
  expect(await outputOf({ DATA_DIR })).toContain("(ready)");
  const asTold = { DATA_DIR, NODE_OPTIONS, MIGRATE_WITHOUT_ARCHIVE: "1" };
  expect(await outputOf(asTold, later.folder)).toMatch(/^MIGRATE_WITHOUT_ARCHIVE.*sans archive/m);
  expect(archivesIn(DATA_DIR)).toEqual([]);
}, 120_000);

test("without a recovery key there is no archive to make, and it says so", async () => {
  const DATA_DIR = await siteOfBefore({ withKeys: false });
  const output = await outputOf({ DATA_DIR }, later.folder);
  expect(output).toMatch(/^Migration sans archive.*pas encore de clé.*$/m);
  expect(output).toContain("(ready)");
  expect(existsSync(join(DATA_DIR, "upgrade.json"))).toBe(false);
}, 60_000);

test("of two processes that start at once on a server, one makes it", async () => {
  const server = await startPostgres();
  ended.push(() => server.remove());
  const DATA_DIR = mkdtempSync(join(tmpdir(), "site-"));
  ended.push(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  const settings = { DATA_DIR, DATABASE_URL: server.url };
  await outputOf(settings);
  await makeBackupKeys(DATA_DIR);
  const both = await Promise.all([1, 2].map(() => startProduct(settings, later.folder)));
  for (const product of both) await product.stop();
  const words = both.map((product) => product.output());
  expect(words.filter((output) => output.includes(MADE))).toHaveLength(1);
  expect(archivesIn(DATA_DIR)).toHaveLength(1);
  const client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  const { rows } = await client.query("select kind, status, by_hand from backup_runs");
  await client.end();
  expect(rows).toContainEqual({ kind: "archive", status: "done", by_hand: false });
}, 120_000);
