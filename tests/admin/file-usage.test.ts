import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { TABLES_WITHOUT_FILES } from "../../app/files/storage/referenced-files.system.server.ts";
import { RECORDS } from "../../app/office/frame/notions.ts";
import { findUsage } from "../../app/office/links/file-usage.staff.server.ts";
import { insertParents, insertRow, TABLES } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { checkEach } from "../support/fuzz/check-each.ts";

const ADMIN = newId();
const NAMING = RECORDS.filter(({ files }) => files !== "none").map(({ table }) => table);

/** Tables that are said to name no file, in the register or where files are removed from the store. */
const SILENT = new Set([
  ...RECORDS.filter(({ files }) => files === "none").map(({ table }) => table),
  ...TABLES_WITHOUT_FILES,
  // What is deleted, or not saved yet, uses nothing, though its files stay; codes are not written by staff.
  "bin",
  "drafts",
  "registration_proofs",
]);

withDatabase((_engine, database) => {
  const usageOf = async (address: string) =>
    (await asStaff({ id: ADMIN }, (db) => findUsage(db, [address])))[address] ?? [];
  const add = (table: string, values: object) =>
    asSystem("test", (db) => insertRow(db, table, { ...values }));
  const upload = () => `/files/uploads/${newId()}.jpg`;

  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertParents(db);
      await insertRow(db, "profiles", { id: ADMIN, role: "admin" });
    }),
  );

  test("every table is searched, or it is said that it names no file", () => {
    expect([...NAMING, ...SILENT].sort()).toEqual(Object.keys(TABLES).sort());
  });

  test("no table that is said to name no file has a column for one", async () => {
    // The record of a file is no use of it.
    const silent = [...SILENT].filter((table) => table !== "static_files");
    const columns = await database().asOwner<{ column: string }>(sql`
      select table_name || '.' || column_name as column from information_schema.columns
      where table_schema = 'public' and table_name in ${silent}
        and column_name ~ '(image|picture|photo|logo|file|cover|avatar|document|_url$)'
      order by 1`);
    // A club's logo is in its row; what was read of a resource's file goes with the resource; and where
    // somebody pays is at the provider.
    const elsewhere = [
      "club_profiles.logo",
      "document_texts.file_url",
      "payments.redirect_url",
      "simulated_payments.notice_url",
      "simulated_payments.return_url",
    ];
    expect(columns.map(({ column }) => column)).toEqual(elsewhere);
  });

  test("a row is found by a file in any of its columns", () =>
    checkEach(
      NAMING.map((table) => [table, table]),
      async (table) => {
        const columns = await database().asOwner<{ name: string; type: string }>(sql`
        select column_name as name, data_type as type from information_schema.columns c
        where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
          and data_type in ('text', 'ARRAY', 'jsonb')
          and not exists (select 1 from information_schema.constraint_column_usage used
            join information_schema.check_constraints using (constraint_name)
            where used.table_name = c.table_name and used.column_name = c.column_name
              and check_clause !~ 'IS NOT NULL')
        order by 1`);
        expect(columns.length).toBeGreaterThan(1);
        for (const { name, type } of columns) {
          const address = upload();
          const text = `Voir [le document](${address}) et « l’autre ».`;
          const values = { text, ARRAY: ["a", text], jsonb: { items: [{ deep: text }] } };
          const id = await add(table, { [name]: values[type as keyof typeof values] });
          const uses = await usageOf(address);
          expect(uses, `${table}.${name}`).toHaveLength(1);
          const [use] = uses;
          expect(use?.where, name).toMatch(/^\p{Lu}/u);
          if (table !== "site_settings") expect(use?.to, name).toContain(id);
        }
      },
    ));

  test("each use says where it is, what it is called and where it is changed", async () => {
    const address = upload();
    const article = await add("news", { title: "La finale", image_url: address });
    const page = await add("pages", { title: "Nos clubs" });
    const section = await add("page_sections", {
      page_id: page,
      section_key: "clubs",
      title: null,
      settings: { items: [{ image: address }] },
    });
    await add("site_settings", {
      setting_key: "site_logo",
      setting_value: { main_logo: address, alt_text: "« FGE »" },
    });
    expect(await usageOf(address)).toEqual([
      {
        where: "Section de page",
        label: "clubs",
        to: `/admin/pages/${page}/sections/${section}`,
      },
      { where: "Paramètres", label: "Logo", to: "/admin/pages/settings/logo" },
      { where: "Actualité", label: "La finale", to: `/admin/news/${article}` },
    ]);
  });

  test("a file is no use of itself, but for a document that is published", async () => {
    const category_id = await add("file_categories", { name: "Guides Pratiques" });
    const [open, closed, other] = [upload(), upload(), upload()];
    const is_resource = true;
    const document = { category_id, is_resource };
    const id = await add("static_files", { ...document, title: "Le guide", file_url: open });
    await add("static_files", { ...document, file_url: closed, is_public: false });
    await add("static_files", { file_url: other });
    expect(await usageOf(open)).toEqual([
      { where: "Ressource publiée", label: "Le guide", to: `/admin/resources/${id}` },
    ]);
    expect(await usageOf(closed)).toEqual([]);
    expect(await usageOf(other)).toEqual([]);
  });

  test("an address elsewhere with marks of its own is found, a pattern is no pattern", async () => {
    const odd = `https://example.org/a"b\\c%_${newId()}.pdf`;
    await add("news", { content: `Lire ${odd}` });
    await add("page_sections", { settings: { text: odd } });
    expect(await usageOf(odd)).toHaveLength(2);
    expect(await usageOf(odd.replace("%", "x"))).toEqual([]);
    expect(await usageOf("/files/uploads/%")).toEqual([]);
  });

  test("several addresses are asked for at once, each answered for itself", async () => {
    const addresses = [upload(), upload(), upload()];
    const [first = "", second = "", third = ""] = addresses;
    await add("events", { image_url: first, description: `Et ${second}` });
    const uses = await asStaff({ id: ADMIN }, (db) => findUsage(db, addresses));
    expect(Object.keys(uses).sort()).toEqual([first, second].sort());
    expect(uses[third]).toBeUndefined();
  });
});
