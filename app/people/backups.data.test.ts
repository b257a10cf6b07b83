import "../../tests/mail/settings.ts";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Values } from "../../tests/database/table-expectation.ts";
import { insertRow } from "../../tests/database/tables.ts";
import { withDatabase } from "../../tests/support/database/test-database.ts";
import { asSystem } from "../core/database/doors/doors.server.ts";
import { newId } from "../core/secrets/id.server.ts";
import { readErasureFile, reapplyErasures, saveErasures } from "./erasure-file.system.server.ts";
import { eraseForStaff, readPerson } from "./people.system.server.ts";
// What an order is for is set with it.
import "../../tests/registrations/event.ts";

const ADMIN = { id: newId() };
const AISSATOU = { first_name: "Aïssatou", last_name: "Diallo", birth_date: "2001-05-04" };

withDatabase((_engine, database) => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "erasures-"));
    await asSystem("test", (db) => insertRow(db, "profiles", { ...ADMIN, role: "admin" }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const add = (table: string, values: Values) =>
    asSystem("test", (db) => insertRow(db, table, values));
  const asOwner = <Row>(statement: ReturnType<typeof sql>) =>
    database().asOwner<Row & Record<string, unknown>>(statement);
  const has = async (table: string, id: string) =>
    (await asOwner(sql`select id from ${sql.identifier(table)} where id = ${id}`)).length === 1;
  const erase = async (id: string) => eraseForStaff(ADMIN, id, (await readPerson(id))?.seen ?? "");
  const everything = async () => {
    const tables = await asOwner<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const rows: string[] = [];
    for (const { name } of tables) {
      const all = await asOwner<{ row: string }>(
        sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t`,
      );
      rows.push(...all.map(({ row }) => row));
    }
    return rows;
  };

  describe("a backup that was made before", () => {
    test("is found out, and everybody is erased again", async () => {
      const email = "restored@example.org";
      const row = { ...AISSATOU, id: newId(), email, status: "expired" };
      const partner = await add("partners", { name: "P", description: "D", contact_email: email });
      await add("members", row);
      expect(await erase(row.id)).toBe(true);
      await saveErasures(folder);
      const [line] = readErasureFile(folder).slice(-1);
      expect(line?.records).toContain(row.id);
      expect(JSON.stringify(readErasureFile(folder))).not.toMatch(/example|diallo/i);
      expect(await reapplyErasures(folder)).toBe(0);

      await asOwner(sql`delete from erasures`);
      await add("members", row);
      await asOwner(sql`update partners set contact_email = ${email} where id = ${partner}`);
      appendFileSync(join(folder, "erasures.jsonl"), '\n{"id":"cut sh');
      expect(await reapplyErasures(folder)).toBeGreaterThan(0);
      expect(await has("members", row.id)).toBe(false);
      expect((await everything()).filter((one) => one.includes(email))).toEqual([]);
      expect(await reapplyErasures(folder)).toBe(0);
      const before = readErasureFile(folder).length;
      await saveErasures(folder);
      expect(readErasureFile(folder)).toHaveLength(before);
    });

    test("somebody new at a partner stays", async () => {
      const email = "former@example.org";
      const partner = await add("partners", { name: "P", description: "D", contact_email: email });
      expect(await erase(partner)).toBe(true);
      await saveErasures(folder);
      await asOwner(sql`delete from erasures`);
      await asOwner(
        sql`update partners set contact_email = 'new@example.org' where id = ${partner}`,
      );
      await reapplyErasures(folder);
      const [now] = await asOwner(sql`select contact_email from partners where id = ${partner}`);
      expect(now).toEqual({ contact_email: "new@example.org" });
    });
  });
});
