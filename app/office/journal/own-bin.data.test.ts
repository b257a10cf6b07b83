import { beforeAll, expect, test } from "vitest";
import { insertRow } from "../../../tests/database/tables.ts";
import { withDatabase } from "../../../tests/support/database/test-database.ts";
import { asStaff, asSystem } from "../../core/database/doors/doors.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { deleteNews } from "../../news/news.staff.server.ts";
import { listBin, listBinnedTables, restoreBatch } from "../../records/bin/bin.staff.server.ts";
import type { ListQuery } from "../../records/list/list-query.ts";

const [EDITOR, COLLEAGUE, ADMIN] = [newId(), newId(), newId()];
const editor = { id: EDITOR };
const colleague = { id: COLLEAGUE };
const ALL: ListQuery = { q: "", filters: {}, sort: "deleted_at", descending: true };

withDatabase(() => {
  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: EDITOR, role: "user", roles: ["editor"] });
      await insertRow(db, "profiles", { id: COLLEAGUE, role: "user", roles: ["editor"] });
      await insertRow(db, "profiles", { id: ADMIN, role: "admin" });
    }),
  );

  test("who deleted something takes it back themselves; a colleague does not even see it", async () => {
    const id = await asSystem("test", (db) => insertRow(db, "news", { title: "Finale" }));
    const { batch, count } = await asStaff(editor, (db) => deleteNews(db, [id]));
    expect(count).toBe(1);
    const seen = async (staff: Parameters<typeof asStaff>[0]) =>
      (await asStaff(staff, (db) => listBin(db, ALL))).rows.map(({ label }) => label);
    expect(await seen(editor)).toEqual(["Finale"]);
    expect(await seen(colleague)).toEqual([]);
    // Nor is there anything for them to filter by.
    expect(await asStaff(editor, listBinnedTables)).toEqual(["news"]);
    expect(await asStaff(colleague, listBinnedTables)).toEqual([]);
    expect(await seen({ id: ADMIN })).toEqual(["Finale"]);
    await expect(asStaff(colleague, (db) => restoreBatch(db, batch))).rejects.toMatchObject({
      kind: "not-found",
    });
    expect(await asStaff(editor, (db) => restoreBatch(db, batch))).toBe(1);
    expect(await seen({ id: ADMIN })).toEqual([]);
  });
});
