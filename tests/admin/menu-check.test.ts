import { beforeAll, expect, test } from "vitest";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { brokenMenuEntryText } from "../../app/pages/pages.record.ts";
import { findBrokenMenuEntries } from "../../app/pages/pages.staff.server.ts";
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
      "« Ligues » ne mène nulle part : aucune page publiée à /ligues.",
    );
  });
});
