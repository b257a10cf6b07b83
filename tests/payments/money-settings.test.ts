import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clearExpired } from "../../app/auth/library/housekeeping.jobs.server.ts";
import { deactivateStaff } from "../../app/auth/staff/accounts.staff.server.ts";
import { removeAccount } from "../../app/auth/staff/accounts.system.server.ts";
import { inviteStaff } from "../../app/auth/staff/invitations.staff.server.ts";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../app/core/process/clock.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { saveMoneySetting } from "../../app/payments/providers/money-settings.staff.server.ts";
import { readRefundLimits } from "../../app/payments/refunds/approval.operations.server.ts";
import { findSetting } from "../../app/settings/settings.staff.server.ts";
import { DEFAULT_SETTINGS, type SiteSettings } from "../../app/settings/settings.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { ADMIN, asAdmin, closeDay, HOUR, OTHER, openDesk } from "./support/desk.ts";

const BY = { id: ADMIN, name: "Mariama Bah", email: "mariama@example.org" };

// What steers money is told to everybody who administers the site, and a raised limit waits a day.

withDatabase((_engine, database) => {
  let day = Date.now();
  beforeAll(openDesk);
  afterAll(closeDay);
  beforeEach(async () => {
    day += 72 * HOUR;
    setClock(() => day);
    await database().asOwner("delete from site_settings");
    await database().asOwner("delete from mail_outbox");
    await database().asOwner("update profiles set is_active = true");
  });
  afterEach(() => setClock());

  type Money = Parameters<typeof saveMoneySetting>[1];
  const save = <Key extends Money>(key: Key, value: SiteSettings[Key]) =>
    asAdmin(async (db) => {
      const version = (await findSetting(db, key))?.updated_at.toISOString();
      await saveMoneySetting(db, key, value, version);
    });
  const limits = (GNF: number, XOF: number) => ({ limit_GNF: GNF, limit_XOF: XOF });
  const inForce = () => asSystem("test", (db) => readRefundLimits(db, new Date(day)));
  const mails = (template = "money-setting") =>
    database().asOwner<{ recipient: string; text_body: string }>(
      sql`select recipient, text_body from mail_outbox where template = ${template} order by recipient`,
    );
  const addressOf = async (id: string) => {
    const [row] = await database().asOwner<{ email: string }>(
      sql`select email from profiles where id = ${id}`,
    );
    return row?.email;
  };

  describe("a limit of refunds", () => {
    test("counts at once when it is lowered, and after a day when it is raised", async () => {
      await save("refunds", limits(5, 4));
      expect(await inForce()).toEqual(limits(5, 4));
      day += 25 * HOUR;
      await save("refunds", limits(900, 3));
      expect(await inForce()).toEqual(limits(5, 3));
      day += 23 * HOUR;
      expect(await inForce()).toEqual(limits(5, 3));
      day += 2 * HOUR;
      expect(await inForce()).toEqual(limits(900, 3));
    });

    test("is not raised sooner by saving it twice, nor below what the site came with", async () => {
      await save("refunds", limits(10, 10));
      day += 25 * HOUR;
      await save("refunds", limits(20, 20));
      day += HOUR;
      await save("refunds", DEFAULT_SETTINGS.refunds);
      day += 23.5 * HOUR;
      expect(await inForce(), "of the second one only half an hour is left").toEqual(
        limits(20, 20),
      );
      day += HOUR;
      expect(await inForce()).toEqual(DEFAULT_SETTINGS.refunds);
    });

    test("that the site came with is raised as slowly", async () => {
      await save("refunds", limits(9_000_000, 9_000_000));
      expect(await inForce()).toEqual(DEFAULT_SETTINGS.refunds);
    });
  });

  test("the treasury changes rate, numbers, hours and PayPal’s minimum, and no limit of refunds", async () => {
    const treasurer = await asSystem("test", (db) =>
      insertRow(db, "profiles", { role: "user", roles: ["treasurer"], name: "Fatou Camara" }),
    );
    const saveAs = <Key extends Money>(key: Key, value: SiteSettings[Key]) =>
      asStaff({ id: treasurer }, async (db) => {
        const version = (await findSetting(db, key))?.updated_at.toISOString();
        await saveMoneySetting(db, key, value, version);
      });
    await saveAs("exchange_rate", { gnf: "9450", source: "BCRG", date: "2026-01-01" });
    expect((await mails())[0]?.text_body).toMatch(/Fatou Camara a changé/);
    await saveAs("exchange_rate", { gnf: "9500", source: "BCRG", date: "2026-01-02" });
    await saveAs("desk", { ...DEFAULT_SETTINGS.desk, mtn_momo: "664 00 00 01" });
    await saveAs("paypal", { minimum: 500 });
    await expect(saveAs("refunds", limits(9_000_000, 9_000_000))).rejects.toThrow();
    const names = await database().asOwner<{ key: string }>(
      sql`select setting_key as key from site_settings order by 1`,
    );
    expect(names.map(({ key }) => key)).toEqual(["desk", "exchange_rate", "paypal"]);
  });

  describe("everybody who administers the site", () => {
    test("is told of another limit, rate or number to pay to, and of nothing else", async () => {
      await save("refunds", limits(5, 900_000));
      expect(await mails()).toHaveLength(2);
      expect((await mails())[0]?.text_body).toMatch(/plafond relevé compte à partir du/);
      await save("exchange_rate", { gnf: "9450", source: "BCRG", date: "2026-01-01" });
      expect(await mails()).toHaveLength(4);
      await save("desk", { ...DEFAULT_SETTINGS.desk, orange_money: "622 00 00 01" });
      expect(await mails()).toHaveLength(6);
      const desk = { ...DEFAULT_SETTINGS.desk, orange_money: "622 00 00 01", hold_hours: 48 };
      await save("desk", desk);
      expect(await mails()).toHaveLength(6);
    });

    test("is told for a week after they were shut out, of that and of who is to come in", async () => {
      await asAdmin((db) => deactivateStaff(db, OTHER));
      day += 24 * 6 * HOUR;
      await save("refunds", limits(7, 7));
      const both = [await addressOf(ADMIN), await addressOf(OTHER)].sort();
      expect((await mails()).map(({ recipient }) => recipient)).toEqual(both);
      const guest = { name: "N", email: `${newId()}@example.org`, role: "admin", roles: [] };
      await asStaff({ id: ADMIN }, (db: StaffDb) => inviteStaff(db, guest as never));
      expect((await mails("staff-admission")).map(({ recipient }) => recipient)).toEqual(both);
      day += 48 * HOUR;
      await database().asOwner("delete from mail_outbox");
      await save("refunds", limits(6, 6));
      expect(await mails()).toHaveLength(1);
      await clearExpired(new Date(day));
      expect(
        await database().asOwner("select 1 from profiles where administered_email is not null"),
      ).toEqual([]);
    });

    test("is told at the address that they had, when their account was removed", async () => {
      const third = await asSystem("test", (db) => insertRow(db, "profiles", { role: "admin" }));
      const address = await addressOf(third);
      await asSystem("test", (db) => removeAccount(db, BY, third));
      await save("refunds", limits(7, 7));
      expect((await mails()).map(({ recipient }) => recipient)).toContain(address);
    });
  });
});
