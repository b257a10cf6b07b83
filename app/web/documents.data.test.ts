import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { insertRow } from "../../tests/database/tables.ts";
import { withDatabase } from "../../tests/support/database/test-database.ts";
import { asSystem, asVisitor } from "../core/database/doors/doors.server.ts";
import { preparing } from "../files/children/media.server.ts";
import { MAX_TRIES } from "../files/children/media.ts";
import { readDocuments } from "./search.jobs.server.ts";
import { wordsOf } from "./search.ts";
import { search } from "./search.visitor.server.ts";

// The words inside documents, read by the process of files, hostile ones included.

const folder = mkdtempSync(join(tmpdir(), "fge-documents-"));
process.env.DATA_DIR = folder;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SHIPPED = join(import.meta.dirname, "../../database/seed/documents/files");
const usual = { ...preparing.limits };

withDatabase((_engine, database) => {
  let category_id = "";
  beforeAll(async () => {
    mkdirSync(join(folder, "files/uploads"), { recursive: true });
    category_id = await asSystem("test", (db) => insertRow(db, "file_categories"));
  });
  beforeEach(async () => {
    await database().asOwner("delete from static_files");
    await database().asOwner("delete from document_texts");
  });
  afterEach(() => {
    preparing.stop();
    Object.assign(preparing.limits, usual);
  });

  const stored = (name: string) => join(folder, "files/uploads", name);
  const document = (name: string, values: Record<string, unknown> = {}) =>
    asSystem("test", (db) =>
      insertRow(db, "static_files", {
        file_url: `/files/uploads/${name}`,
        file_type: "application/pdf",
        category_id,
        is_public: true,
        is_resource: true,
        title: "Un document",
        ...values,
      }),
    );
  const find = async (query: string) =>
    (
      await asVisitor((db) => search(db, { words: wordsOf(query), language: "fr", page: 1 }))
    ).results.map(({ page, otherPages }) => [page, ...otherPages]);
  const texts = () =>
    database().asOwner<{ tries: number; pages: string[]; read: boolean }>(
      "select tries, pages, read_at is not null as read from document_texts",
    );

  test("what stands in a public document is found on its page, and once it is taken back no more", async () => {
    copyFileSync(join(SHIPPED, "statuts-de-la-federation.pdf"), stored("statuts.pdf"));
    const id = await document("statuts.pdf");
    await document("private.pdf", { is_public: false });
    await readDocuments();
    const [text] = await texts();
    expect(await texts()).toHaveLength(1);
    expect(text?.pages.length).toBeGreaterThan(1);
    const [first = "", second = "", ...others] = text?.pages ?? [];
    const word =
      second.match(/\p{L}{8,}/gu)?.find((one) => !`${first} ${others}`.includes(one)) ?? "";
    expect((await find(word)).flat()).toContain(2);
    await database().asOwner(sql`update static_files set is_public = false where id = ${id}`);
    expect(await find(word)).toEqual([]);
    await readDocuments();
    expect(await texts()).toEqual([]);
  });

  test("a document whose file was replaced is read anew", async () => {
    copyFileSync(join(SHIPPED, "statuts-de-la-federation.pdf"), stored("une.pdf"));
    const id = await document("une.pdf", { sha256: "aa" });
    await readDocuments();
    const [before] = await texts();
    copyFileSync(join(SHIPPED, "reglement-interieur.pdf"), stored("une.pdf"));
    await database().asOwner(sql`update static_files set sha256 = 'bb' where id = ${id}`);
    expect((await find("fédération")).flat()).toEqual([]);
    await readDocuments();
    const [after] = await texts();
    expect(after?.read).toBe(true);
    expect(after?.pages).not.toEqual(before?.pages);
  });

  test("what is no PDF, is cut, or asks for a password says nothing, and stops nobody", async () => {
    writeFileSync(stored("broken.pdf"), "%PDF-1.7\nnothing of it");
    writeFileSync(stored("empty.pdf"), "");
    copyFileSync(join(SHIPPED, "statuts-de-la-federation.pdf"), stored("good.pdf"));
    for (const name of ["broken.pdf", "empty.pdf", "absent.pdf", "good.pdf"]) await document(name);
    await readDocuments();
    const all = await texts();
    expect(all.filter(({ read }) => read)).toHaveLength(3);
    expect(all.filter(({ pages }) => pages.length > 0)).toHaveLength(1);
  });

  test("one that takes all memory or all time is given up after its tries, and the others are read", async () => {
    copyFileSync(join(SHIPPED, "statuts-de-la-federation.pdf"), stored("slow.pdf"));
    await document("slow.pdf");
    preparing.limits.withinMs = 1;
    let now = Date.now();
    for (let time = 0; time <= MAX_TRIES; time++) {
      await readDocuments(undefined, () => new Date(now));
      now += 16 * 60_000;
    }
    expect(await texts()).toMatchObject([{ tries: MAX_TRIES, read: false }]);
    Object.assign(preparing.limits, usual);
    copyFileSync(join(SHIPPED, "statuts-de-la-federation.pdf"), stored("other.pdf"));
    await document("other.pdf");
    await readDocuments(undefined, () => new Date(now));
    expect((await texts()).filter(({ read }) => read)).toHaveLength(1);
  });
});
