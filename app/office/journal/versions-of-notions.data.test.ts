import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { insertRow } from "../../../tests/database/tables.ts";
import { tellSiteMap } from "../../../tests/support/browser/site-map.ts";
import { withDatabase } from "../../../tests/support/database/test-database.ts";
import "../../../tests/admin/records/operations.ts";
import { asStaff, asSystem, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { eventFormSchema } from "../../events/event-schema.ts";
import { createEvent, findEventForStaff, updateEvent } from "../../events/events.staff.server.ts";
import {
  createMembershipType,
  deactivateMembershipTypes,
  findMembershipType,
  membershipTypeForm,
  updateMembershipType,
} from "../../membership/types/membership-types.staff.server.ts";
import { createPartner, updatePartner } from "../../partners/partners.staff.server.ts";
import { saveMoneySetting } from "../../payments/providers/money-settings.staff.server.ts";
import { listVersions, readVersion } from "../../records/history/versions.staff.server.ts";
import { EditConflict, versionOf } from "../../records/records.staff.server.ts";
import { findSetting, listSettings, saveSetting } from "../../settings/settings.staff.server.ts";
import { DEFAULT_SETTINGS } from "../../settings/settings.ts";
import { restorableAt, restoreVersion } from "./restorables.server.ts";
import { differencesOf } from "./version-differences.server.ts";

await tellSiteMap();

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);

withDatabase((_engine, database) => {
  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" })),
  );

  test("an event comes back with its packages", async () => {
    const event = (more: object) =>
      eventFormSchema.parse({
        title: "Coupe",
        description: "Une coupe.",
        date: "2031-06-03",
        location: "Conakry",
        category: "Tournoi",
        type: "in-person",
        currency: "GNF",
        price: "0",
        status: "upcoming",
        max_participants: "10",
        ...more,
      });
    const packages = (amount: string) => ({
      "prices.0.id": "vip",
      "prices.0.name": "VIP",
      "prices.0.amount": amount,
      "prices.0.description": "Place assise",
      "prices.0.ends_at": "2031-06-01T10:00",
    });
    const own = await asAdmin((db) => createEvent(db, event(packages("5000"))));
    await asAdmin((db) =>
      updateEvent(db, own, event({ ...packages("9000"), title: "Grande coupe" })),
    );
    const before = await asAdmin((db) => findEventForStaff(db, own));
    const seen = versionOf(before ?? { updated_at: currentTime() });
    await asAdmin((db) => restoreVersion(db, "events", own, { number: 1, seen }));
    const after = await asAdmin((db) => findEventForStaff(db, own));
    expect(after).toMatchObject({ title: "Coupe", prices: [{ name: "VIP", amount: 5000 }] });
    expect(
      (await asAdmin((db) => listVersions(db, "events", own))).map(
        ({ restored_from }) => restored_from,
      ),
    ).toEqual([1, null, null]);
  });

  const seenNow = async (table: string, id: string) => {
    const row = await asAdmin(async (db) => restorableAt(table, id).find(db, id));
    return versionOf(row ?? { updated_at: currentTime() });
  };
  const numbersOf = (table: string, id: string) =>
    asAdmin(async (db) => (await listVersions(db, table, id)).map(({ number }) => number));

  test("the texts of a page that is a setting come back, and visitors read them", async () => {
    const write = (mission: string, version?: string) =>
      asAdmin((db) =>
        saveSetting(db, "about", { words: { mission, mission_en: "Play" }, history: [] }, version),
      );
    await write("Jouer");
    const row = await asAdmin((db) => findSetting(db, "about"));
    const id = row?.id ?? "";
    const first = versionOf(row ?? { updated_at: currentTime() });
    await write("Former et jouer", first);
    const differences = await asAdmin(async (db) => {
      const pair = await readVersion(db, "site_settings", id, 2);
      return differencesOf(db, "site_settings", pair?.before ?? {}, pair?.values ?? {});
    });
    expect(differences.map(({ name }) => name)).toEqual(["Mission"]);
    // Who looked before the last save is told, and nothing is lost.
    const restore = (seen: string) =>
      asAdmin((db) => restoreVersion(db, "site_settings", id, { number: 1, seen }));
    await expect(restore(first)).rejects.toBeInstanceOf(EditConflict);
    expect(await restore(await seenNow("site_settings", id))).toBe(true);
    expect((await asAdmin(listSettings)).about.words.mission).toBe("Jouer");
    expect(await numbersOf("site_settings", id)).toEqual([3, 2, 1]);
  });

  test("a setting that a newer form refuses does not come back, and says which field it is", async () => {
    await asAdmin((db) => saveSetting(db, "map_point", DEFAULT_SETTINGS.map_point));
    const id = (await asAdmin((db) => findSetting(db, "map_point")))?.id ?? "";
    await database().asOwner(sql`update versions set "values" =
      '{"setting_value": {"latitude": "95", "longitude": "-13.6"}}' where entity_id = ${id}`);
    const there = { latitude: "9.6", longitude: "-13.6" };
    const version = await seenNow("site_settings", id);
    await asAdmin((db) => saveSetting(db, "map_point", there, version));
    const seen = await seenNow("site_settings", id);
    const restored = asAdmin((db) => restoreVersion(db, "site_settings", id, { number: 1, seen }));
    await expect(restored).rejects.toMatchObject({ errors: { latitude: expect.any(String) } });
    expect((await asAdmin(listSettings)).map_point).toEqual(there);
  });

  test("what says where money goes has no versions", async () => {
    const desk = { ...DEFAULT_SETTINGS.desk, orange_money: "+224 622 00 00 01" };
    await asAdmin((db) => saveMoneySetting(db, "desk", desk));
    const row = await asAdmin((db) => findSetting(db, "desk"));
    const id = row?.id ?? "";
    const version = versionOf(row ?? { updated_at: currentTime() });
    await asAdmin((db) => saveMoneySetting(db, "desk", DEFAULT_SETTINGS.desk, version));
    expect(await numbersOf("site_settings", id)).toEqual([]);
    expect(
      await asAdmin(async (db) => restorableAt("site_settings", id).find(db, id)),
    ).toBeUndefined();
  });

  test("a kind of membership comes back with its benefits, and stays offered or not", async () => {
    const type = (more: object) =>
      membershipTypeForm.schema.parse({
        name: "Joueur",
        description: "Licence",
        price: "50000",
        period: "par an",
        features: "Licence\nTournois",
        features_en: "Licence",
        member_type: "player",
        ...more,
      });
    const id = await asAdmin((db) => createMembershipType(db, type({})));
    await asAdmin((db) =>
      updateMembershipType(db, id, type({ price: "80000", features: "Licence" })),
    );
    await asAdmin((db) => deactivateMembershipTypes(db, [id]));
    expect(await numbersOf("membership_types", id)).toEqual([2, 1]);
    const seen = await seenNow("membership_types", id);
    await asAdmin((db) => restoreVersion(db, "membership_types", id, { number: 1, seen }));
    expect(await asAdmin((db) => findMembershipType(db, id))).toMatchObject({
      price: 50_000,
      features: ["Licence", "Tournois"],
      features_en: ["Licence"],
      is_active: false,
    });
  });

  test("no contact of a partner enters a version", async () => {
    const partner = (description: string) => ({
      name: "Orange",
      description,
      description_en: null,
      logo_url: null,
      website: null,
      partnership_type: "sponsor" as const,
      status: "active" as const,
      contact_name: "Fanta Camara",
      contact_email: "fanta@example.org",
      contact_phone: "+224622000001",
      partnership_start: null,
      partnership_end: null,
    });
    const own = await asAdmin((db) => createPartner(db, partner("Un")));
    await asAdmin((db) => updatePartner(db, own, partner("Deux")));
    const [row] = await database().asOwner<{ all: string }>(
      sql`select string_agg(v::text, ' ') as all from versions v where entity_id = ${own}`,
    );
    expect(row?.all).toContain("Deux");
    expect(row?.all).not.toMatch(/Fanta|fanta@|622000001/);
  });
});
