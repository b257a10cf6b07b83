import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { expect, inject, test } from "vitest";
import { photograph } from "../files/samples.ts";
import { inSql } from "../support/database/database-restore.ts";
import { createDatabase } from "../support/database/postgres-server.ts";
import { freePort, newDataFolder, startProduct } from "../support/product/product.ts";
import { StaffClient } from "../support/product/staff-client.ts";

// A start that cannot be is one clear line, and harms nothing.

/** What a start that fails says. */
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

test("a wrong setting is named, without its value", async () => {
  expect(await refusal({ PUBLIC_URL: "not an address" })).toMatch(/^[^\n]*PUBLIC_URL[^\n]*$/);
  const weak = await refusal({ ADMIN_PASSWORD: "motdepasse1234" });
  expect(weak).toMatch(/^[^\n]*ADMIN_PASSWORD[^\n]*$/);
  expect(weak).not.toContain("motdepasse1234");
});

test("a data folder or a port in use is refused, and who uses it goes on", async () => {
  const { url, dataDir } = inject("plainSite");
  expect(await refusal({ DATA_DIR: dataDir })).toMatch(/^[^\n]*déjà utilisé[^\n]*$/);
  const { port } = new URL(url);
  expect(await refusal({ PORT: port, DATA_DIR: `${dataDir}-other` })).toMatch(/^[^\n]*PORT[^\n]*$/);
  expect((await fetch(url)).status).toBe(200);
});

test("a database of somebody else is refused, and so are files of another database", async () => {
  const { databaseUrl } = inject("site");
  const database = await createDatabase({ url: databaseUrl, superuserUrl: databaseUrl });
  const folder = newDataFolder();
  try {
    const store = await refusal({ DATABASE_URL: database.url, DATA_DIR: folder });
    expect(store).toMatch(/^[^\n]*npm run admin -- adopt-store[^\n]*$/);
    await inSql(
      database.url,
      "drop schema public cascade; create schema public; drop schema if exists drizzle cascade",
    );
    await inSql(database.url, "create table theirs (id int)");
    expect(await refusal({ DATABASE_URL: database.url })).toMatch(/^[^\n]*wrong database[^\n]*$/);
    const tables =
      "select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace";
    expect(await inSql(database.url, tables)).toEqual([{ n: 1 }]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  }
});

test("a start without its database shows the pages that the site showed last", async () => {
  const { databaseUrl } = inject("site");
  const database = await createDatabase({ url: databaseUrl, superuserUrl: databaseUrl });
  const DATA_DIR = newDataFolder({ DATABASE_URL: database.url });
  try {
    const site = await startProduct({ DATABASE_URL: database.url, DATA_DIR });
    await inSql(database.url, "update news set title = 'Ce que le bureau a décidé'");
    const read = async (url: string) => (await fetch(`${url}/news`)).text();
    await expect
      .poll(() => read(site.url), { timeout: 10_000 })
      .toContain("Ce que le bureau a décidé");
    await site.stop();
    const elsewhere = new URL(database.url);
    elsewhere.port = String(await freePort());
    const later = await startProduct({ DATABASE_URL: elsewhere.href, DATA_DIR });
    expect(await read(later.url)).toContain("Ce que le bureau a décidé");
    await later.stop();
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true });
    await database.drop();
  }
});

test("a first start without its database shows the sample documents, and has them", async () => {
  const DATABASE_URL = `postgres://nobody@127.0.0.1:${await freePort()}/none`;
  const DATA_DIR = newDataFolder({ DATABASE_URL });
  try {
    const site = await startProduct({ DATABASE_URL, DATA_DIR });
    const page = await (await fetch(`${site.url}/en/resources`)).text();
    expect(page).toMatch(/PDF · 26\sKB/);
    expect(page).not.toMatch(/PDF · 0\s/);
    const file = /href="(\/en\/resources\/[\w-]+\/download)"/.exec(page)?.[1] ?? "";
    const document = await fetch(site.url + file, { redirect: "manual" });
    expect(document.status).toBe(200);
    expect((await document.text()).startsWith("%PDF")).toBe(true);
    await site.stop();
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
});

test.skipIf(process.platform === "win32")(
  "a data folder holds nothing that another account may read, uploads and mail included",
  async () => {
    const { url, dataDir } = inject("site");
    const staff = new StaffClient(url, inject("site").administrator);
    const uploaded = await staff.uploaded(await photograph(400, 300), "Finale.jpg");
    // Its smaller pictures are made behind the request.
    const small = url + uploaded.url.replace(/\.jpg$/, "-320.webp");
    await expect.poll(async () => (await fetch(small)).status, { timeout: 20_000 }).toBe(200);
    for (const folder of [dataDir, inject("plainSite").dataDir]) {
      const { stdout } = spawnSync("find", [folder, "-perm", "/077"], { encoding: "utf8" });
      expect(stdout).toBe("");
    }
  },
);
