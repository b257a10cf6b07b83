import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { insertRow } from "../../tests/database/tables.ts";
import { withDatabase } from "../../tests/support/database/test-database.ts";
import { asStaff, asSystem, asVisitor } from "../core/database/doors/doors.server.ts";
import { newId } from "../core/secrets/id.server.ts";
import { restoreBatch } from "../records/bin/bin.staff.server.ts";
import { deletePages } from "./pages.staff.server.ts";
import { findMovedPage } from "./pages.visitor.server.ts";

// An address that a page had leads to where it is: in one step, never in a circle, never to what is not public.

const ADMIN = { id: newId() };
const find = (slug: string) => asVisitor((db) => findMovedPage(db, slug));

withDatabase((_engine, database) => {
  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN.id, role: "admin" })),
  );
  beforeEach(() => database().asOwner("delete from pages"));

  const page = (slug: string, values = {}) =>
    asSystem("test", (db) =>
      insertRow(db, "pages", { slug, title: "Ligue", status: "published", ...values }),
    );
  const move = (id: string, slug: string) =>
    asStaff(ADMIN, (db) => db.execute(sql`update pages set slug = ${slug} where id = ${id}`));

  test("leads to the present one, however often it changed", async () => {
    const id = await page("une");
    await move(id, "deux");
    await move(id, "trois");
    expect(await Promise.all(["une", "deux", "trois"].map(find))).toEqual([
      "trois",
      "trois",
      undefined,
    ]);
  });

  test("that the page takes again leads nowhere, and the one between leads to it", async () => {
    const id = await page("une");
    await move(id, "deux");
    await move(id, "une");
    expect(await find("une")).toBeUndefined();
    expect(await find("deux")).toBe("une");
  });

  test("ends when another takes it, a draft too, and two may change places", async () => {
    const id = await page("une");
    await move(id, "deux");
    const other = await page("une", { status: "draft" });
    expect(await find("une")).toBeUndefined();
    await asStaff(ADMIN, (db) =>
      db.execute(sql`update pages set status = 'published' where id = ${other}`),
    );
    await move(id, "autre");
    await move(other, "deux");
    await move(id, "une");
    expect(await Promise.all(["une", "deux", "autre"].map(find))).toEqual([
      undefined,
      undefined,
      "une",
    ]);
  });

  test("leads to nothing that is not public", async () => {
    const id = await page("une");
    await move(id, "deux");
    for (const status of ["draft", "archived"]) {
      await database().asOwner(sql`update pages set status = ${status} where id = ${id}`);
      expect(await find("une"), status).toBeUndefined();
    }
    await database().asOwner(sql`update pages set status = 'published' where id = ${id}`);
    expect(await find("une")).toBe("deux");
  });

  test("comes back from the bin with its page, unless it was taken since", async () => {
    const id = await page("une");
    await move(id, "deux");
    await move(id, "trois");
    await asStaff(ADMIN, (db) => deletePages(db, [id]));
    expect(await find("une")).toBeUndefined();
    await page("deux");
    const [{ batch } = { batch: "" }] = await database().asOwner<{ batch: string }>(
      sql`select batch from bin where entity_id = ${id}`,
    );
    await asStaff(ADMIN, (db) => restoreBatch(db, batch));
    expect(await find("une")).toBe("trois");
    expect(await find("deux")).toBeUndefined();
  });
});
