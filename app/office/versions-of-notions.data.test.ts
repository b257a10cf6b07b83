import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { insertRow } from "../../tests/database/tables.ts";
import { tellSiteMap } from "../../tests/support/site-map.ts";
import { withEngines } from "../../tests/support/test-database.ts";
import "../../tests/admin/operations.ts";
import { currentTime } from "../core/clock.ts";
import { asStaff, asSystem, type StaffDb } from "../core/database/doors.server.ts";
import { newId } from "../core/id.server.ts";
import { eventFormSchema } from "../events/event-schema.ts";
import { createEvent, findEventForStaff, updateEvent } from "../events/events.staff.server.ts";
import { createPartner, updatePartner } from "../partners/partners.staff.server.ts";
import { versionOf } from "../records/records.staff.server.ts";
import { listVersions } from "../records/versions.staff.server.ts";
import { restoreVersion } from "./restorables.server.ts";

await tellSiteMap();

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);

withEngines((_engine, database) => {
  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" })),
  );

  test("an event comes back with its packages", async () => {
    const event = (more: object) =>
      eventFormSchema.parse({
        ...{ title: "Coupe", description: "Une coupe.", date: "2031-06-03", location: "Conakry" },
        ...{ category: "Tournoi", type: "in-person", currency: "GNF", price: "0" },
        ...{ status: "upcoming", max_participants: "10" },
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

  test("no contact of a partner enters a version", async () => {
    const partner = (description: string) => ({
      ...{ name: "Orange", description, description_en: null, logo_url: null, website: null },
      ...{ partnership_type: "sponsor" as const, status: "active" as const },
      ...{ contact_name: "Fanta Camara", contact_email: "fanta@example.org" },
      ...{ contact_phone: "+224622000001", partnership_start: null, partnership_end: null },
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
