import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { storageOf } from "../../app/core/storage/storage.server.ts";
import { deleteFiles } from "../../app/files/files.staff.server.ts";
import { stemOf } from "../../app/files/files.ts";
import {
  confirmRemovals,
  countWaitingRemovals,
} from "../../app/files/storage/removals.staff.server.ts";
import {
  claimRemovals,
  readRemovals,
  registerUpload,
  scheduleRemoval,
} from "../../app/files/storage/removals.system.server.ts";
import { checkStore } from "../../app/files/storage/store-mark.system.server.ts";
import { sweepFiles } from "../../app/files/storage/sweep.jobs.server.ts";
import { emptyBin } from "../../app/records/bin/bin.jobs.server.ts";
import { restoreBatch } from "../../app/records/bin/bin.staff.server.ts";
import { resourceFormSchema } from "../../app/resources/resource-schema.ts";
import { createResource, updateResource } from "../../app/resources/resources.staff.server.ts";
import { insertRow } from "../database/tables.ts";
import { enginesOf } from "../support/fuzz/repetitions.ts";

import {
  ADMIN,
  asAdmin,
  findings,
  inDays,
  openStoreFixture,
  putUnknown,
  type StoreFixture,
  stored,
  type Uploaded,
  upload,
  uploadMany,
} from "./store-fixture.ts";

/** A document of the resources, as the form gives it. */
const documentAt = (file_url: string) =>
  resourceFormSchema.parse({
    title: "Statuts",
    description: "Le texte.",
    file_url,
    file_type: "text/plain",
    category: "Documents Officiels",
  });

/** What must hold of a store and its database wherever files are kept. `clear` empties the store. */
export function removalSuite(clear: () => Promise<void> | void): void {
  describe.each(enginesOf("server"))("%s PostgreSQL", (engine) => {
    let fixture: StoreFixture;
    beforeAll(async () => {
      await clear();
      fixture = await openStoreFixture(engine);
      await checkStore();
    });
    afterAll(() => fixture.database.close());

    const removalOf = async ({ key }: { key: string }) => {
      const [row] = await fixture.database.asOwner<{ reason: string; days: number }>(sql`
        select reason, round(extract(epoch from due_at - now()) / 86400)::int as days
        from file_removals where stem = ${stemOf(key)}`);
      return row;
    };
    const remove = async (...files: Uploaded[]) =>
      (
        await asAdmin((db) =>
          deleteFiles(
            db,
            files.map(({ id }) => id),
          ),
        )
      ).batch;

    describe("a deleted file", () => {
      test("is let go with its record, keeps its 30 days in the bin, and is removed when the bin forgets it", async () => {
        const file = await upload(fixture, "supprimé");
        const other = await upload(fixture, "gardé");
        await remove(file);
        expect(await removalOf(file)).toEqual({ reason: "deleted", days: 30 });
        for (const days of [1, 29]) {
          await emptyBin(inDays(days));
          expect(await sweepFiles(inDays(days))).toBe(0);
        }
        // Its day has come, but the bin has not been emptied yet: it could still come back.
        expect(await sweepFiles(inDays(31))).toBe(0);
        expect(await stored()).toContain(file.key);
        await emptyBin(inDays(31));
        expect(await sweepFiles(inDays(31))).toBe(1);
        expect(await stored()).not.toContain(file.key);
        expect(await stored()).toContain(other.key);
      });

      test("that comes back from the bin is nobody's to remove, ever", async () => {
        const file = await upload(fixture, "revenu");
        const batch = await remove(file);
        await asAdmin((db) => restoreBatch(db, batch));
        expect(await removalOf(file)).toBeUndefined();
        await emptyBin(inDays(400));
        await sweepFiles(inDays(400));
        expect(await stored()).toContain(file.key);
      });

      test("that was deleted past the bin has 30 days too", async () => {
        const file = await upload(fixture, "effacé en SQL");
        await fixture.database.asOwner(sql`delete from static_files where id = ${file.id}`);
        expect(await removalOf(file)).toEqual({ reason: "deleted", days: 30 });
        expect(await sweepFiles(inDays(29))).toBe(0);
        expect(await sweepFiles(inDays(31))).toBe(1);
      });

      test.each([
        ["an article's text", "news", { content: "Voir ![](#) ici." }],
        ["a smaller version in a setting", "site_settings", { setting_value: "#" }],
        ["a section's settings", "page_sections", { settings: { images: ["#"] } }],
        ["a deleted article", "bin", { rows: [{ table: "news", row: { image_url: "#" } }] }],
      ])("that %s names stays, and goes 30 days after", async (_place, table, values) => {
        const file = await upload(fixture, "nommé");
        const smaller = file.url.replace(".txt", "-640.webp");
        const named = JSON.parse(JSON.stringify(values).replaceAll("#", smaller));
        const page_id = await asSystem("test", (db) => insertRow(db, "pages"));
        const own = table === "page_sections" ? { page_id, ...named } : named;
        const id = await asSystem("test", (db) => insertRow(db, table, own));
        await fixture.database.asOwner(sql`delete from static_files where id = ${file.id}`);
        expect(await sweepFiles(inDays(31))).toBe(0);
        expect(await stored()).toContain(file.key);
        await fixture.database.asOwner(sql`delete from ${sql.identifier(table)} where id = ${id}`);
        expect(await sweepFiles(inDays(31))).toBe(table === "bin" ? 1 : 0);
        expect(await sweepFiles(inDays(62))).toBe(table === "bin" ? 0 : 1);
      });

      test("whose content another record shares stays with it", async () => {
        const file = await upload(fixture, "partagé");
        await asSystem("test", (db) => insertRow(db, "static_files", { file_url: file.url }));
        await fixture.database.asOwner(sql`delete from static_files where id = ${file.id}`);
        expect(await sweepFiles(inDays(400))).toBe(0);
        expect(await stored()).toContain(file.key);
        await fixture.database.asOwner(sql`delete from static_files where file_url = ${file.url}`);
        expect(await sweepFiles(inDays(31))).toBe(1);
      });
    });

    test("a document that gets another address lets its file go, and takes it back with the old address", async () => {
      const file = await upload(fixture, "document");
      const id = await asAdmin((db) => createResource(db, documentAt(file.url)));
      await asAdmin((db) => updateResource(db, id, documentAt("https://example.org/statuts.pdf")));
      expect(await removalOf(file)).toEqual({ reason: "deleted", days: 30 });
      await asAdmin((db) => updateResource(db, id, documentAt(file.url)));
      expect(await removalOf(file)).toBeUndefined();
      expect(await sweepFiles(inDays(400))).toBe(0);
      expect(await stored()).toContain(file.key);
    });

    test("the cover of a document goes with it", async () => {
      const file = await upload(fixture, "document");
      const cover = `${stemOf(file.key)}-cover.webp`;
      await putUnknown(cover);
      await putUnknown(`${stemOf(file.key)}-cover-160.webp`);
      await fixture.database.asOwner(
        sql`update static_files set cover_url = ${`/files/${cover}`} where id = ${file.id}`,
      );
      expect(await sweepFiles(inDays(400))).toBe(0);
      await fixture.database.asOwner(sql`delete from static_files where id = ${file.id}`);
      expect(await sweepFiles(inDays(31))).toBe(1);
      expect((await stored()).filter((key) => key.startsWith(stemOf(file.key)))).toEqual([]);
    });

    test("what belongs to a person who is erased goes at once, however much it is", async () => {
      const files = await uploadMany(fixture, 22);
      const batch = await remove(...files);
      await asSystem("test", async (db) => {
        await db.execute(sql`delete from bin where batch = ${batch}`);
        for (const { key } of files) await scheduleRemoval(db, stemOf(key), "erased");
      });
      expect(await sweepFiles()).toBe(22);
      const keys = await stored();
      for (const { key } of files) expect(keys).not.toContain(key);
    });

    test("more than a handful waits for a person, who is shown how many and how much", async () => {
      const files = await uploadMany(fixture, 21);
      await fixture.database.asOwner(
        sql`delete from static_files where id in ${files.map(({ id }) => id)}`,
      );
      expect(await sweepFiles(inDays(31))).toBe(0);
      expect(await asAdmin(countWaitingRemovals)).toEqual({
        files: 21,
        bytes: files.reduce((sum, _file, number) => sum + `note ${number}`.length, 0),
      });
      // Asked once, it goes on waiting, even when fewer are left of it.
      const [first] = files;
      await asSystem("test", (db) => insertRow(db, "static_files", { file_url: first?.url }));
      await asSystem("test", (db) => insertRow(db, "static_files", { file_url: files[1]?.url }));
      expect(await sweepFiles(inDays(31))).toBe(0);
      const hasty = asAdmin((db) => confirmRemovals(db, 21));
      await expect(hasty).rejects.toMatchObject({ kind: "conflict" });
      expect(await sweepFiles(inDays(31))).toBe(0);

      const messages: string[] = [];
      const { engine: raw } = fixture.database;
      await raw.listen(
        "job_due",
        (job) => messages.push(job),
        () => {},
      );
      expect(await asAdmin((db) => confirmRemovals(db, 19))).toMatchObject({ files: 19 });
      const [log] = await fixture.database.asOwner(
        sql`select staff_id, label from audit_log join audit_values using (id) where action = 'file_removals.agree'`,
      );
      expect(log).toMatchObject({
        staff_id: ADMIN.id,
        label: expect.stringMatching(/^19 fichiers, /),
      });
      expect(await sweepFiles(inDays(31))).toBe(19);
      const keys = await stored();
      for (const [number, { key }] of files.entries()) {
        if (number < 2) expect(keys).toContain(key);
        else expect(keys).not.toContain(key);
      }
      expect(await asAdmin(countWaitingRemovals)).toEqual({ files: 0, bytes: 0 });
    });

    describe("an upload that a dying process left", () => {
      test("is removed an hour after, and never becomes a record of nothing", async () => {
        const key = `uploads/${newId()}.txt`;
        await registerUpload(stemOf(key));
        await putUnknown(key);
        expect(await sweepFiles()).toBe(0);
        const [removal] = (await readRemovals(new Date())).filter(
          ({ stem }) => stem === stemOf(key),
        );
        if (!removal) throw new Error("not noted");
        // The sweep has taken it when its process, which only slept, comes to record it.
        expect(await claimRemovals([removal], new Date())).toHaveLength(1);
        const values = asAdmin((db) => createResource(db, documentAt(`/files/${key}`)));
        await expect(values).rejects.toMatchObject({ field: "file_url" });
        const late = asSystem("test", (db) =>
          insertRow(db, "static_files", { file_url: `/files/${key}` }),
        );
        await expect(late).rejects.toThrow();
        // The process that took it died as well.
        expect(await sweepFiles(inDays(1))).toBe(1);
        expect(await stored()).not.toContain(key);
      });

      test("that was recorded after all is not taken any more", async () => {
        const key = `uploads/${newId()}.txt`;
        await registerUpload(stemOf(key));
        await putUnknown(key);
        const removals = await readRemovals(new Date());
        const [removal] = removals.filter(({ stem }) => stem === stemOf(key));
        await asSystem("test", (db) =>
          insertRow(db, "static_files", { file_url: `/files/${key}` }),
        );
        expect(await claimRemovals(removal ? [removal] : [], inDays(1))).toEqual([]);
        expect(await sweepFiles(inDays(1))).toBe(0);
        expect(await stored()).toContain(key);
      });
    });

    test("what nobody knows is counted and left, for ever", async () => {
      const before = (await findings(fixture))?.findings?.unknown.files ?? 0;
      const theirs = ["uploads/vacances/photo 1.jpg", "uploads/dump.sql", "uploads/x-640.webp"];
      for (const key of theirs) await putUnknown(key);
      for (const days of [0, 1, 40, 400]) expect(await sweepFiles(inDays(days))).toBe(0);
      for (const key of theirs) expect(await stored()).toContain(key);
      const { unknown } = (await findings(fixture))?.findings ?? {};
      expect((unknown?.files ?? 0) - before).toBe(3);
      expect(unknown?.bytes).toBeGreaterThan(30);
      expect(Date.now() - Date.parse(unknown?.oldest ?? "")).toBeLessThan(5 * 60_000);
      for (const key of theirs) await storageOf(key).remove(key);
    });

    test("a record whose file is gone is counted", async () => {
      const file = await upload(fixture, "perdu");
      await sweepFiles(inDays(0.1));
      const before = (await findings(fixture))?.findings?.missing ?? 0;
      await storageOf(file.key).remove(file.key);
      await sweepFiles();
      expect((await findings(fixture))?.findings?.missing).toBe(before + 1);
    });
  });
}
