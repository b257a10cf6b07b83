import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import {
  asStaff,
  asSystem,
  asVisitor,
  type StaffDb,
} from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import {
  binPreviousContent,
  createCategory,
  deleteCategories,
  findFile,
  listCategories,
  updateCategory,
} from "../../app/files/files.staff.server.ts";
import { fileCategories, staticFiles } from "../../app/files/files.table.server.ts";
import { bin } from "../../app/records/bin/bin.table.server.ts";
import { parseListQuery } from "../../app/records/list/list-query.ts";
import { resourceFormSchema } from "../../app/resources/resource-schema.ts";
import {
  createResource,
  listAllResources,
  listOfferedCategories,
  listUsedResourceCategories,
  updateResource,
} from "../../app/resources/resources.staff.server.ts";
import { RESOURCE_LIST, resourceList } from "../../app/resources/resources.ts";
import { findResource, listResources } from "../../app/resources/resources.visitor.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const form = (file_url: string, title = "Statuts") =>
  resourceFormSchema.parse({
    title,
    description: "Ce que la fédération est.",
    file_url,
    file_type: "application/pdf",
    category: "Documents Officiels",
  });

/** A PDF that somebody uploaded; its pages are counted when it is `prepared`. */
async function uploaded(prepared: boolean) {
  const id = newId();
  const file_url = `/files/uploads/${id}.pdf`;
  const content = { file_type: "application/pdf", file_size: 5_000, sha256: id };
  const known = prepared ? { pages: 8, cover_url: `/files/uploads/${id}-cover.webp` } : {};
  const prepared_at = prepared ? new Date() : null;
  await asSystem("test", (db) =>
    insertRow(db, "static_files", { id, file_url, ...content, ...known, prepared_at }),
  );
  return { id, file_url };
}

withDatabase(() => {
  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" })),
  );
  const fileOf = (id: string) => asAdmin((db) => findFile(db, id));

  test("a document stands behind the card of the brand when staff say so, and keeps its other tags", async () => {
    const { id, file_url } = await uploaded(true);
    await asSystem("test", (db) =>
      db.execute(`update static_files set tags = '{presse}' where id = '${id}'`),
    );
    await asAdmin((db) => createResource(db, { ...form(file_url), branding: true }));
    expect((await fileOf(id))?.tags).toEqual(["presse", "charte graphique"]);
    await asAdmin((db) => updateResource(db, id, form(file_url)));
    expect((await fileOf(id))?.tags).toEqual(["presse"]);
  });

  describe("a document that gets another address", () => {
    test("knows nothing of the old content", async () => {
      const { file_url } = await uploaded(true);
      const id = await asAdmin((db) => createResource(db, form(file_url)));
      await asAdmin((db) => updateResource(db, id, form("https://example.org/statuts.pdf")));
      expect(await fileOf(id)).toMatchObject({
        file_size: 0,
        sha256: null,
        pages: null,
        cover_url: null,
      });
    });

    test("keeps what it knows when only its words change", async () => {
      const { file_url } = await uploaded(true);
      const id = await asAdmin((db) => createResource(db, form(file_url)));
      await asAdmin((db) => updateResource(db, id, form(file_url, "Nouveaux statuts")));
      expect(await fileOf(id)).toMatchObject({ title: "Nouveaux statuts", pages: 8 });
    });

    test("of an upload whose cover is not made yet waits for it", async () => {
      const id = await asAdmin((db) => createResource(db, form("https://example.org/autre.pdf")));
      await asSystem("test", (db) =>
        db.execute(`update static_files set prepared_at = now() where id = '${id}'`),
      );
      const { file_url } = await uploaded(false);
      await asAdmin((db) => updateResource(db, id, form(file_url)));
      expect(await fileOf(id)).toMatchObject({ file_size: 5_000, prepared_at: null });
    });
  });

  test("an upload is no document until the form of resources makes it one, whatever its category", async () => {
    const { id, file_url } = await uploaded(true);
    await asSystem("test", async (db) => {
      const [guides] = await db
        .insert(fileCategories)
        .values({ name: "Guides Pratiques" })
        .returning({ id: fileCategories.id });
      await db.update(staticFiles).set({ category_id: guides?.id }).where(eq(staticFiles.id, id));
    });
    const query = parseListQuery(RESOURCE_LIST, new URLSearchParams());
    const places = async () => ({
      staff: (await asAdmin((db) => listAllResources(db, query))).rows.some((row) => row.id === id),
      visitors: (await asVisitor(listResources)).some((row) => row.id === id),
      page: (await asVisitor((db) => findResource(db, id))) !== undefined,
    });
    expect(await places()).toEqual({ staff: false, visitors: false, page: false });
    await asAdmin((db) => createResource(db, { ...form(file_url), is_public: true }));
    expect(await places()).toEqual({ staff: true, visitors: true, page: true });
  });

  test("renaming a category moves its documents along, those of an open form too", async () => {
    const reports = (title: string, category = "Études et Rapports") => ({
      ...form(`https://example.org/${newId()}.pdf`, title),
      category,
      is_public: true,
    });
    const id = await asAdmin((db) => createResource(db, reports("Bilan")));
    const category = (await fileOf(id))?.category_id ?? "";
    const named = { name: "Bilans et études", icon: "FileText" as const, color: "#00734B" };
    const unticked = asAdmin((db) => updateCategory(db, category, { ...named, is_section: false }));
    await expect(unticked).rejects.toMatchObject({ field: "is_section" });
    await asAdmin((db) => updateCategory(db, category, { ...named, is_section: true }));
    expect(await asAdmin(listOfferedCategories)).toContain(named.name);
    expect(await asAdmin(listOfferedCategories)).not.toContain("Études et Rapports");
    const late = await asAdmin((db) => createResource(db, reports("Bilan bis")));
    await asAdmin((db) => updateResource(db, id, reports("Bilan corrigé", named.name)));
    for (const one of [id, late]) expect((await fileOf(one))?.category_id).toBe(category);
    const found = await asVisitor((db) => findResource(db, id));
    expect(found).toMatchObject({ category: named.name, category_key: "reports" });
    const search = new URLSearchParams({ category: named.name });
    const used = await asAdmin(listUsedResourceCategories);
    const offered = await asAdmin(listOfferedCategories);
    expect(used.length).toBeGreaterThan(1);
    expect(used, "in the order of the form").toEqual(offered.filter((one) => used.includes(one)));
    const spec = resourceList(used);
    const { rows } = await asAdmin((db) => listAllResources(db, parseListQuery(spec, search)));
    expect(rows.map(({ id }) => id).sort()).toEqual([id, late].sort());
    const gone = asAdmin((db) => createResource(db, reports("Autre", "Sans catégorie")));
    await expect(gone).rejects.toMatchObject({ field: "category" });
  });

  test("a category that staff make a tab is offered, and keeps its address under any name", async () => {
    const look = { icon: "FileText" as const, color: "#00734B", is_section: true };
    const name = `Presse écrite ${newId()}`;
    const id = await asAdmin((db) => createCategory(db, { ...look, name }));
    expect(await asAdmin(listOfferedCategories)).toContain(name);
    const document = { ...form(`https://example.org/${newId()}.pdf`, "Dossier"), category: name };
    const own = await asAdmin((db) => createResource(db, { ...document, is_public: true }));
    const found = () => asVisitor((db) => findResource(db, own));
    const key = (await found())?.category_key;
    expect(key).toMatch(/^presse-ecrite-/);
    await asAdmin((db) => updateCategory(db, id, { ...look, name: `Revue ${newId()}` }));
    expect((await found())?.category_key).toBe(key);
    await expect(asAdmin((db) => deleteCategories(db, [id]))).rejects.toThrow(/un fichier/);
    // Whoever opened the form before the new name is told beside the field.
    await expect(asAdmin((db) => createResource(db, document))).rejects.toMatchObject({
      field: "category",
    });
  });

  test("categories stand in the order of the alphabet, accents or not", async () => {
    const names = ["Archives", "Écoles", "Zones"].map((name) => `${name} ${newId()}`);
    await asSystem("test", (db) =>
      db.insert(fileCategories).values(names.toReversed().map((name) => ({ name }))),
    );
    const listed = (await asAdmin(listCategories)).map(({ name }) => name);
    expect(listed.filter((name) => names.includes(name))).toEqual(names);
  });

  test("the content that a document had before is none itself", async () => {
    const { file_url } = await uploaded(true);
    const id = await asAdmin((db) => createResource(db, form(file_url)));
    const batch = await asAdmin((db) =>
      binPreviousContent(db, id, `/files/uploads/${newId()}.pdf`),
    );
    const [kept] = await asSystem("test", (db) =>
      db.select().from(bin).where(eq(bin.batch, batch)),
    );
    expect(kept?.rows[0]?.row).toMatchObject({ is_resource: false, is_public: false });
  });

  test("a file that is a document already is not made one again, over what is said of it", async () => {
    const { id, file_url } = await uploaded(true);
    await asAdmin((db) => createResource(db, form(file_url, "Règlement")));
    await expect(
      asAdmin((db) => createResource(db, form(file_url, "Autre"))),
    ).rejects.toMatchObject({ field: "file_url" });
    expect(await fileOf(id)).toMatchObject({ title: "Règlement" });
  });
});
