import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { startApp } from "../../app/core/app.ts";
import {
  asStaff,
  asSystem,
  asVisitor,
  type StaffDb,
} from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { findUses } from "../../app/files/admin/usage.server.ts";
import { binPreviousContent } from "../../app/files/files.staff.server.ts";
import { undoBatch } from "../../app/office/journal/undo.staff.server.ts";
import { findUsage } from "../../app/office/links/file-usage.staff.server.ts";
import { restoreBatch } from "../../app/records/bin/bin.staff.server.ts";
import { findUndoableBatch } from "../../app/records/history/audit.staff.server.ts";
import {
  addToMediaKit,
  listMediaKit,
  listOutsideMediaKit,
  moveInMediaKit,
  removeFromMediaKit,
} from "../../app/resources/media-kit.staff.server.ts";
import { MEDIA_KIT, resourceAddress } from "../../app/resources/resources.office.ts";
import {
  deleteResources,
  publishResources,
  unpublishResources,
} from "../../app/resources/resources.staff.server.ts";
import { listMediaKitDocuments } from "../../app/resources/resources.ts";
import { listResources } from "../../app/resources/resources.visitor.server.ts";
import { insertParents, insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);

withDatabase((_engine, database) => {
  let category_id = "";
  beforeAll(async () => {
    startApp({ findUsage });
    await asSystem("test", async (db) => {
      await insertParents(db);
      await insertRow(db, "profiles", { id: ADMIN, role: "admin" });
      category_id = await insertRow(db, "file_categories", { name: "Presse" });
    });
  });
  beforeEach(() => database().asOwner("delete from static_files"));
  const add = (title: string, values: object = {}) =>
    asSystem("test", (db) =>
      insertRow(db, "static_files", {
        title,
        category_id,
        is_resource: true,
        is_public: true,
        file_url: `/files/uploads/${newId()}.pdf`,
        ...values,
      }),
    );
  const choose = (...ids: string[]) =>
    asAdmin(async (db) => {
      for (const id of ids) await addToMediaKit(db, id);
    });
  const chosen = async () => (await asAdmin(listMediaKit)).map(({ title }) => title);
  const shown = async () =>
    listMediaKitDocuments(await asVisitor(listResources)).map(({ title }) => title);

  test("visitors get what was chosen, in its order, and of that what is public now", async () => {
    const [a, b, c] = [await add("A"), await add("B"), await add("C")];
    await add("Kit média", { tags: ["kit média"] });
    await choose(c, a, b);
    expect(await shown()).toEqual(["C", "A", "B"]);
    await asAdmin((db) => moveInMediaKit(db, b, "up"));
    await asAdmin((db) => moveInMediaKit(db, b, "up"));
    expect(await asAdmin((db) => moveInMediaKit(db, b, "up"))).toBe(false);
    expect(await shown()).toEqual(["B", "C", "A"]);
    await asAdmin((db) => unpublishResources(db, [c]));
    expect(await shown()).toEqual(["B", "A"]);
    expect(await chosen()).toEqual(["B", "C", "A"]);
    await asAdmin((db) => publishResources(db, [c]));
    expect(await shown()).toEqual(["B", "C", "A"]);
    await asAdmin((db) => removeFromMediaKit(db, [c, newId()]));
    expect(await shown()).toEqual(["B", "A"]);
    expect((await asAdmin(listOutsideMediaKit)).map(({ title }) => title)).toEqual([
      "C",
      "Kit média",
    ]);
  });

  test("a document that is deleted is gone from it, and takes its place again from the bin", async () => {
    const [a, b] = [await add("A"), await add("B")];
    await choose(a, b);
    const { batch } = await asAdmin((db) => deleteResources(db, [a]));
    expect(await shown()).toEqual(["B"]);
    await choose(await add("C"));
    await asAdmin((db) => restoreBatch(db, batch));
    expect(await shown()).toEqual(["A", "B", "C"]);
  });

  test("two that share a place are still put in order", async () => {
    const [a, b] = [await add("A", { media_kit_place: 4 }), await add("B", { media_kit_place: 4 })];
    const last = (await chosen())[0] === "A" ? b : a;
    await asAdmin((db) => moveInMediaKit(db, last, "up"));
    expect((await chosen())[0]).toBe(last === a ? "A" : "B");
  });

  test("what was added, moved or taken out by mistake is undone from its message", async () => {
    const [a, b] = [await add("A"), await add("B")];
    await choose(a, b);
    const undo = async (work: (db: StaffDb) => Promise<unknown>) => {
      const act = await asAdmin(async (db) => {
        await work(db);
        return findUndoableBatch(db) ?? "";
      });
      await asAdmin((db) => undoBatch(db, act));
    };
    await undo((db) => moveInMediaKit(db, b, "up"));
    expect(await chosen()).toEqual(["A", "B"]);
    await undo((db) => removeFromMediaKit(db, [a]));
    expect(await chosen()).toEqual(["A", "B"]);
    const c = await add("C");
    await undo((db) => addToMediaKit(db, c));
    expect(await chosen()).toEqual(["A", "B"]);
  });

  test("its files are used there, whether visitors see them or not", async () => {
    const id = await add("Logos", { is_public: false });
    const [row] = (await database().asOwner(
      sql`select id, file_url from static_files where id = ${id}`,
    )) as { id: string; file_url: string }[];
    if (!row) throw new Error("no file");
    const uses = () => asAdmin((db) => findUses(db, [row], resourceAddress));
    expect(await uses()).toEqual({});
    await choose(id);
    expect(await uses()).toEqual({
      [id]: [{ where: "Kit média", label: "Logos", to: MEDIA_KIT }],
    });
    await asAdmin((db) => removeFromMediaKit(db, [id]));
    expect(await uses()).toEqual({});
  });

  test("the content that a file had before stands in no kit", async () => {
    const id = await add("Logos");
    await choose(id);
    const batch = await asAdmin((db) =>
      binPreviousContent(db, id, `/files/uploads/${newId()}.pdf`),
    );
    await asAdmin((db) => restoreBatch(db, batch));
    expect(await chosen()).toEqual(["Logos"]);
  });

  test.each([
    ["nothing of that id", async () => newId()],
    ["no id at all", async () => "'; drop table static_files; --"],
    ["an upload that is no resource", () => add("Photo", { is_resource: false })],
  ])("%s is refused beside its field", async (_what, make) => {
    const id = await make();
    await expect(choose(id)).rejects.toMatchObject({
      field: "document",
      message: expect.stringContaining("n’existe plus"),
    });
    expect(await chosen()).toEqual([]);
  });

  test("nothing is in it twice, and not more than a card can show", async () => {
    const id = await add("A");
    await choose(id);
    await expect(choose(id)).rejects.toMatchObject({ message: expect.stringContaining("déjà") });
    for (let place = 2; place <= 20; place += 1) await add(`D${place}`, { media_kit_place: place });
    const more = choose(await add("Trop"));
    await expect(more).rejects.toMatchObject({ message: "Au plus 20 documents dans le kit média" });
  });

  test("what somebody took out meanwhile is not moved back into it", async () => {
    const [a, b] = [await add("A"), await add("B")];
    await choose(a, b);
    await asAdmin((db) => removeFromMediaKit(db, [b]));
    await expect(asAdmin((db) => moveInMediaKit(db, b, "up"))).rejects.toMatchObject({
      kind: "conflict",
    });
    expect(await chosen()).toEqual(["A"]);
  });

  test("two who add at once both find theirs in it", async () => {
    const ids = await Promise.all(["A", "B", "C"].map((title) => add(title)));
    await Promise.all(ids.map((id) => choose(id)));
    expect((await chosen()).toSorted()).toEqual(["A", "B", "C"]);
  });
});
