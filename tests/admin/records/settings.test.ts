import { beforeAll, beforeEach, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { EditConflict, versionOf } from "../../../app/records/records.staff.server.ts";
import {
  findSetting,
  listSettings,
  saveSetting,
} from "../../../app/settings/settings.staff.server.ts";
import { DEFAULT_SETTINGS } from "../../../app/settings/settings.ts";
import { forgetSettings, readSettings } from "../../../app/settings/settings.visitor.server.ts";
import { insertRow } from "../../database/tables.ts";
import { withDatabase } from "../../support/database/test-database.ts";

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const { site_logo, contact_info } = DEFAULT_SETTINGS;

withDatabase((_engine, database) => {
  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" })),
  );
  beforeEach(async () => {
    await database().asOwner("delete from site_settings");
    forgetSettings();
  });
  const version = async () => {
    const row = await asAdmin((db) => findSetting(db, "site_logo"));
    return row && versionOf(row);
  };

  test("a setting that was never stored is written, and visitors read it", async () => {
    await asAdmin((db) => saveSetting(db, "site_logo", { ...site_logo, link: "/about" }));
    forgetSettings();
    expect((await readSettings()).site_logo.link).toBe("/about");
    expect((await readSettings()).contact_info).toEqual(contact_info);
    expect((await asAdmin(listSettings)).site_logo.link).toBe("/about");
  });

  test("what one wrote is not lost to another who opened it before", async () => {
    await asAdmin((db) => saveSetting(db, "site_logo", site_logo));
    const seen = await version();
    const save = (link: string, opened?: string) =>
      asAdmin((db) => saveSetting(db, "site_logo", { ...site_logo, link }, opened));
    await save("/news", seen);
    await expect(save("/events", seen)).rejects.toBeInstanceOf(EditConflict);
    // Opened before there was anything, and saved after somebody else's first.
    await expect(save("/events")).rejects.toMatchObject({
      current: { setting_value: { ...site_logo, link: "/news" } },
    });
    expect((await asAdmin(listSettings)).site_logo.link).toBe("/news");
    await save("/events", await version());
    expect((await asAdmin(listSettings)).site_logo.link).toBe("/events");
  });

  test("a setting that a newer version knows more of has defaults for the rest", async () => {
    const stored = { setting_key: "contact_info", setting_value: { phone: "+224 1" } };
    await asSystem("test", (db) => insertRow(db, "site_settings", { ...stored, is_public: true }));
    expect((await readSettings()).contact_info).toEqual({ ...contact_info, phone: "+224 1" });
  });
});
