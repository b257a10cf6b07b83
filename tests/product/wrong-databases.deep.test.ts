import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { SERVE } from "../../scripts/serve-command.mjs";
import { photograph } from "../files/samples.ts";
import { inSql, POLICIES, restoreWithoutRoles } from "../support/database-restore.ts";
import { ELSEWHERE, hasNamespaces } from "../support/namespace.ts";
import { ADMINISTRATOR } from "../support/office.ts";
import { createDatabase, type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { freePort, type Product, startProduct } from "../support/product.ts";
import { StaffClient } from "../support/staff-client.ts";

// The built product in a world that is not what it should be: a database that was restored badly or is
// somebody else's, a disk that is full, a folder that somebody has open.

const ARTICLE = "01930000-0000-7000-8000-000000001001";
const staffSettings = {
  ADMIN_EMAIL: ADMINISTRATOR.email,
  ADMIN_PASSWORD: ADMINISTRATOR.password,
};

const products: Product[] = [];
async function start(settings: Record<string, string> = {}): Promise<Product> {
  const product = await startProduct(settings);
  products.push(product);
  return product;
}
const stopAll = async () => {
  for (const product of products.splice(0)) await product.stop();
};
const refusal = (settings: Record<string, string>) =>
  start(settings).then(
    () => "it started",
    (error: Error) => error.message.replace("the product ended: ", "").trim(),
  );
const until = async (what: () => Promise<boolean>, withinMs = 15_000) => {
  const end = Date.now() + withinMs;
  while (!(await what())) {
    if (Date.now() > end) throw new Error(`not within ${withinMs} ms`);
    await pause(100);
  }
};

describe("a database server", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterEach(stopAll);
  afterAll(() => server.remove());

  test("whose database was restored without its roles serves what is in it, and no draft", async () => {
    const source = await createDatabase(server);
    const fresh = await startPostgres();
    try {
      const first = await start({ DATABASE_URL: source.url });
      await first.stop();
      await inSql(source.superuserUrl, `update news set title = 'Brouillon', published = false`);
      await inSql(
        source.superuserUrl,
        `update news set title = 'Revenu de la sauvegarde', published = true where id = '${ARTICLE}'`,
      );
      expect(await restoreWithoutRoles(source.url, fresh.url)).toBeGreaterThan(100);
      const product = await start({ DATABASE_URL: fresh.url });
      const policies = "select count(*)::int as n from pg_policies where schemaname = 'public'";
      expect(await inSql(fresh.url, policies)).toEqual([{ n: POLICIES }]);
      const page = await (await fetch(`${product.url}/news`)).text();
      expect(page).toContain("Revenu de la sauvegarde");
      expect(page).not.toContain("Brouillon");
      expect((await fetch(`${product.url}/news/${ARTICLE}`)).status).toBe(200);
    } finally {
      await stopAll();
      await fresh.remove();
      await source.drop();
    }
  }, 120_000);

  test("whose database is somebody else's is refused in one line, and left alone", async () => {
    const database = await createDatabase(server);
    await inSql(database.url, "create table theirs (id int)");
    const message = await refusal({ DATABASE_URL: database.url });
    expect(message).toMatch(/^[^\n]*wrong database[^\n]*$/);
    const tables =
      "select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace";
    expect(await inSql(database.url, tables)).toEqual([{ n: 1 }]);
    await database.drop();
  }, 60_000);

  test("whose database becomes wrong: last good pages, else 503, no write, no sample", async () => {
    const database = await createDatabase(server);
    const product = await start({ DATABASE_URL: database.url, ...staffSettings });
    const staff = await StaffClient.signIn(product.url);
    const get = (address: string) => fetch(product.url + address, { redirect: "manual" });
    await inSql(database.superuserUrl, `update news set title = 'La vraie une'`);
    await until(async () => (await (await get("/news")).text()).includes("La vraie une"));
    // What was made since the last good check is no good copy.
    await pause(6_000);
    await inSql(database.superuserUrl, "alter table bin rename to gone");
    await until(async () => (await get("/readyz")).status === 503);
    const ready = (await (await get("/readyz")).json()) as Record<string, string>;
    expect(ready).toMatchObject({ database: "failed", storage: "ok" });
    expect(ready.why).toContain("table bin");

    const stored = await get("/news");
    expect([stored.status, (await stored.text()).includes("La vraie une")]).toEqual([200, true]);
    for (const address of [
      `/news/${ARTICLE}`,
      "/events",
      "/en/events",
      "/partners",
      "/membership",
      "/feed.xml",
      "/sitemap.xml",
      "/tickets/x",
    ]) {
      const answer = await get(address);
      expect(answer.status, address).toBe(503);
      // Nothing of the samples, whose numbers begin like this, and no word of what is wrong.
      const text = (await answer.text()).replaceAll(address, "");
      expect(text, address).not.toMatch(/01930000-|table bin|wrong database/);
    }
    expect((await staff.get("/admin/members")).status).toBe(503);
    const values = {
      name: "Aïssatou Bah",
      email: "aissatou@example.org",
      subject: "Une question",
      message: "Ce message ne doit pas se perdre.",
    };
    const sent = await fetch(`${product.url}/contact`, {
      method: "POST",
      headers: { origin: product.url },
      body: new URLSearchParams(values),
    });
    expect(sent.status).toBe(503);
    expect(await sent.text()).toContain(values.message);
    const messages = "select count(*)::int as n from contact_messages where email like 'aissatou%'";
    expect(await inSql(database.superuserUrl, messages)).toEqual([{ n: 0 }]);

    await inSql(database.superuserUrl, "alter table gone rename to bin");
    await until(async () => (await get("/events")).status === 200);
    expect(await (await get(`/news/${ARTICLE}`)).text()).toContain("La vraie une");
    // The write that failed is remembered for a while.
    await until(async () => (await get("/readyz")).status === 200);
    await stopAll();
    await database.drop();
  }, 90_000);
});

describe("a data folder", () => {
  afterEach(stopAll);

  const others = (folder: string) =>
    spawnSync("find", [folder, "-perm", "/077"], { encoding: "utf8" }).stdout.trim();

  test.skipIf(process.platform === "win32")(
    "holds nothing that another account may read, uploads and mail included",
    async () => {
      const product = await start(staffSettings);
      const staff = await StaffClient.signIn(product.url);
      const { url } = await staff.uploaded(await photograph(900, 700), "Finale.jpg");
      await staff.confirm();
      await staff.post("/admin/staff", { intent: "invite", email: "b@example.gn", name: "B" });
      await fetch(`${product.url}/newsletter`, {
        method: "POST",
        headers: { origin: product.url },
        body: new URLSearchParams({ channel: "email", email: "c@example.gn", consent: "on" }),
      });
      // Its smaller pictures are made behind the request.
      await until(async () => (await fetch(product.url + url.replace(/\.jpg$/, "-320.webp"))).ok);
      expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
      expect(others(product.dataDir)).toBe("");
    },
    60_000,
  );

  test.skipIf(process.platform === "win32")(
    "that somebody opened to others is left as it is, with a warning",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "fge-open-"));
      chmodSync(folder, 0o755);
      try {
        const product = await start({ DATA_DIR: folder });
        expect(product.output()).toMatch(/"rights":"755".*DATA_DIR is open/);
        expect(statSync(folder).mode & 0o777).toBe(0o755);
        expect(others(folder)).toBe(folder);
      } finally {
        await stopAll();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    60_000,
  );

  test.skipIf(!hasNamespaces())(
    "in use is refused from where the other process is not seen, and free after kill -9",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "fge-volume-"));
      try {
        const first = await start({ DATA_DIR: folder });
        const [command, ...options] = ELSEWHERE;
        const second = spawn(command, [...options, process.execPath, ...SERVE], {
          cwd: join(import.meta.dirname, "../.."),
          env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(await freePort()) },
        });
        let message = "";
        for (const stream of [second.stdout, second.stderr])
          stream.on("data", (text) => (message += text));
        const code = await new Promise((resolve) => second.once("exit", resolve));
        expect(message.trim()).toMatch(/^[^\n]*déjà utilisé[^\n]*$/);
        expect(code).toBe(1);
        expect((await fetch(first.url)).status).toBe(200);
        await first.kill();
        await start({ DATA_DIR: folder });
      } finally {
        await stopAll();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    90_000,
  );
});

/** Whether we may mount a small disk of our own. */
function mountSmallDisk(folder: string): boolean {
  mkdirSync(folder);
  return spawnSync("mount", ["-t", "tmpfs", "-o", "size=200m", "tmpfs", folder]).status === 0;
}

describe("a disk that is full", () => {
  let folder: string;
  let mounted = false;
  beforeAll(() => {
    folder = join(mkdtempSync(join(tmpdir(), "fge-full-")), "disk");
    mounted = mountSmallDisk(folder);
  });
  afterAll(async () => {
    await stopAll();
    if (mounted) spawnSync("umount", [folder]);
    rmSync(join(folder, ".."), { recursive: true, force: true });
  });

  test("is told by /readyz, which is well again when there is room", async ({ skip }) => {
    skip(!mounted, "this system lets us mount no disk");
    const product = await start({ DATA_DIR: join(folder, "data") });
    const ready = () => fetch(`${product.url}/readyz`);
    expect((await ready()).status).toBe(200);
    const filler = join(folder, "filler");
    spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=4k"]);
    await until(async () => (await ready()).status === 503, 15_000);
    expect(await (await ready()).json()).toMatchObject({
      status: "failed",
      // The database goes on for as long as the log that it reserved lasts; its own write is tried too.
      database: expect.stringMatching(/^(ok|failed)$/),
      storage: "failed",
      why: expect.stringContaining("disk full"),
    });
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
    writeFileSync(filler, "");
    await until(async () => (await ready()).status === 200, 15_000);
  }, 90_000);
});
