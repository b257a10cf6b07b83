import { beforeAll, expect, test } from "vitest";
import { insertRow } from "../../tests/database/tables.ts";
import { tellSiteMap } from "../../tests/support/browser/site-map.ts";
import { withDatabase } from "../../tests/support/database/test-database.ts";
import { asStaff, asSystem, asVisitor, type StaffDb } from "../core/database/doors/doors.server.ts";
import { newId } from "../core/secrets/id.server.ts";
import { formatDocumentField } from "../texts/document-json.ts";
import { findLinkable } from "../texts/editor/editor.staff.server.ts";
import { readText, withMarkdownTexts, withPlainTexts } from "../texts/read-text.server.ts";
import { createNews, findNews, newsForm, updateNews } from "./news.staff.server.ts";
import { findArticle } from "./news.visitor.server.ts";

await tellSiteMap();

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const form = (content: string, content_en = "") =>
  newsForm.schema.parse({
    title: "Finale à Dixinn",
    excerpt: "Résumé",
    category: "Communiqué",
    published: "published",
    content,
    content_en,
  });

withDatabase(() => {
  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" })),
  );
  const create = (content: string, content_en?: string) =>
    asAdmin((db) => createNews(db, form(content, content_en)));
  const stored = (id: string) => asAdmin((db) => findNews(db, id));
  const oldArticle = async () => {
    const { format: _format, ...values } = form("x");
    const content = "Une ligne * ici\n\n1. Une autre";
    return asAdmin((db) => createNews(db, { ...values, content }));
  };

  test("a text is stored in its one form of Markdown, whoever sent it", async () => {
    const byHand = await create("# Titre\n* un\n* deux", "Some *words*");
    expect(await stored(byHand)).toMatchObject({
      format: "markdown",
      content: "## Titre\n\n- un\n- deux",
      content_en: "Some *words*",
    });
    const byEditor = await create(
      formatDocumentField([
        { type: "paragraph", runs: [{ text: "Un " }, { text: "mot", bold: true }] },
      ]),
    );
    expect(await stored(byEditor)).toMatchObject({ content: "Un **mot**", content_en: null });
  });

  test("an old text stays in lines until somebody changes it", async () => {
    const id = await oldArticle();
    const before = await stored(id);
    expect(before?.format).toBe("plain");
    if (!before) return;
    const shown = withMarkdownTexts(before, ["content", "content_en"]);
    await asAdmin((db) => updateNews(db, id, { ...form(shown.content), title: "Autre" }));
    const renamed = await stored(id);
    expect(renamed).toMatchObject({ title: "Autre", format: "plain", content: before.content });
    await asAdmin((db) => updateNews(db, id, form(`${shown.content}\n\n**Fin**`)));
    const changed = await stored(id);
    expect(changed?.format).toBe("markdown");
    const article = await asVisitor((db) => findArticle(db, id));
    expect(article && readText(article, "content", "en").text).toBe(
      "Une ligne * ici\n1. Une autre\nFin",
    );
    expect(article && withPlainTexts(article, "content").content).toBe(
      "Une ligne * ici\n1. Une autre\nFin",
    );
  });

  test("a picture takes its size from the files, and one that is not there is refused beside its text", async () => {
    const src = `/files/uploads/${newId()}.jpg`;
    const picture = `::image{src="${src}" alt="La salle"}`;
    const refused = { field: "content_en", message: expect.stringContaining("parmi les fichiers") };
    await expect(create("Texte", picture)).rejects.toMatchObject(refused);
    await asSystem("test", (db) =>
      insertRow(db, "static_files", {
        filename: "a.jpg",
        original_filename: "a.jpg",
        file_url: src,
        title: "La salle",
        file_type: "image/jpeg",
        file_size: 10,
        width: 1200,
        height: 800,
      }),
    );
    const id = await create(picture);
    expect((await stored(id))?.content).toBe(
      `::image{src="${src}" alt="La salle" size="1200x800"}`,
    );
  });

  test.each([
    ["[x](javascript:alert(1))", "ne mène nulle part"],
    ["[x](/nulle-part)", "n’existe pas sur le site"],
    [`[x](/news/${newId()})`, "n’existe pas sur le site"],
    ["[x](/events/abc)", "n’existe pas sur le site"],
    ['::action{href="/admin/news" label="x"}', "n’existe pas sur le site"],
    ["a".repeat(50_001), "50\u202f000 caractères au plus"],
    ['{"document":[]}', "Le contenu est requis"],
  ])("refuses %.40s", async (content, message) => {
    await expect(create(content)).rejects.toMatchObject({
      field: "content",
      message: expect.stringContaining(message),
    });
  });

  test("a text leads to pages that are found by their titles, without accents, drafts never", async () => {
    const id = await create("Texte");
    await create(`[la finale](/news/${id}) et [adhérer](/membership)`);
    const draft = await asAdmin((db) =>
      createNews(db, { ...form("Texte"), title: "Finale à cacher", published: false }),
    );
    const pages = await asAdmin((db) => findLinkable(db, "finale a"));
    const paths = pages.map(({ path }) => path);
    expect(paths).toContain(`/news/${id}`);
    expect(paths).not.toContain(`/news/${draft}`);
    expect(await asAdmin((db) => findLinkable(db, "%_\\"))).toEqual([]);
  });
});
