import { expect, test } from "vitest";
import { startApp } from "../../app/core/app.ts";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { usageWarning } from "../../app/files/admin/usage.ts";
import { findUsage } from "../../app/office/links/file-usage.staff.server.ts";
import { findPageUses } from "../../app/pages/pages.staff.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";

const ADMIN = newId();

withDatabase(() => {
  test("what leads to a page is named before it is deleted: the menu, and links in texts", async () => {
    startApp({ findUsage });
    const [id, other] = [newId(), newId()];
    const item = (path: string) => ({ label: "La ligue", path });
    const menu = { brand_text: "FGE", items: [{ ...item("#"), submenu: [item("/ligue")] }] };
    await asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin" });
      const setting = { setting_key: "main_navigation", setting_value: menu };
      await insertRow(db, "site_settings", setting);
      await insertRow(db, "news", { title: "La rentrée", content: "Voir [la ligue](/ligue)." });
    });
    const rows = [
      { id, slug: "ligue" },
      { id: other, slug: "ligue-2" },
    ];
    const uses = await asStaff({ id: ADMIN }, (db) => findPageUses(db, rows));
    expect(usageWarning(uses[id])).toMatch(
      /^En service\s: Menu «\sLa ligue\s», .+ «\sLa rentrée\s»\.$/,
    );
    expect(uses[other]).toEqual([]);
  });
});
