import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyOf, storageOf } from "../../app/core/storage/storage.server.ts";
import { findFile } from "../../app/files/files.staff.server.ts";
import { stemOf } from "../../app/files/files.ts";
import { clearPublicFileCache, isPublicFile } from "../../app/files/public-files.visitor.server.ts";
import { checkStore } from "../../app/files/storage/store-mark.system.server.ts";
import { sweepFiles } from "../../app/files/storage/sweep.jobs.server.ts";
import { receiveReplacement } from "../../app/files/upload/upload.server.ts";
import { emptyBin } from "../../app/records/bin/bin.jobs.server.ts";
import { restoreBatch } from "../../app/records/bin/bin.staff.server.ts";
import { streamOf } from "./samples.ts";
import {
  ADMIN,
  asAdmin,
  inDays,
  openStoreFixture,
  type StoreFixture,
  stored,
  upload,
} from "./store-fixture.ts";

// The content that a file loses to another one lies in the bin for its 30 days, like a deleted file.

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "fge-replacing-"));
afterAll(() => rmSync(process.env.DATA_DIR ?? "", { recursive: true, force: true }));

const contentOf = async (key: string) => text(await storageOf(key).read(key));

describe.each(["embedded", "server"] as const)("%s PostgreSQL", (engine) => {
  let fixture: StoreFixture;
  beforeAll(async () => {
    rmSync(join(process.env.DATA_DIR ?? "", "files"), { recursive: true, force: true });
    fixture = await openStoreFixture(engine);
    await checkStore();
  });
  afterAll(() => fixture.database.close());

  async function replaced(before: string, after: string) {
    const file = await upload(fixture, before);
    await receiveReplacement(ADMIN, streamOf(after), { id: file.id, filename: "apres.txt" });
    const [binned] = await fixture.database.asOwner<{
      batch: string;
      label: string;
      rows: [{ row: { file_url: string; id: string } }];
    }>(sql`select batch, label, rows from bin order by id desc limit 1`);
    if (!binned) throw new Error("nothing in the bin");
    const [{ row }] = binned.rows;
    return {
      file,
      batch: binned.batch,
      label: binned.label,
      id: row.id,
      key: keyOf(row.file_url) ?? "",
    };
  }

  test("it comes back from the bin as a file of its own that visitors do not read", async () => {
    const { file, batch, label, id, key } = await replaced("la bonne version", "la mauvaise");
    expect(label).toBe("note (contenu précédent)");
    expect(await contentOf(file.key)).toBe("la mauvaise");
    expect(await contentOf(key)).toBe("la bonne version");
    await asAdmin((db) => restoreBatch(db, batch));
    expect(await asAdmin((db) => findFile(db, id))).toMatchObject({
      title: label,
      is_public: false,
      file_size: "la bonne version".length,
      filename: key.slice("uploads/".length),
      original_filename: "note.txt",
      prepared_at: null,
    });
    clearPublicFileCache();
    expect(await isPublicFile(key)).toBe(false);
    expect(await isPublicFile(file.key)).toBe(true);
    await emptyBin(inDays(400));
    expect(await sweepFiles(inDays(400))).toBe(0);
    expect(await contentOf(key)).toBe("la bonne version");
  });

  test("it goes after 30 days, and the file that replaced it stays", async () => {
    const { file, key } = await replaced("avant", "après");
    await emptyBin(inDays(29));
    expect(await sweepFiles(inDays(29))).toBe(0);
    expect(await contentOf(key)).toBe("avant");
    await emptyBin(inDays(31));
    expect(await sweepFiles(inDays(31))).toBe(1);
    expect((await stored()).filter((one) => one.startsWith(stemOf(key)))).toEqual([]);
    expect(await contentOf(file.key)).toBe("après");
  });

  test("a replacement of another type changes nothing", async () => {
    const file = await upload(fixture, "du texte");
    const count = sql`select count(*)::int as n from bin`;
    const before = await fixture.database.asOwner(count);
    const svg = streamOf('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const work = receiveReplacement(ADMIN, svg, { id: file.id, filename: "x.svg" });
    await expect(work).rejects.toThrow("même type");
    expect(await fixture.database.asOwner(count)).toEqual(before);
    expect(await contentOf(file.key)).toBe("du texte");
  });

  test("a file whose content is lost can be replaced", async () => {
    const file = await upload(fixture, "perdu");
    await storageOf(file.key).remove(file.key);
    await receiveReplacement(ADMIN, streamOf("retrouvé"), { id: file.id, filename: "x.txt" });
    expect(await contentOf(file.key)).toBe("retrouvé");
  });
});
