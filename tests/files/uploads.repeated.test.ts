import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { keyOf, storageOf } from "../../app/core/storage/storage.server.ts";
import { prepareFiles } from "../../app/files/file-preparation.jobs.server.ts";
import { deleteFiles } from "../../app/files/files.staff.server.ts";
import { stemOf } from "../../app/files/files.ts";
import { clearPublicFileCache, isPublicFile } from "../../app/files/public-files.visitor.server.ts";
import { registerUpload } from "../../app/files/storage/removals.system.server.ts";
import { sweepFiles } from "../../app/files/storage/sweep.jobs.server.ts";
import {
  receiveReplacement,
  receiveUpload,
  type Step,
  uploadSchema,
} from "../../app/files/upload/upload.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { repetitions } from "../support/fuzz/repetitions.ts";
import { photograph, streamOf } from "./samples.ts";

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "fge-uploads-"));
afterAll(() => rmSync(process.env.DATA_DIR ?? "", { recursive: true, force: true }));

const ADMIN = { id: newId() };
const LATER = () => new Date(Date.now() + 2 * 3_600_000);

withDatabase((_engine, database) => {
  let category_id = "";
  beforeAll(async () => {
    rmSync(join(process.env.DATA_DIR ?? "", "files"), { recursive: true, force: true });
    await asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN.id, role: "admin" });
      category_id = await insertRow(db, "file_categories");
    });
  });

  const about = (filename: string) =>
    uploadSchema.parse({ category_id, filename, is_public: "on" });
  async function upload(bytes: Uint8Array | string, filename: string): Promise<Step[]> {
    const steps: Step[] = [];
    for await (const step of receiveUpload(ADMIN, streamOf(bytes), about(filename)))
      steps.push(step);
    return steps;
  }
  const stored = async () => {
    const keys: string[] = [];
    for await (const { key } of storageOf("uploads/").list("uploads/")) keys.push(key);
    return keys.sort();
  };
  const recorded = async () => {
    const rows = await database().asOwner<{ url: string }>(
      sql`select file_url as url from static_files where file_url like '/files/uploads/%'`,
    );
    return rows.map(({ url }) => keyOf(url)).sort();
  };
  const done = (steps: Step[]) => steps.at(-1) as Extract<Step, { progress: 100 }>;

  test("a picture goes 50, 75, 100; then its smaller versions and nothing else are there", async () => {
    const steps = await upload(await photograph(1_600, 20), "Finale.jpg");
    expect(steps).toMatchObject([{ progress: 50 }, { progress: 75 }, { progress: 100 }]);
    await prepareFiles();
    const own = (await stored()).filter((key) =>
      key.startsWith(keyOf(done(steps).url)?.slice(0, -4) ?? "?"),
    );
    // The picture, two formats in five widths, and the card for sharing.
    expect(own).toHaveLength(12);
    expect(await sweepFiles(LATER())).toBe(0);
  });

  test("many files in one go: three refused, the rest there, and nothing in between", async () => {
    const COUNT = repetitions(50, 500);
    const before = (await stored()).length;
    const heap = () => {
      globalThis.gc?.();
      return process.memoryUsage().heapUsed;
    };
    const start = heap();
    const bad: Record<number, [string, Uint8Array | string]> = {
      [COUNT / 10]: ["limite.txt", Buffer.alloc(25 * 1024 ** 2, "a")],
      [COUNT / 5]: ["grand.txt", Buffer.alloc(26 * 1024 ** 2, "a")],
      [(COUNT * 2) / 5]: ["faux.jpg", "<html>"],
      [(COUNT * 3) / 5]: ["vide.txt", ""],
    };
    let refused = 0;
    for (let number = 0; number < COUNT; number++) {
      const [name, bytes] = bad[number] ?? [`note-${number}.txt`, `note ${number}`];
      const last = (await upload(bytes, name)).at(-1) as Step;
      if ("refused" in last) refused += 1;
      else expect(last).toMatchObject({ progress: 100 });
    }
    expect(refused).toBe(3);
    expect((await stored()).length - before).toBe(COUNT - 3);
    expect((heap() - start) / 1024 ** 2).toBeLessThan(60);
  }, 120_000);

  test("an upload that is given up leaves neither file nor record", async () => {
    const [files, rows] = [await stored(), await recorded()];
    const steps = receiveUpload(ADMIN, streamOf("une note"), about("note.txt"));
    await steps.next();
    await steps.return(undefined);
    expect(await stored()).toEqual(files);
    expect(await recorded()).toEqual(rows);
  });

  test("what a process that died left behind is removed, what is in use, in the bin or unknown stays", async () => {
    const cached = done(await upload("à garder", "garder.txt"));
    const missing = done(await upload("à jeter", "jeter.txt"));
    await asStaff(ADMIN, (db) => deleteFiles(db, [missing.id]));
    const local = join(process.env.DATA_DIR ?? "", "local");
    writeFileSync(local, "orphan");
    const [left, unknown] = [newId(), newId()].map((id) => `uploads/${id}.txt`) as [string, string];
    await registerUpload(stemOf(left));
    for (const key of [left, unknown]) await storageOf(key).put(key, local, "text/plain");
    expect(await sweepFiles()).toBe(0);
    expect(await sweepFiles(LATER())).toBe(1);
    const keys = await stored();
    expect(keys).toContain(keyOf(cached.url));
    expect(keys).toContain(keyOf(missing.url));
    expect(keys).toContain(unknown);
    expect(keys).not.toContain(left);
    for (const key of await recorded()) expect(keys).toContain(key);
  });

  test("visitors read an upload while its record is there and public", async () => {
    const { id, url } = done(await upload("public", "public.txt"));
    const key = keyOf(url) ?? "";
    clearPublicFileCache();
    expect(await isPublicFile(key)).toBe(true);
    await asStaff(ADMIN, (db) => deleteFiles(db, [id]));
    clearPublicFileCache();
    expect(await isPublicFile(key)).toBe(false);
  });

  test("a replacement keeps the address, and must be of the same type", async () => {
    const { id, url } = done(await upload("avant", "texte.txt"));
    const key = keyOf(url) ?? "";
    const request = { id, filename: "apres.txt" };
    await receiveReplacement(ADMIN, streamOf("bien après"), request);
    expect(await storageOf(key).info(key)).toMatchObject({ size: Buffer.byteLength("bien après") });
    const other = receiveReplacement(ADMIN, streamOf(await photograph(40, 30)), request);
    await expect(other).rejects.toThrow("même type");
  });
});
