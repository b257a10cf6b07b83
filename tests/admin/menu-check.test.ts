import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { brokenMenuEntryText } from "../../app/pages/pages.record.ts";
import { deletePages, setPageStatus } from "../../app/pages/pages.staff.server.ts";
import { pages } from "../../app/pages/pages.table.server.ts";
import { findBrokenMenuEntries, shownMenu } from "../../app/pages/pages.visitor.server.ts";
import { restoreBatch } from "../../app/records/bin/bin.staff.server.ts";
import { DEFAULT_SETTINGS } from "../../app/settings/settings.ts";
import { insertRow } from "../database/tables.ts";
import { tellSiteMap } from "../support/browser/site-map.ts";
import { withDatabase } from "../support/database/test-database.ts";

const ADMIN = newId();

withDatabase(() => {
  beforeAll(async () => {
    await tellSiteMap();
    await asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin" });
      await insertRow(db, "pages", { slug: "ligue-nationale", status: "published" });
      await insertRow(db, "pages", { slug: "brouillon", status: "draft" });
    });
  });
  const deadOf = (...paths: string[]) =>
    asStaff({ id: ADMIN }, async (db) => {
      const items = paths.map((path, order) => ({ label: `Vers ${path}`, path, order }));
      return (await findBrokenMenuEntries(db, { brand_text: "FGE", items })).map(
        ({ path }) => path,
      );
    });

  test("an entry of the menu that leads nowhere is told, a good one is not", async () => {
    const good = [
      "/",
      "/about",
      "/en/about",
      "/news/tag/coupe",
      "/events?type=online",
      "/ligue-nationale",
      "/en/ligue-nationale#calendrier",
      "/files/uploads/x.pdf",
      "https://example.org/",
      "/admin",
      "/feed.xml",
      "/resources?category=forms",
    ];
    expect(await deadOf(...good)).toEqual([]);
    const dead = ["/competitions", "/brouillon", "/about/equipe", "/en/competitions"];
    expect(await deadOf(...good, ...dead)).toEqual(dead);
  });

  test("behind a submenu, what it holds is looked at", async () => {
    const { items } = DEFAULT_SETTINGS.main_navigation;
    const submenu = [{ label: "Ligues", path: "/ligues" }];
    const menu = {
      brand_text: "FGE",
      items: [...items, { label: "Plus", path: "/plus", order: 9, submenu }],
    };
    const dead = await asStaff({ id: ADMIN }, (db) => findBrokenMenuEntries(db, menu));
    expect(brokenMenuEntryText(dead)).toBe(
      "« Ligues » ne mène nulle part : aucune page publiée à /ligues, et le site ne montre pas cette entrée.",
    );
  });

  test("visitors see no entry of a page that is deleted or unpublished, and see it again with the page", async () => {
    const entry = (path: string) => ({ label: path, path, order: 1 });
    const [page] = await asStaff({ id: ADMIN }, (db) =>
      db.select({ id: pages.id }).from(pages).where(eq(pages.slug, "ligue-nationale")),
    );
    const id = page?.id ?? "";
    const shown = async () => {
      const items = [
        entry("/about"),
        entry("/ligue-nationale"),
        { ...entry("#"), submenu: [entry("/en/ligue-nationale#calendrier")] },
      ];
      const menu = await shownMenu({ brand_text: "FGE", items });
      return menu.items.map(({ path }) => path);
    };
    const all = ["/about", "/ligue-nationale", "#"];
    expect(await shown()).toEqual(all);
    const { batch } = await asStaff({ id: ADMIN }, (db) => deletePages(db, [id]));
    expect(await shown()).toEqual(["/about"]);
    await asStaff({ id: ADMIN }, (db) => restoreBatch(db, batch));
    expect(await shown()).toEqual(all);
    await asStaff({ id: ADMIN }, (db) => setPageStatus(db, [id], "draft"));
    expect(await shown()).toEqual(["/about"]);
  });
});
