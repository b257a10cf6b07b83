import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type S3rver from "@20minutes/s3rver";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMINISTRATOR } from "../../support/browser/office.ts";
import { exampleAddress, mappedRoutes } from "../../support/browser/site-map.ts";
import { CUTS, cutRead } from "../../support/database/cut-reads.ts";
import { type PostgresServer, startPostgres } from "../../support/database/postgres-server.ts";
import { leftOpen, openThings } from "../../support/product/descriptors.ts";
import { type Product, startProduct } from "../../support/product/product.ts";
import { StaffClient } from "../../support/product/staff-client.ts";
import { makeS3Server, S3_KEYS } from "../../support/s3-server.ts";

// Whoever asks for the head of an answer, or goes away in the middle of it, leaves nothing open. Every
// route of the site map is tried, and what streams is tried with files that do not fit on the line.

const MB = 1024 ** 2;
const routes = (await mappedRoutes()).map(({ pattern }) => exampleAddress(pattern));
/** With a store that speaks S3, the database is a server too: whatever is not in the process itself. */
const STANDS_ON = ["itself", "a store that speaks S3 and a PostgreSQL server"] as const;

describe.each(STANDS_ON)("a product that stands on %s", (ground) => {
  const folder = mkdtempSync(join(tmpdir(), "fge-s3-"));
  let store: S3rver | undefined;
  let postgres: PostgresServer | undefined;
  let product: Product;
  let staff: StaffClient;
  let streams: string[];

  beforeAll(async () => {
    product = await startProduct({
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      ...(ground === "itself" ? {} : await startGround()),
    });
    staff = await StaffClient.signIn(product.url);
    const large = randomBytes(15 * MB).toString("base64");
    const { id, url } = await staff.uploaded(large, "grand.txt");
    const message = { description: "Un grand document.", category: "Documents Officiels" };
    const kind = { file_type: "text/plain", is_public: "on" };
    await staff.post("/admin/resources/new", {
      title: "Grand",
      file_url: url,
      ...message,
      ...kind,
    });
    streams = [
      url,
      `/resources/${id}/download`,
      `/en/resources/${id}/download`,
      `/admin/files/zip?ids=${id}`,
      "/files/samples/reglement-interieur.pdf",
    ];
  });
  afterAll(async () => {
    await product?.stop();
    await store?.close();
    await postgres?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  async function startGround(): Promise<Record<string, string>> {
    store = makeS3Server({ directory: folder, buckets: ["site"] });
    const { port } = await store.run();
    postgres = await startPostgres();
    return {
      DATABASE_URL: postgres.url,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: "site",
      S3_ACCESS_KEY: S3_KEYS.accessKeyId,
      S3_SECRET_KEY: S3_KEYS.secretAccessKey,
    };
  }

  const ask = async (address: string, method: string) => {
    const headers = { cookie: staff.cookie, connection: "close" };
    const answer = await fetch(product.url + address, { method, headers, redirect: "manual" });
    return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
  };
  const open = () => openThings(product.pid, product.dataDir).sort();

  const left = (before: readonly string[]) => leftOpen(product, before);

  test("no route leaves anything open for a HEAD or for a reader who goes", async () => {
    const addresses = [...new Set([...routes, ...streams])].filter(
      // Signing out would end the session with which the others are asked.
      (address) => address !== "/admin/logout",
    );
    for (const address of addresses) await ask(address, "GET");
    await pause(1_000);
    const before = open();
    const failures: string[] = [];
    for (const address of addresses) {
      const { status } = await ask(address, "GET");
      const head = await ask(address, "HEAD");
      if (head.status !== status || head.bytes > 0) {
        failures.push(`HEAD ${address}: ${head.status} instead of ${status}`);
      }
      const cuts = CUTS.map((cut) => cutRead(product.url, address, cut, { cookie: staff.cookie }));
      await Promise.all(cuts);
    }
    expect(failures).toEqual([]);
    expect(await left(before)).toEqual([]);
  }, 240_000);

  test("what streams leaves nothing open, whole or in part, asked for a hundred times", async () => {
    for (const address of streams) await ask(address, "GET");
    await pause(1_000);
    const before = open();
    for (const address of streams) {
      expect((await ask(address, "GET")).status, address).toBe(200);
      const cookie = { cookie: staff.cookie };
      for (let time = 0; time < 20; time++) {
        const range = time % 2 ? { range: `bytes=${time}-${5 * MB}` } : undefined;
        const cuts = CUTS.map((cut) => cutRead(product.url, address, cut, { ...cookie, ...range }));
        await Promise.all([ask(address, "HEAD"), ...cuts]);
      }
    }
    expect(await left(before)).toEqual([]);
    // The store still hands out what it has: nobody's unread answer keeps a line to it.
    for (const address of streams) expect((await ask(address, "GET")).status, address).toBe(200);
  }, 240_000);

  test("an export that is cut leaves the database to the next one", async () => {
    const exports = routes.filter((address) => address.endsWith("/export"));
    expect(exports.length).toBeGreaterThan(3);
    await staff.confirm();
    await Promise.all(
      exports.flatMap((address) =>
        CUTS.map((cut) => cutRead(product.url, address, cut, { cookie: staff.cookie })),
      ),
    );
    const began = performance.now();
    expect((await ask("/admin/members", "GET")).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(5_000);
    if (!postgres) return;
    const client = new pg.Client({ connectionString: postgres.superuserUrl });
    await client.connect();
    const { rows } = await client.query(
      "select state, query from pg_stat_activity where state like 'idle in transaction%'",
    );
    await client.end();
    expect(rows).toEqual([]);
  });
});
