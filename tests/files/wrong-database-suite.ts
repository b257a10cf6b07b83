import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { storageOf } from "../../app/core/storage/storage.server.ts";
import { deleteFiles } from "../../app/files/files.staff.server.ts";
import { stemOf } from "../../app/files/files.ts";
import { countWaitingRemovals } from "../../app/files/storage/removals.staff.server.ts";
import { registerUpload } from "../../app/files/storage/removals.system.server.ts";
import {
  adoptStore,
  checkStore,
  findForeignStore,
} from "../../app/files/storage/store-mark.system.server.ts";
import { sweepFiles } from "../../app/files/storage/sweep.jobs.server.ts";
import { emptyBin } from "../../app/records/bin/bin.jobs.server.ts";
import { restoreBatch } from "../../app/records/bin/bin.staff.server.ts";
import { insertRow } from "../database/tables.ts";
import { enginesOf, repetitions } from "../support/fuzz/repetitions.ts";

import {
  asAdmin,
  backUp,
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

/** More than what the sweep removes without asking. */
const COUNT = repetitions(25, 50);

/** What must hold of a store beside a database that is not its own, or is an older one. `clear` empties the store. */
export function wrongDatabaseSuite(clear: () => Promise<void> | void): void {
  describe.each(enginesOf("server"))("beside many uploads, on %s", (engine) => {
    let own: StoreFixture;
    let files: Uploaded[];
    beforeAll(async () => {
      await clear();
      own = await openStoreFixture(engine);
      await checkStore();
    });
    afterAll(() => own.database.close());

    const allThere = async () => {
      const keys = await stored();
      for (const { key } of files) expect(keys).toContain(key);
    };

    test("an older database removes nothing without a person, whatever it believes to have let go", async () => {
      const early = await upload(own, "d’abord à la corbeille");
      const batch = (await asAdmin((db) => deleteFiles(db, [early.id]))).batch;
      // The backup is made while one upload is under way.
      const key = `uploads/${newId()}.txt`;
      await registerUpload(stemOf(key));
      const restore = await backUp(own.database);
      await putUnknown(key);
      await asSystem("test", (db) => insertRow(db, "static_files", { file_url: `/files/${key}` }));
      await asAdmin((db) => restoreBatch(db, batch));
      files = [early, { id: "", url: "", key }, ...(await uploadMany(own, COUNT))];
      await sweepFiles();
      await restore();
      expect(await checkStore()).toBe("older");
      expect(await findForeignStore()).toBeUndefined();
      for (const days of [0, 1, 31, 400]) {
        await emptyBin(inDays(days));
        expect(await sweepFiles(inDays(days))).toBe(0);
        await allThere();
      }
      expect(await findings(own)).toMatchObject({
        state: "older",
        findings: { unknown: { files: COUNT } },
      });
      expect(await asAdmin(countWaitingRemovals)).toMatchObject({ files: 2 });
      // Uploading goes on, and does not hide from the next look that the database is older.
      files.push(await upload(own, "après"));
      expect(await checkStore()).toBe("older");
      expect(await adoptStore()).toBe("older");
      expect(await checkStore()).toBe("ours");
    });

    test("an empty or another database is refused with one line; adopting removes nothing either", async () => {
      const before = await stored();
      const other = await openStoreFixture(engine);
      try {
        const refusal = await findForeignStore();
        expect(refusal?.message).toMatch(/^[^\n]*npm run admin -- adopt-store[^\n]*$/);
        expect(refusal?.constructor.name).toBe("ForeignStoreError");
        for (const days of [0, 31, 400]) expect(await sweepFiles(inDays(days))).toBe(0);
        expect(await findings(other)).toMatchObject({ state: "foreign" });
        expect(await adoptStore()).toBe("foreign");
        expect(await findForeignStore()).toBeUndefined();
        for (const days of [0, 31, 400]) expect(await sweepFiles(inDays(days))).toBe(0);
        expect((await findings(other))?.findings?.unknown.files).toBe(before.length);
        own.enter();
        expect(await findForeignStore()).toBeDefined();
        expect(await sweepFiles(inDays(400))).toBe(0);
        expect(await stored()).toEqual(before);
        await adoptStore();
      } finally {
        await other.database.close();
        own.enter();
      }
    });

    test("a store that has lost its mark is adopted, and what is due waits for the next time", async () => {
      const [missing] = files.slice(-1);
      await own.database.asOwner(sql`delete from static_files where id = ${missing?.id}`);
      const store = storageOf("uploads/");
      await store.remove(store.mark);
      expect(await sweepFiles(inDays(31))).toBe(0);
      expect(await findings(own)).toMatchObject({ state: "adopted" });
      await allThere();
    });

    test("a mark that cannot be read is nobody's to overwrite", async () => {
      const store = storageOf("uploads/");
      await store.write(store.mark, "{");
      expect(await findForeignStore()).toBeDefined();
      expect(await sweepFiles(inDays(400))).toBe(0);
      await allThere();
      await adoptStore();
    });
  });
}
