import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "../../app/core/app.ts";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { findPathUses } from "../../app/files/admin/usage.server.ts";
import { usageWarning } from "../../app/files/admin/usage.ts";
import { findLinksTo } from "../../app/office/links/links.staff.server.ts";
import { findPageUses } from "../../app/pages/pages.staff.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";

const ADMIN = newId();

withDatabase(() => {
  test("what leads to a page is named before it is deleted: the menu, links in texts, and buttons", async () => {
    startApp({ findLinksTo });
    const [id, other] = [newId(), newId()];
    const item = (path: string) => ({ label: "La ligue", path });
    const menu = { brand_text: "FGE", items: [{ ...item("#"), submenu: [item("/ligue")] }] };
    await asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin" });
      const setting = { setting_key: "main_navigation", setting_value: menu };
      await insertRow(db, "site_settings", setting);
      await insertRow(db, "news", { title: "La rentrée", content: "Voir [la ligue](/ligue)." });
      await insertRow(db, "news", {
        title: "In English",
        content: "[x](/en/ligue#top) [x](/ligue-2x)",
      });
      const page_id = await insertRow(db, "pages", { title: "Clubs", slug: "clubs" });
      const section = { page_id, section_type: "cta", title: "Rejoindre" };
      const settings = { button_label: "La ligue", button_link: "/ligue" };
      await insertRow(db, "page_sections", { ...section, settings });
    });
    const rows = [
      { id, slug: "ligue" },
      { id: other, slug: "ligue-2" },
    ];
    const uses = await asStaff({ id: ADMIN }, (db) => findPageUses(db, rows));
    const warning = usageWarning(uses[id]);
    expect(warning).toMatch(/^En service\s: Menu «\sLa ligue\s», /);
    for (const title of ["La rentrée", "In English", "Rejoindre"]) expect(warning).toContain(title);
    expect(uses[id]).toHaveLength(4);
    expect(uses).not.toHaveProperty(other);
  });

  test("so is what leads to the address that a page had before", async () => {
    startApp({ findLinksTo });
    const id = await asSystem("test", async (db) => {
      await insertRow(db, "news", { title: "Le camp", content: "Voir [le camp](/camp)." });
      return insertRow(db, "pages", { title: "Camp", slug: "camp" });
    });
    const rows = [{ id, slug: "camp-national" }];
    await asStaff({ id: ADMIN }, (db) =>
      db.execute(sql`update pages set slug = 'camp-national' where id = ${id}`),
    );
    const uses = await asStaff({ id: ADMIN }, (db) => findPageUses(db, rows));
    expect(uses[id]).toMatchObject([{ label: "Le camp" }]);
  });

  test("so is what leads to an article or an event, as far as the account may read", async () => {
    startApp({ findLinksTo });
    const [article, event] = [newId(), newId()];
    const organiser = newId();
    await asSystem("test", async (db) => {
      const account = { id: organiser, role: "user", roles: ["events"] };
      await insertRow(db, "profiles", { ...account, email: `${organiser}@example.org` });
      const links = `[a](/news/${article}) [b](/en/events/${event}#top)`;
      await insertRow(db, "news", { title: "Le programme", content: links });
      await insertRow(db, "partners", { name: "Sponsor", description: `[b](/events/${event})` });
    });
    const rows = [
      { id: article, path: `/news/${article}` },
      { id: event, path: `/events/${event}` },
    ];
    const all = await asStaff({ id: ADMIN }, (db) => findPathUses(db, rows));
    expect(all[article]).toMatchObject([{ label: "Le programme" }]);
    expect(all[event]?.map(({ label }) => label)).toContain("Le programme");
    const own = await asStaff({ id: organiser }, (db) => findPathUses(db, rows));
    expect(own[event]?.map(({ label }) => label)).toEqual(["Le programme"]);
  });
});
