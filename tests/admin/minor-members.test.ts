import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { CONSENT_ON_PAPER, CONSENTS } from "../../app/guardians/guardian.ts";
import {
  createMember,
  deleteMembers,
  memberFormSchema,
  updateMember,
} from "../../app/membership/members/members.staff.server.ts";
import { restoreBatch } from "../../app/records/bin/bin.staff.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);

const GUARDIAN = {
  guardianName: "Fatou Bah",
  guardianPhone: "622 00 00 01",
  guardianRelation: "mother",
};
const ON_PAPER = { ...GUARDIAN, guardianPaper: "on" };

const member = (over: object = {}) =>
  memberFormSchema.parse({
    first_name: "Hawa",
    last_name: "Sow",
    email: `${newId()}@example.org`,
    member_type: "player",
    status: "pending",
    language: "fr",
    ...over,
  });
const refused = (work: Promise<unknown>, field: string, message = /./) =>
  expect(work).rejects.toMatchObject({ field, message: expect.stringMatching(message) });

withDatabase((_engine, database) => {
  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" })),
  );

  const rowOf = async (table: string, id: string) => {
    const [row] = await database().asOwner<Record<string, string | null>>(
      sql`select * from ${sql.identifier(table)} where id = ${id}`,
    );
    return row;
  };
  describe("a member written down by staff", () => {
    const today = new Date().toISOString().slice(0, 10);
    const child = `${Number(today.slice(0, 4)) - 10}-01-01`;

    test("has a guardian when they are a minor, on the day of their application", async () => {
      await refused(
        asAdmin((db) => createMember(db, member({ birth_date: child }))),
        "guardianName",
      );
      const id = await asAdmin((db) =>
        createMember(db, member({ birth_date: child, ...ON_PAPER })),
      );
      expect(await rowOf("members", id)).toMatchObject({ guardian_consent: CONSENT_ON_PAPER });
      // Years later they are of age: what was agreed to stays with the application.
      await database().asOwner(sql`update members set created_at = created_at - interval '9 years',
        birth_date = birth_date - interval '9 years' where id = ${id}`);
      const { birth_date, email } = (await rowOf("members", id)) ?? {};
      const day = new Date(birth_date ?? 0).toISOString().slice(0, 10);
      const same = member({ birth_date: day, email: email ?? "", ...GUARDIAN, city: "Labé" });
      await asAdmin((db) => updateMember(db, id, same));
      expect(await rowOf("members", id)).toMatchObject({
        city: "Labé",
        guardian_name: "Fatou Bah",
      });
    });

    test("becomes a minor by a corrected birth date only with one", async () => {
      const id = await asAdmin((db) => createMember(db, member({ birth_date: "2001-01-01" })));
      const younger = { birth_date: child };
      await refused(
        asAdmin((db) => updateMember(db, id, member(younger))),
        "guardianName",
      );
      await asAdmin((db) => updateMember(db, id, member({ ...younger, ...ON_PAPER })));
      expect(await rowOf("members", id)).toMatchObject({ guardian_relation: "mother" });
    });
  });

  test("whoever the raised age makes a minor does not come back from the bin without a guardian, and that is said in words", async () => {
    const year = Number(new Date().toISOString().slice(0, 4));
    const adult = { birth_date: `${year - 19}-01-01` };
    const id = await asAdmin((db) => createMember(db, member(adult)));
    const { batch } = await asAdmin((db) => deleteMembers(db, [id]));
    const setAge = (age: number) =>
      database().asOwner(sql`insert into site_settings (id, setting_key, setting_value)
        values (${newId()}, 'minors', ${JSON.stringify({ age })}::jsonb)
        on conflict (setting_key) do update set setting_value = excluded.setting_value`);
    await setAge(21);
    await expect(asAdmin((db) => restoreBatch(db, batch))).rejects.toMatchObject({
      kind: "conflict",
      message: expect.stringMatching(/compte maintenant parmi les mineurs/),
    });
    expect(await rowOf("members", id)).toBeUndefined();
    await setAge(18);
    expect(await asAdmin((db) => restoreBatch(db, batch))).toBe(1);
    expect(await rowOf("members", id)).toMatchObject({ guardian_name: null });
  });

  test("every version of the consent has its text for both purposes, in both languages", () => {
    for (const texts of Object.values(CONSENTS)) {
      for (const text of Object.values(texts).flatMap((each) => [each.fr, each.en])) {
        expect(text.length).toBeGreaterThan(70);
      }
    }
  });
});
