import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DATA_DIR } from "../../../tests/admin/records/settings.ts";
import { insertRow } from "../../../tests/database/tables.ts";
import { withDatabase } from "../../../tests/support/database/test-database.ts";
import { makeBackupKeys, recoveryKeyFingerprint } from "../../backups/keys/backup-keys.server.ts";
import { asStaff, asSystem, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { findSetting, writeSetting } from "../../settings/settings.staff.server.ts";

import { DEFAULT_SETTINGS, type SiteSettings } from "../../settings/settings.ts";
import {
  hideFirstSteps,
  readFirstSteps,
  readFirstStepsList,
  showFirstSteps,
} from "./first-steps.staff.server.ts";

process.env.SMTP_URL = "smtp://127.0.0.1:1";

const ADMIN = newId();
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);

withDatabase((_engine, database) => {
  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" })),
  );
  const step = async (address: string) => {
    const steps = await asAdmin(readFirstSteps);
    const found = steps.find(({ to }) => to.endsWith(address));
    if (!found) throw new Error(`no step leads to ${address}`);
    return found;
  };
  const save = <Key extends keyof SiteSettings>(key: Key, value: SiteSettings[Key]) =>
    asAdmin(async (db) => {
      const version = (await findSetting(db, key))?.updated_at.toISOString();
      await writeSetting(db, key, value, version);
    });
  const insert = (table: string, values: Record<string, unknown>) =>
    asSystem("test", (db) => insertRow(db, table, values));

  test("a new site has everything before it, and each step leads somewhere else", async () => {
    const steps = await asAdmin(readFirstSteps);
    expect(new Set(steps.map(({ to }) => to)).size).toBe(steps.length);
    const open = steps.filter(({ done }) => !done).map(({ to }) => to);
    expect(open).toEqual(expect.arrayContaining(["/admin/pages/legal", "/admin/events"]));
    expect((await step("/contact")).detail).toContain("contact@fge.example");
  });

  test("contact details count when none is an example, the English ones too", async () => {
    const own = { email: "info@fege.gn", phone: "+224 622 11 22 33", postal_code: "BP 77" };
    const contact = { ...DEFAULT_SETTINGS.contact_info, ...own, address: "Almamya, Conakry" };
    await save("contact_info", contact);
    expect(await step("/contact")).toMatchObject({
      done: false,
      detail: expect.stringContaining("Republic of Guinea"),
    });
    await save("contact_info", { ...contact, address_en: "Almamya, Conakry" });
    expect(await step("/contact")).toMatchObject({ done: true });
  });

  test("the logo, the desk and the second factor are real facts", async () => {
    expect(await step("/logo")).toMatchObject({ done: false });
    await save("site_logo", { ...DEFAULT_SETTINGS.site_logo, main_logo: "/files/uploads/x.png" });
    expect(await step("/logo")).toMatchObject({ done: true });
    await save("desk", { ...DEFAULT_SETTINGS.desk, orange_money: "622 00 11 22" });
    expect(await step("/desk")).toMatchObject({ done: true });
    expect(await step("/account")).toMatchObject({ done: false });
    await insert("profiles", { role: "admin", two_factor_enabled: true });
    expect(await step("/account")).toMatchObject({ done: true });
  });

  test("an example is no event of the federation's, and keeps the last step open", async () => {
    const id = await insert("events", { is_sample: true });
    expect(await step("/events")).toMatchObject({ done: false });
    expect(await step("/diagnostic")).toMatchObject({ done: false });
    await database().asOwner(`update events set is_sample = false where id = '${id}'`);
    expect(await step("/events")).toMatchObject({ done: true });
    expect(await step("/diagnostic")).toMatchObject({ done: true });
  });

  test("the legal texts count when both are published", async () => {
    const version = { starts_on: "2990-01-01", published: true };
    await insert("legal_texts", { ...version, document: "terms" });
    expect(await step("/legal")).toMatchObject({ done: false });
    await insert("legal_texts", { ...version, document: "privacy" });
    expect(await step("/legal")).toMatchObject({ done: true });
  });

  test("the recovery key counts once somebody has shown that they hold it", async () => {
    rmSync(join(DATA_DIR, "backup-keys.json"), { force: true });
    expect(await step("/backups")).toMatchObject({
      done: false,
      matters: true,
      detail: expect.stringContaining("aucune sauvegarde"),
    });
    const { keys } = await makeBackupKeys(DATA_DIR);
    expect(await step("/backups")).toMatchObject({
      done: false,
      detail: expect.stringContaining("feuille imprimée"),
    });
    await insert("backup_runs", { kind: "key", status: "done", findings: { key: "another" } });
    expect(await step("/backups")).toMatchObject({ done: false });
    const shown = { key: recoveryKeyFingerprint(keys) };
    await insert("backup_runs", { kind: "key", status: "done", findings: shown });
    expect(await step("/backups")).toMatchObject({ done: true });
  });

  describe("the list", () => {
    const isAway = async () => (await asAdmin(readFirstStepsList)).isAway;
    const putAway = () => asAdmin(hideFirstSteps);
    const own = { email: "info@fege.gn", phone: "+224 622 11 22 33", postal_code: "BP 77" };
    const places = { address: "Almamya, Conakry", address_en: "Almamya, Conakry" };
    const contact = { ...DEFAULT_SETTINGS.contact_info, ...own, ...places };

    test("cannot be put away while visitors read examples, and says what is left", async () => {
      await save("contact_info", DEFAULT_SETTINGS.contact_info);
      await expect(putAway()).rejects.toMatchObject({
        kind: "conflict",
        message: expect.stringContaining("Coordonnées"),
      });
      expect(await isAway()).toBe(false);
    });

    test("is put away with the steps that nobody means to take, and comes back by hand", async () => {
      await save("contact_info", contact);
      await save("desk", DEFAULT_SETTINGS.desk);
      await putAway();
      expect(await isAway()).toBe(true);
      await asAdmin(showFirstSteps);
      expect(await isAway()).toBe(false);
    });

    test("comes back by itself when what was done is not any more", async () => {
      await putAway();
      await save("contact_info", { ...contact, email: DEFAULT_SETTINGS.contact_info.email });
      expect(await isAway()).toBe(false);
      await save("contact_info", contact);
      expect(await isAway()).toBe(true);
      // An open step that is done since does not bring it back, but an example that came back does.
      await save("desk", { ...DEFAULT_SETTINGS.desk, orange_money: "622 00 11 22" });
      await insert("events", { is_sample: true });
      expect(await isAway()).toBe(false);
    });
  });
});
