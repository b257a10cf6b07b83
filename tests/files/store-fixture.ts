import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { startApp } from "../../app/core/app.ts";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { keyOf, storageOf } from "../../app/core/storage/storage.server.ts";
import { DAY } from "../../app/core/values/durations.ts";
import { receiveUpload, type Step, uploadSchema } from "../../app/files/upload/upload.server.ts";
import { insertRow } from "../database/tables.ts";
import {
  type EngineName,
  openTestDatabase,
  type TestDatabase,
} from "../support/database/test-database.ts";
import { streamOf } from "./samples.ts";

export const inDays = (days: number) => new Date(Date.now() + days * DAY);
export const ADMIN = { id: newId() };
export const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff(ADMIN, work);

export type Uploaded = { id: string; url: string; key: string };

/** A database with an administrator and a category; the doors open it until another one is taken. */
export async function openStoreFixture(name: EngineName) {
  const database = await openTestDatabase(name);
  const category_id = await asSystem("test", async (db) => {
    await insertRow(db, "profiles", { id: ADMIN.id, role: "admin", name: "Mariama Bah" });
    return insertRow(db, "file_categories", { name: "Photos" });
  });
  return {
    database,
    category_id,
    enter: () => startApp({ database: { engine: database.engine } }),
  };
}
export type StoreFixture = Awaited<ReturnType<typeof openStoreFixture>>;

export async function upload({ category_id }: StoreFixture, text: string): Promise<Uploaded> {
  const about = uploadSchema.parse({ category_id, filename: "note.txt", is_public: "on" });
  let last: Step | undefined;
  for await (const step of receiveUpload(ADMIN, streamOf(text), about)) last = step;
  if (!last || !("id" in last)) throw new Error(JSON.stringify(last));
  return { id: last.id, url: last.url, key: keyOf(last.url) ?? "" };
}

export async function uploadMany(fixture: StoreFixture, count: number): Promise<Uploaded[]> {
  const files = [];
  for (let number = 0; number < count; number++)
    files.push(await upload(fixture, `note ${number}`));
  return files;
}

export async function stored(): Promise<string[]> {
  const store = storageOf("uploads/");
  const keys: string[] = [];
  for await (const { key } of store.list("uploads/")) if (key !== store.mark) keys.push(key);
  return keys.sort();
}

/** Puts something into the store behind the back of the database. */
export async function putUnknown(key: string): Promise<void> {
  const folder = process.env.DATA_DIR ?? "";
  mkdirSync(folder, { recursive: true });
  const local = join(folder, "local");
  writeFileSync(local, `of ${key}`);
  await storageOf(key).put(key, local, "text/plain");
}

export const findings = async ({ database }: StoreFixture) =>
  (
    await database.asOwner<{ state: string; findings: StoreContents | null }>(
      sql`select state, findings from file_stores`,
    )
  )[0];
type StoreContents = {
  files: number;
  unknown: { files: number; bytes: number; oldest: string | null };
  missing: number;
};

/** What a backup of the tables about files holds, and its restoration over what became of them since. */
const BACKED_UP = ["file_stores", "static_files", "file_removals", "bin"];
export async function backUp({ asOwner }: TestDatabase) {
  const tables = new Map<string, unknown>();
  for (const name of BACKED_UP) {
    const [row] = await asOwner<{ rows: unknown }>(
      sql`select coalesce(jsonb_agg(to_jsonb(t)), '[]') as rows from ${sql.identifier(name)} t`,
    );
    tables.set(name, row?.rows);
  }
  return async () => {
    await asOwner("alter table static_files disable trigger user");
    for (const [name, rows] of tables) {
      const table = sql.identifier(name);
      const columns = await asOwner<{ name: string }>(sql`
        select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = ${name} and is_generated = 'NEVER'`);
      const names = sql.join(
        columns.map((column) => sql.identifier(column.name)),
        sql`, `,
      );
      await asOwner(sql`delete from ${table}`);
      await asOwner(sql`insert into ${table} (${names}) select ${names}
        from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)`);
    }
    await asOwner("alter table static_files enable trigger user");
  };
}
