import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { keyOf } from "../../app/core/storage/storage.server.ts";
import { sampleEvents } from "../../app/events/events.samples.ts";
import { clearPublicFileCache, isPublicFile } from "../../app/files/public-files.visitor.server.ts";
import { placeSampleFiles } from "../../app/files/storage/sample-files.server.ts";
import { updateNews } from "../../app/news/news.staff.server.ts";
import { countSamples, removeSamples } from "../../app/office/home/samples.staff.server.ts";
import { SAMPLE_RESOURCES } from "../../app/resources/resources.samples.ts";
import { seedIfEmpty } from "../../database/seed/seed.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { MANAGED } from "./records/operations.ts";
import { DATA_DIR } from "./records/settings.ts";

const ADMIN = newId();
const ARTICLE = "01930000-0000-7000-8000-000000001001";
const EVENT = "01930000-0000-7000-8000-000000002001";

afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

withDatabase((_engine, database) => {
  const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
  const samplesLeft = async () => {
    const tables = await database().asOwner<{ name: string }>(sql`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'is_sample' order by 1`);
    const left: Record<string, number | undefined> = {};
    for (const { name } of tables) {
      const one = sql`select count(*)::int as n from ${sql.identifier(name)} where is_sample`;
      const [row] = await database().asOwner<{ n: number }>(one);
      if (row?.n !== 0) left[name] = row?.n;
    }
    return left;
  };

  beforeAll(async () => {
    placeSampleFiles(DATA_DIR);
    await seedIfEmpty();
    seeded = await database().asOwner(sql`
      select current_participants as taken, max_participants as places,
        (select count(*)::int from event_registrations r where r.event_id = e.id
          and r.is_sample and r.status = 'confirmed' and r.email like '%.invalid') as people,
        (select sum(taken)::int from event_packages p where p.event_id = e.id) as packages
      from events e where current_participants > 0 order by id`);
    await asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin" });
      await insertRow(db, "event_registrations", { event_id: EVENT, status: "confirmed" });
    });
    const form = MANAGED.find(({ table }) => table === "news")?.form;
    await asAdmin((db) => updateNews(db, ARTICLE, form as never));
  });

  let seeded: unknown[] = [];
  /** Of how many tables samples went. */
  let emptied = 0;

  test("what is still sample goes; what was written anew or is in use stays", async () => {
    const before = await samplesLeft();
    expect(Object.keys(before).length).toBeGreaterThan(8);
    const counted = await asAdmin(countSamples);
    emptied = counted.filter((entry) => entry.count > 0).length;
    const count = await asAdmin(removeSamples);
    expect(count).toBe(counted.reduce((sum, entry) => sum + entry.count, 0));
    expect(count).toBeGreaterThan(200);
    // An event keeps its packages.
    // Its invented people go all the same: whoever is there is real.
    expect(await samplesLeft()).toEqual({ event_packages: 2, events: 1 });
    expect(await asAdmin(countSamples)).toEqual([{ entity: "events", count: 0, kept: 1 }]);
    const stored = await database().asOwner(sql`
      select id from news where id = ${ARTICLE} union select id from events where id = ${EVENT}
      order by 1`);
    expect(stored).toEqual([{ id: ARTICLE }, { id: EVENT }]);
  });

  test("a new site and the built-in fallback show as many participants as the specification says", async () => {
    expect(seeded).toEqual([
      { taken: 32, places: 64, people: 32, packages: 32 },
      { taken: 15, places: 30, people: 15, packages: 15 },
    ]);
    const built = sampleEvents(new Date()).filter((event) => event.current_participants > 0);
    expect(built.map((event) => [event.current_participants, event.max_participants])).toEqual([
      [32, 64],
      [15, 30],
    ]);
  });

  test("no example has participants who do not exist", async () => {
    const wrong = await database().asOwner(sql`
      select id from events where current_participants <>
        (select count(*) from event_registrations where event_id = events.id and status = 'confirmed')`);
    expect(wrong).toEqual([]);
  });

  test("the log says how many of each went, and who did it", async () => {
    const entries = await database().asOwner<{ action: string; label: string }>(sql`
      select action, label from audit_log join audit_values using (id) where staff_id = ${ADMIN} and action like '%.remove-samples'
      order by action`);
    expect(entries).toHaveLength(emptied);
    expect(emptied).toBeGreaterThan(8);
    expect(entries).toContainEqual({ action: "partners.remove-samples", label: "9 exemples" });
  });

  test("a second time there is nothing to remove", async () => {
    expect(await asAdmin(removeSamples)).toBe(0);
  });

  test("the documents close to visitors at once, and their covers are let go", async () => {
    clearPublicFileCache();
    for (const { file_url } of SAMPLE_RESOURCES) {
      expect(await isPublicFile(keyOf(file_url) ?? ""), file_url).toBe(false);
    }
    const rows = await database().asOwner<{ stem: string; reason: string; days: number }>(sql`
      select stem, reason, round(extract(epoch from due_at - let_go_at) / 86400)::int as days
      from file_removals order by stem`);
    const stems = SAMPLE_RESOURCES.map(({ file_url }) =>
      file_url.replace("/files/samples/", "uploads/samples-").replace(/\.\w+$/, ""),
    );
    expect(rows).toEqual(stems.sort().map((stem) => ({ stem, reason: "deleted", days: 30 })));
  });
});
