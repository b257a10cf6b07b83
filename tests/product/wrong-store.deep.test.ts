import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMINISTRATOR } from "../support/office.ts";
import { createDatabase, type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { freePort, startProduct } from "../support/product.ts";
import { StaffClient } from "../support/staff-client.ts";

// The built product, started beside a store of files that is not what its database expects. Whatever
// that is, no file may go.

const UPLOADS = 50;
const folder = mkdtempSync(join(tmpdir(), "fge-wrong-"));
let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await server?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const administrator = { ADMIN_EMAIL: ADMINISTRATOR.email, ADMIN_PASSWORD: ADMINISTRATOR.password };
const settingsOf = (name: string) => ({ ...administrator, DATA_DIR: join(folder, name) });
const uploadsOf = (name: string) =>
  readdirSync(join(folder, name, "files/uploads")).filter((file) => !file.startsWith("samples-"));

const UPLOADED_AT_S = Date.now() / 1_000 - 7_200;

/** Fifty uploads, two hours old: nobody can take them for some that are on their way. */
async function uploadAll(url: string, name: string): Promise<void> {
  const staff = await StaffClient.signIn(url);
  for (let number = 0; number < UPLOADS; number++) {
    await staff.uploaded(`note ${number}`, `note-${number}.txt`);
  }
  for (const file of uploadsOf(name)) {
    utimesSync(join(folder, name, "files/uploads", file), UPLOADED_AT_S, UPLOADED_AT_S);
  }
}

/** The line with which a start is refused. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const error = await startProduct(settings).then(
    async (product) => {
      await product.stop();
      return new Error("it started");
    },
    (reason: Error) => reason,
  );
  return error.message.replace("the product ended: ", "").trim();
}

const adopt = (settings: Record<string, string>) =>
  spawnSync(process.execPath, ["scripts/admin-run.mjs", "adopt-store"], {
    cwd: join(import.meta.dirname, "../.."),
    env: { PATH: process.env.PATH, LOG_LEVEL: "silent", ...settings },
    encoding: "utf8",
  });

/** Diagnostic, once the store has been looked through. */
async function diagnosed(url: string, words: RegExp): Promise<string> {
  const staff = await StaffClient.signIn(url);
  for (let wait = 0; wait < 100; wait++) {
    const page = await (await staff.get("/admin/diagnostic")).text();
    if (words.test(page)) return page;
    await pause(200);
  }
  throw new Error(`Diagnostic does not say ${words}`);
}

test("beside an empty database the start is refused with the line that names the command, and nothing goes", async () => {
  const settings = settingsOf("empty");
  const first = await startProduct(settings);
  await uploadAll(first.url, "empty");
  await first.stop();
  const before = uploadsOf("empty");
  expect(before).toHaveLength(UPLOADS);
  rmSync(join(folder, "empty/database"), { recursive: true });

  expect(await refusal(settings)).toMatch(/^[^\n]*npm run admin -- adopt-store[^\n]*$/);
  expect(uploadsOf("empty")).toEqual(before);
  const { stdout, status } = adopt(settings);
  expect(stdout).toContain("ceux d’une autre base");
  expect(status).toBe(0);
  const product = await startProduct(settings);
  try {
    await diagnosed(product.url, /50 fichiers inconnus de la base/);
    expect(uploadsOf("empty")).toEqual(before);
  } finally {
    await product.stop();
  }
}, 240_000);

test("an older database starts, knows that it is one, and removes nothing", async () => {
  const settings = settingsOf("older");
  const first = await startProduct(settings);
  await first.stop();
  const database = join(folder, "older/database");
  cpSync(database, join(folder, "backup"), { recursive: true });
  const second = await startProduct(settings);
  await uploadAll(second.url, "older");
  await second.stop();
  const before = uploadsOf("older");
  rmSync(database, { recursive: true });
  cpSync(join(folder, "backup"), database, { recursive: true });

  const third = await startProduct(settings);
  try {
    const page = await diagnosed(third.url, /La base est plus ancienne que les fichiers/);
    expect(page).toContain("50 fichiers");
    expect(uploadsOf("older")).toEqual(before);
  } finally {
    await third.stop();
  }
  expect(adopt(settings).stdout).toContain("plus ancienne");
}, 240_000);

test("another database on a server is refused, its own one goes on", async () => {
  const [own, other] = [await createDatabase(server), await createDatabase(server)];
  const settings = settingsOf("other");
  const first = await startProduct({ ...settings, DATABASE_URL: own.url });
  await uploadAll(first.url, "other");
  await first.stop();
  const before = uploadsOf("other");
  for (const DATABASE_URL of [other.url, ""]) {
    expect(await refusal({ ...settings, DATABASE_URL })).toMatch(/adopt-store/);
  }
  const again = await startProduct({ ...settings, DATABASE_URL: own.url });
  try {
    const page = await diagnosed(again.url, /Stockage des fichiers/);
    expect(page).not.toMatch(/inconnus? de la base/);
    expect(uploadsOf("other")).toEqual(before);

    // Half of them are deleted at once, a month ago: somebody is asked.
    await inSql(
      own.url,
      `delete from static_files where id in (select id from static_files
      where original_filename like 'note-%' order by id limit 25)`,
    );
    await inSql(own.url, "update file_removals set due_at = now() - interval '1 day'");
    const question = await diagnosed(again.url, /Retirer(?:<!-- -->|\s)*25 fichiers/);
    expect(question).toContain("rien n’est retiré du stockage sans votre accord");
    expect(uploadsOf("other")).toEqual(before);
    const staff = await StaffClient.signIn(again.url);
    const intent = "confirm-removals";
    await staff.post("/admin/diagnostic", { intent, files: "24" });
    await pause(1_000);
    expect(uploadsOf("other")).toEqual(before);
    await staff.post("/admin/diagnostic", { intent, files: "25" });
    await expect.poll(() => uploadsOf("other").length, { timeout: 20_000 }).toBe(UPLOADS - 25);
  } finally {
    await again.stop();
  }
}, 240_000);

async function inSql(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}

test("a store that is away or missing keeps nobody from starting", async () => {
  const settings = settingsOf("away");
  mkdirSync(settings.DATA_DIR);
  // A disk that is not there.
  symlinkSync(join(folder, "not-mounted/files"), join(settings.DATA_DIR, "files"));
  const product = await startProduct(settings);
  try {
    expect((await fetch(product.url)).status).toBe(200);
    await diagnosed(product.url, /Le stockage ne répond pas/);
    const staff = await StaffClient.signIn(product.url);
    const steps = await staff.upload("note", "note.txt");
    expect(steps).toEqual([{ failed: expect.stringContaining("ne répond pas") }]);
  } finally {
    await product.stop();
  }

  const nobody = {
    ...settingsOf("s3"),
    S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    ...{ S3_BUCKET: "site", S3_ACCESS_KEY: "S3RVER", S3_SECRET_KEY: "S3RVER" },
  };
  const remote = await startProduct(nobody);
  try {
    await diagnosed(remote.url, /Le stockage ne répond pas/);
    // The sample documents are here, their covers would be there.
    const address = "/files/samples/statuts-de-la-federation.pdf";
    expect((await fetch(remote.url + address)).status).toBe(200);
    const cover = await fetch(
      `${remote.url}/files/uploads/samples-statuts-de-la-federation-cover.webp`,
    );
    expect([404, 503]).toContain(cover.status);
  } finally {
    await remote.stop();
  }
}, 240_000);
