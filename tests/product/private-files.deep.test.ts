import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PICTURE_WIDTHS, variantOf } from "../../app/files/files.ts";
import { photograph } from "../files/samples.ts";
import { ADMINISTRATOR } from "../support/office.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { type Product, startProduct } from "../support/product.ts";
import { StaffClient } from "../support/staff-client.ts";

// The built product on a real server: who reads a stored file while the database is there, and away.

const dataDir = mkdtempSync(join(tmpdir(), "fge-private-"));
const SAMPLE = "/files/samples/statuts-de-la-federation.pdf";
let server: PostgresServer;
let product: Product;
let settings: Record<string, string>;
const pictures: Record<"open" | "seen" | "closed" | "gone", string> = {
  ...{ open: "", seen: "", closed: "", gone: "" },
};

beforeAll(async () => {
  server = await startPostgres();
  settings = {
    ...{ DATABASE_URL: server.url, DATA_DIR: dataDir },
    ...{ ADMIN_EMAIL: ADMINISTRATOR.email, ADMIN_PASSWORD: ADMINISTRATOR.password },
  };
  product = await startProduct(settings);
  const staff = await StaffClient.signIn(product.url);
  const picture = await photograph(700, 500);
  for (const name of ["open", "seen", "gone"] as const) {
    pictures[name] = (await staff.uploaded(picture, `${name}.jpg`)).url;
  }
  const closed = await staff.uploaded(picture, "closed.jpg", {});
  pictures.closed = closed.url;
}, 120_000);
afterAll(async () => {
  await product?.stop();
  await server?.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

const visit = (address: string, method = "GET") =>
  fetch(product.url + address, { method, redirect: "manual" });
const versionsOf = (url: string) => [
  url,
  ...PICTURE_WIDTHS.map((width) => variantOf(url, width, "avif")),
  ...PICTURE_WIDTHS.map((width) => variantOf(url, width, "webp")),
  variantOf(url, 1200, "jpg"),
];
async function inSql(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}
async function statusesOf(url: string): Promise<number[]> {
  const result = new Set<number>();
  for (const address of versionsOf(url)) result.add((await visit(address)).status);
  return [...result];
}

test("what lies beside the uploads is nobody's: a dump, the mark, a part of an upload", async () => {
  const files = join(dataDir, "files");
  const stored = join(files, pictures.open.replace("/files/", ""));
  for (const name of ["site.dump", "samples/site.dump", "uploads/site.dump", "uploads/.env"]) {
    writeFileSync(join(files, name), "secret");
  }
  copyFileSync(stored, `${stored}.part-0193a1b2-0000-7000-8000-000000000001`);
  copyFileSync(stored, stored.replace(".jpg", ".sql"));
  expect(readFileSync(join(files, ".store.json"), "utf8")).toContain("site");
  const beside = [
    ...["/files/site.dump", "/files/samples/site.dump", "/files/uploads/site.dump"],
    ...["/files/uploads/.env", "/files/.store.json", "/files/uploads/", "/files/"],
    `${pictures.open}.part-0193a1b2-0000-7000-8000-000000000001`,
    pictures.open.replace(".jpg", ".sql"),
  ];
  for (const address of beside) {
    for (const method of ["GET", "HEAD"]) {
      expect([301, 404], `${method} ${address}`).toContain((await visit(address, method)).status);
    }
  }
});

test("a private picture is private in every version, and says that nobody may share it", async () => {
  expect(await statusesOf(pictures.closed)).toEqual([404]);
  expect(await statusesOf(pictures.open)).toEqual([200]);
  expect((await visit(pictures.open)).headers.get("cache-control")).toMatch(/^public/);
  const staff = await StaffClient.signIn(product.url);
  const page = await (await staff.get("/admin/files")).text();
  const [, seal = ""] =
    new RegExp(`${pictures.closed.replace(".jpg", "")}[^"?]*(\\?[^"\\s]+)`).exec(page) ?? [];
  expect(seal).toContain("seal=");
  for (const address of versionsOf(pictures.closed)) {
    const answer = await visit(address + seal.replaceAll("&amp;", "&"));
    expect(answer.status, address).toBe(200);
    expect(answer.headers.get("cache-control"), address).toMatch(/^private/);
  }
});

test("with the database away what was public opens, and the rest is said to be unknown for now", async () => {
  await inSql("update static_files set is_public = false where original_filename = 'gone.jpg'");
  // Told at once, asked by nobody: the list of what is public is read anew, at most once a second.
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  await server.stop();
  expect(await statusesOf(pictures.open)).toEqual([200]);
  // Nobody had asked for this one.
  expect(await statusesOf(pictures.seen)).toEqual([200]);
  expect((await visit(SAMPLE)).status).toBe(200);
  for (const url of [pictures.closed, pictures.gone]) {
    expect(await statusesOf(url), url).toEqual([503]);
    const { headers } = await visit(url);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect((await visit("/files/site.dump")).status).toBe(404);
}, 60_000);

test("a process that started without the database shows the sample documents alone", async () => {
  await product.stop();
  product = await startProduct(settings);
  for (const url of [pictures.open, pictures.closed]) expect(await statusesOf(url)).toEqual([503]);
  expect((await visit(SAMPLE)).status).toBe(200);
  await server.restart();
  await expect.poll(() => statusesOf(pictures.open), { timeout: 20_000 }).toEqual([200]);
  expect(await statusesOf(pictures.closed)).toEqual([404]);
  expect(await statusesOf(pictures.gone)).toEqual([404]);
}, 90_000);
