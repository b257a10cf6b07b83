import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ADMINISTRATOR } from "../../support/browser/office.ts";
import { inSql } from "../../support/database/database-restore.ts";
import { type PostgresServer, startPostgres } from "../../support/database/postgres-server.ts";
import { freePort, type Product, startProduct } from "../../support/product/product.ts";
import { StaffClient } from "../../support/product/staff-client.ts";

// The built product on a disk that is full, beside files that are away or many of which are to go, in a folder that
// somebody opened, and without its database from the start. What a start refuses: start.test.ts.

const folder = mkdtempSync(join(tmpdir(), "fge-wrong-"));
const disk = join(folder, "disk");
let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
const products: Product[] = [];
const stopAll = async () => {
  for (const product of products.splice(0)) await product.stop();
};
afterEach(stopAll);
afterAll(async () => {
  spawnSync("umount", [disk]);
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
});

const administrator = { ADMIN_EMAIL: ADMINISTRATOR.email, ADMIN_PASSWORD: ADMINISTRATOR.password };
async function start(settings: Record<string, string>): Promise<Product> {
  const product = await startProduct({ ...administrator, ...settings });
  products.push(product);
  return product;
}
/** Diagnostic, once the store has been looked through. */
async function diagnosed(url: string, words: RegExp): Promise<string> {
  const staff = await StaffClient.signIn(url);
  const read = async () => (await staff.get("/admin/diagnostic")).text();
  await expect.poll(read, { timeout: 30_000, interval: 300 }).toMatch(words);
  return read();
}

/** Whether we may mount a small disk of our own. */
const mountSmallDisk = () => {
  mkdirSync(disk);
  return spawnSync("mount", ["-t", "tmpfs", "-o", "size=200m", "tmpfs", disk]).status === 0;
};

test("a disk that is full is told by /readyz, which is well again when there is room", async ({
  skip,
}) => {
  skip(!mountSmallDisk(), "this system lets us mount no disk");
  const { url } = await start({ DATA_DIR: join(disk, "data") });
  const ready = () => fetch(`${url}/readyz`);
  const statusOf = async () => (await ready()).status;
  expect(await statusOf()).toBe(200);
  const filler = join(disk, "filler");
  spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=4k"]);
  await expect.poll(statusOf, { timeout: 15_000 }).toBe(503);
  expect(await (await ready()).json()).toMatchObject({
    status: "failed",
    // The database goes on for as long as the log that it reserved lasts; its own write is tried too.
    database: expect.stringMatching(/^(ok|failed)$/),
    storage: "failed",
    why: expect.stringContaining("disk full"),
  });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  writeFileSync(filler, "");
  await expect.poll(statusOf, { timeout: 15_000 }).toBe(200);
});

test.skipIf(process.platform === "win32")(
  "a data folder that somebody opened to others is left as it is, with a warning",
  async () => {
    const open = join(folder, "open");
    mkdirSync(open);
    chmodSync(open, 0o755);
    const product = await start({ DATA_DIR: open });
    expect(product.output()).toMatch(/"rights":"755".*DATA_DIR is open/);
    expect(statSync(open).mode & 0o777).toBe(0o755);
    const { stdout } = spawnSync("find", [open, "-perm", "/077"], { encoding: "utf8" });
    expect(stdout.trim()).toBe(open);
  },
);

test("of many files that are to go at once, staff are asked; without the database samples alone are shown", async () => {
  const DATA_DIR = join(folder, "many");
  const uploads = () =>
    readdirSync(join(DATA_DIR, "files/uploads")).filter((file) => !file.startsWith("samples-"));
  const settings = { DATA_DIR, DATABASE_URL: server.url };
  const product = await start(settings);
  const staff = await StaffClient.signIn(product.url);
  const addresses: string[] = [];
  for (let n = 0; n < 50; n++)
    addresses.push((await staff.uploaded(`note ${n}`, `note-${n}.txt`)).url);
  await inSql(
    server.url,
    `delete from static_files where id in (select id from static_files
      where original_filename like 'note-%' order by id limit 25);
    update file_removals set due_at = now() - interval '1 day'`,
  );
  const question = await diagnosed(product.url, /Retirer(?:<!-- -->|\s)*25 fichiers/);
  expect(question).toContain("rien n’est retiré du stockage sans votre accord");
  const confirm = (files: string) =>
    staff.post("/admin/diagnostic", { intent: "confirm-removals", files });
  await confirm("24");
  expect(uploads()).toHaveLength(50);
  await confirm("25");
  await expect.poll(() => uploads().length, { timeout: 20_000 }).toBe(25);

  await stopAll();
  await server.stop();
  const { url } = await start(settings);
  const statusOf = async (address: string) => (await fetch(url + address)).status;
  expect(await statusOf(addresses.at(-1) ?? "")).toBe(503);
  expect(await statusOf("/files/samples/statuts-de-la-federation.pdf")).toBe(200);
  await server.restart();
  await expect.poll(() => statusOf(addresses.at(-1) ?? ""), { timeout: 20_000 }).toBe(200);
});

test("a store that is away or missing keeps nobody from starting", async () => {
  const DATA_DIR = join(folder, "away");
  mkdirSync(DATA_DIR);
  // A disk that is not there.
  symlinkSync(join(folder, "not-mounted/files"), join(DATA_DIR, "files"));
  const product = await start({ DATA_DIR });
  expect((await fetch(product.url)).status).toBe(200);
  await diagnosed(product.url, /Le stockage ne répond pas/);
  const staff = await StaffClient.signIn(product.url);
  const steps = await staff.upload("note", "note.txt");
  expect(steps).toEqual([{ failed: expect.stringContaining("ne répond pas") }]);

  const remote = await start({
    DATA_DIR: join(folder, "s3"),
    S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    S3_BUCKET: "site",
    S3_ACCESS_KEY: "S3RVER",
    S3_SECRET_KEY: "S3RVER",
  });
  await diagnosed(remote.url, /Le stockage ne répond pas/);
  // The sample documents are here, their covers would be there.
  const statusOf = async (address: string) => (await fetch(remote.url + address)).status;
  expect(await statusOf("/files/samples/statuts-de-la-federation.pdf")).toBe(200);
  const cover = await statusOf("/files/uploads/samples-statuts-de-la-federation-cover.webp");
  expect([404, 503]).toContain(cover);
});
