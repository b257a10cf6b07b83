import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type S3rver from "@20minutes/s3rver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Storage } from "../../app/core/storage/storage.server.ts";
import { diskStorage } from "../../app/core/storage/storage-disk.server.ts";
import { s3Storage } from "../../app/core/storage/storage-s3.server.ts";
import { makeS3Server, S3_KEYS } from "../support/s3-server.ts";

const folder = mkdtempSync(join(tmpdir(), "fge-storage-"));
const local = join(folder, "local");
const write = (text: string) => {
  writeFileSync(local, text);
  return local;
};
const all = async (storage: Storage, prefix: string) => {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys.sort();
};

let server: S3rver;
let bucketUrl = "";
beforeAll(async () => {
  server = makeS3Server({ directory: join(folder, "s3"), buckets: ["site"] });
  const { port } = await server.run();
  bucketUrl = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each([
  ["a folder", () => diskStorage(join(folder, "disk"))],
  [
    "a store that speaks S3",
    () =>
      s3Storage({
        endpoint: bucketUrl,
        bucket: "site",
        ...S3_KEYS,
      }),
  ],
])("%s", (_name, make) => {
  test("keeps a file, whole or by range, under its key", async () => {
    const storage = make();
    expect(await storage.info("uploads/a.txt")).toBeUndefined();
    await storage.put("uploads/a.txt", write("0123456789"), "text/plain");
    expect(await storage.info("uploads/a.txt")).toMatchObject({ size: 10 });
    expect(String(await buffer(await storage.read("uploads/a.txt")))).toBe("0123456789");
    const part = await storage.read("uploads/a.txt", { start: 2, end: 4 });
    expect(String(await buffer(part))).toBe("234");
  });

  test("puts other content in the same place, with another tag", async () => {
    const storage = make();
    await storage.put("uploads/b.txt", write("one"), "text/plain");
    const before = await storage.info("uploads/b.txt");
    await storage.put("uploads/b.txt", write("three"), "text/plain");
    const after = await storage.info("uploads/b.txt");
    expect(String(await buffer(await storage.read("uploads/b.txt")))).toBe("three");
    expect(after?.etag).not.toBe(before?.etag);
  });

  test("lists what is below a prefix, and forgets what is removed", async () => {
    const storage = make();
    await storage.put("covers/x/1.webp", write("1"), "image/webp");
    await storage.put("covers/2.webp", write("2"), "image/webp");
    expect(await all(storage, "covers/")).toEqual(["covers/2.webp", "covers/x/1.webp"]);
    await storage.remove("covers/2.webp");
    await storage.remove("covers/never-there.webp");
    expect(await all(storage, "covers/")).toEqual(["covers/x/1.webp"]);
  });
});

test("a folder shows nothing of a file that could not be written", async () => {
  const storage = diskStorage(join(folder, "disk"));
  await expect(
    storage.put("half/a.txt", join(folder, "not-there"), "text/plain"),
  ).rejects.toThrow();
  expect(readdirSync(join(folder, "disk/half"))).toEqual([]);
});
