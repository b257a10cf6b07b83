import { beforeAll, describe, expect, test } from "vitest";
import { startApp } from "../../app/core/app.ts";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { deleteFilesIntent, findUses } from "../../app/files/admin/usage.server.ts";
import { usageWarning, usageWarnings } from "../../app/files/admin/usage.ts";
import { deleteFiles, findFile } from "../../app/files/files.staff.server.ts";
import { findUsage } from "../../app/office/links/file-usage.staff.server.ts";
import { resourceAddress } from "../../app/resources/resources.office.ts";
import { deleteResources } from "../../app/resources/resources.staff.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const text = (count: number) => `${count} partis`;

const INTENTS = {
  "the files": deleteFilesIntent({ remove: deleteFiles, text }),
  "the resources": deleteFilesIntent({ remove: deleteResources, text, ownScreen: resourceAddress }),
};

withDatabase(() => {
  const add = (table: string, values: object) =>
    asSystem("test", (db) => insertRow(db, table, { ...values }));
  const isThere = async (id: string) => (await asAdmin((db) => findFile(db, id))) !== undefined;

  beforeAll(async () => {
    startApp({ findUsage });
    await add("profiles", { id: ADMIN, role: "admin" });
  });

  async function addDocument(title: string) {
    const category_id = await add("file_categories", { name: `Guides ${newId()}` });
    const file_url = `/files/uploads/${newId()}.jpg`;
    const id = await add("static_files", { category_id, title, file_url, is_resource: true });
    return { id, title, file_url };
  }

  describe.each(Object.entries(INTENTS))("deleting from the list of %s", (list, intent) => {
    const remove = (id: string, uses: number) =>
      asAdmin((db) => intent.run(db, { ids: id, uses: String(uses) }));

    test("a picture of an article asks with its place in the question", async () => {
      const { id, file_url } = await addDocument("Affiche");
      await add("news", { title: "La finale", image_url: file_url });
      const own = list === "the resources" ? resourceAddress : undefined;
      const uses = await asAdmin((db) => findUses(db, [{ id, file_url }], own));
      expect(usageWarning(uses[id])).toContain("Actualité « La finale »");
      expect(usageWarning(uses[id])?.includes("Ressource")).toBe(list === "the files");
      await remove(id, uses[id]?.length ?? 0);
      expect(await isThere(id)).toBe(false);
    });

    test("a file that is used since the question was asked stays, and it is said where", async () => {
      const { id, file_url } = await addDocument("Programme");
      const before = list === "the files" ? 1 : 0;
      await add("news", { title: "Le programme", image_url: file_url });
      await expect(remove(id, before)).rejects.toMatchObject({
        kind: "conflict",
        message: expect.stringContaining("Actualité « Le programme »"),
      });
      expect(await isThere(id)).toBe(true);
    });

    test("what is gone already is not said to be deleted", async () => {
      await expect(remove(newId(), 0)).rejects.toMatchObject({ kind: "not-found" });
    });
  });

  test("several files are told apart, and those that nothing uses are left out", () => {
    const rows = ["a", "b", "c"].map((id) => ({ id, title: `Fichier ${id}` }));
    const place = { where: "Page", label: "Nos clubs", to: "/admin/pages/1" };
    const uses = { a: [place], c: [place, { ...place, label: "Accueil" }] };
    expect(usageWarnings(rows, uses)).toBe(
      "En service : « Fichier a » (Page « Nos clubs ») ; « Fichier c » (Page « Nos clubs », Page « Accueil »).",
    );
    expect(usageWarnings(rows, {})).toBeUndefined();
  });
});
