import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import type { Storage } from "../../app/core/storage/storage.server.ts";
import { s3Storage } from "../../app/core/storage/storage-s3.server.ts";
import { StoreFullError } from "../../app/core/values/errors.ts";
import {
  advanceTurn,
  compareMark,
  fillStore,
  findForeignStore,
} from "../../app/files/storage/store-mark.system.server.ts";
import { insertRow } from "../database/tables.ts";
import { repetitions } from "../support/fuzz/repetitions.ts";
import { freePort } from "../support/product/product.ts";
import { makeS3Server, S3_KEYS } from "../support/s3-server.ts";
import { removalSuite } from "./removals-suite.ts";
import { openStoreFixture } from "./store-fixture.ts";
import { wrongDatabaseSuite } from "./wrong-database-suite.ts";

const folder = mkdtempSync(join(tmpdir(), "fge-removals-s3-"));
const port = await freePort();
const store = { endpoint: `http://127.0.0.1:${port}`, bucket: "shared", ...S3_KEYS };
Object.assign(process.env, {
  DATA_DIR: join(folder, "data"),
  S3_ENDPOINT: store.endpoint,
  S3_BUCKET: store.bucket,
  S3_ACCESS_KEY: S3_KEYS.accessKeyId,
  S3_SECRET_KEY: S3_KEYS.secretAccessKey,
  S3_PREFIX: "site/fge/",
});

const server = makeS3Server({ directory: join(folder, "s3"), buckets: ["shared"], port });
/** The whole bucket, and the part of it that is ours. */
const bucket = s3Storage(store);
const ours = s3Storage({ ...store, prefix: "site/fge/" });
const local = join(folder, "local");
const all = async (storage: Storage, prefix: string) => {
  const result: string[] = [];
  for await (const { key } of storage.list(prefix)) result.push(key);
  return result.sort();
};

/** What others keep in the same bucket, under names that could be ours. */
const THEIRS = [
  "uploads/a.jpg",
  "backups/site.dump",
  "site/uploads/b.jpg",
  "site/fge-2/uploads/c.jpg",
];

beforeAll(async () => {
  await server.run();
  writeFileSync(local, "theirs");
  for (const key of THEIRS) await bucket.put(key, local, "text/plain");
});
afterAll(async () => {
  // Whatever was removed in this file was ours.
  for (const key of THEIRS) expect(await bucket.info(key), key).toBeDefined();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const clear = async () => {
  for (const key of await all(ours, "uploads/")) await ours.remove(key);
};
removalSuite(clear);
wrongDatabaseSuite(clear);

describe("a bucket", () => {
  test("that others share shows us our folder alone", async () => {
    expect(await all(bucket, "site/")).toEqual(
      expect.arrayContaining(["site/uploads/b.jpg", "site/fge-2/uploads/c.jpg"]),
    );
    for (const key of await all(ours, "uploads/")) expect(key).toMatch(/^uploads\//);
    expect(await ours.info("uploads/c.jpg")).toBeUndefined();
    const other = s3Storage({ ...store, prefix: "site/fge-2/" });
    expect(await all(other, "uploads/")).toEqual(["uploads/c.jpg"]);
  });

  test("of two databases that come at once, one is refused at the latest when it looks again", async () => {
    for (let round = 0; round < repetitions(3, 30); round++) {
      const place = s3Storage({ ...store, prefix: `race-${round}/` });
      const own = [newId(), newId()].map((id) => async () => ({ id, turn: 0 }));
      await Promise.all(own.map((one) => compareMark(place, one)));
      const states = await Promise.all(own.map((one) => compareMark(place, one)));
      expect(states.sort()).toEqual(["foreign", "ours"]);
    }
  });
});

test("a bucket that takes the place of the data folder is filled by one command, which may be run again", async () => {
  // An upload of the tests before would mark the empty bucket a little later.
  await advanceTurn();
  await clear();
  await ours.remove(ours.mark);
  const site = await openStoreFixture("embedded");
  try {
    const uploads = join(folder, "data/files/uploads");
    mkdirSync(uploads, { recursive: true });
    for (const name of ["a.jpg", "b.pdf"]) {
      writeFileSync(join(uploads, name), name);
      const file_url = `/files/uploads/${name}`;
      await asSystem("test", (db) => insertRow(db, "static_files", { file_url }));
    }
    expect((await findForeignStore())?.message).toContain("npm run admin -- fill-store");
    expect(await fillStore()).toBe(2);
    expect(await findForeignStore()).toBeUndefined();
    expect(await all(ours, "uploads/")).toEqual(
      expect.arrayContaining(["uploads/a.jpg", "uploads/b.pdf"]),
    );
    expect(await fillStore()).toBe(0);
  } finally {
    await site.database.close();
    await clear();
    await ours.remove(ours.mark);
  }
});

describe("a store that answers with an error", () => {
  let failing: Server;
  let answer = { status: 500, code: "InternalError" };
  let unwell: Storage;
  beforeAll(async () => {
    failing = createServer((request, response) => {
      request.resume();
      const words = `<?xml version="1.0"?><Error><Code>${answer.code}</Code></Error>`;
      response.writeHead(answer.status, { "content-type": "application/xml" }).end(words);
    });
    const at = await freePort();
    await new Promise<void>((resolve) => failing.listen(at, "127.0.0.1", resolve));
    unwell = s3Storage({ ...store, endpoint: `http://127.0.0.1:${at}` });
  });
  afterAll(() => new Promise((closed) => failing.close(closed)));

  test("is full when it says so, in whatever words", async () => {
    for (const [status, code] of [
      [507, "InsufficientStorage"],
      [403, "QuotaExceeded"],
      [400, "XMinioStorageFull"],
    ] as const) {
      answer = { status, code };
      const put = unwell.put("uploads/a.txt", local, "text/plain");
      await expect(put, code).rejects.toBeInstanceOf(StoreFullError);
    }
  });

  test.each([
    [503, "SlowDown"],
    [403, "AccessDenied"],
    [404, "NoSuchBucket"],
  ])(
    "is away when it says %s %s",
    async (status, code) => {
      answer = { status, code };
      const away = { kind: "unavailable" };
      await expect(unwell.put("uploads/a.txt", local, "text/plain")).rejects.toMatchObject(away);
      await expect(all(unwell, "uploads/")).rejects.toMatchObject(away);
      await expect(
        compareMark(unwell, async () => ({ id: newId(), turn: 0 })),
      ).rejects.toMatchObject(away);
    },
    30_000,
  );
});
