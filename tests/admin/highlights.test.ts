import { beforeAll, expect, test } from "vitest";
import { highlightRecord } from "../../app/community/highlights.record.ts";
import { listAllHighlights, moveHighlight } from "../../app/community/highlights.staff.server.ts";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { parseListQuery } from "../../app/records/list/list-query.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";

const ADMIN = newId();
const idOf: Record<string, string> = {};

withDatabase(() => {
  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin" });
      for (const order of [1, 2, 10]) {
        for (const kind of ["partner", "player", "club"]) {
          const id = newId();
          idOf[`${kind} ${order}`] = id;
          await insertRow(db, "highlights", { id, kind, order, name: `${kind} ${order}` });
        }
      }
    }),
  );
  const names = () =>
    asStaff({ id: ADMIN }, async (db) => {
      const query = parseListQuery(highlightRecord.list, new URLSearchParams());
      return (await listAllHighlights(db, query)).rows.map(({ name }) => name);
    });

  test("cards stand by kind, each in the order of its own, and an arrow moves by one row", async () => {
    const before = ["player", "club", "partner"].flatMap((kind) =>
      [1, 2, 10].map((order) => `${kind} ${order}`),
    );
    expect(await names()).toEqual(before);
    await asStaff({ id: ADMIN }, (db) => moveHighlight(db, idOf["club 10"] ?? "", "up"));
    const after = before.with(4, "club 10").with(5, "club 2");
    expect(await names()).toEqual(after);
  });
});
