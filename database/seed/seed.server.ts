import { randomBytes } from "node:crypto";
import { basename } from "node:path";
import { sql } from "drizzle-orm";
import { SAMPLE_LEADERS } from "../../app/about/leadership.samples.ts";
import { leadershipTeam } from "../../app/about/leadership.table.server.ts";
import { SAMPLE_HIGHLIGHTS } from "../../app/community/highlights.samples.ts";
import { highlights } from "../../app/community/highlights.table.server.ts";
import { asSystem, type SystemDb } from "../../app/core/database/doors/doors.server.ts";
import { log } from "../../app/core/log/log.server.ts";
import { currentTime } from "../../app/core/process/clock.ts";
import { referenceFrom } from "../../app/core/secrets/id.ts";
import { sampleEvents } from "../../app/events/events.samples.ts";
import { eventPackages, events } from "../../app/events/events.table.server.ts";
import type { FederationEvent } from "../../app/events/events.ts";
import { fileCategories, staticFiles } from "../../app/files/files.table.server.ts";
import { sampleMembers } from "../../app/membership/members/members.samples.ts";
import { members } from "../../app/membership/members/members.table.server.ts";
import { SAMPLE_MEMBERSHIP_TYPES } from "../../app/membership/types/membership-types.samples.ts";
import { membershipTypes } from "../../app/membership/types/membership-types.table.server.ts";
import { sampleNews } from "../../app/news/news.samples.ts";
import { news } from "../../app/news/news.table.server.ts";
import { SAMPLE_PAGES } from "../../app/pages/pages.samples.ts";
import { pageSections, pages } from "../../app/pages/pages.table.server.ts";
import { HOME_SLUG } from "../../app/pages/pages.ts";
import { SAMPLE_PARTNERS } from "../../app/partners/partners.samples.ts";
import { partners } from "../../app/partners/partners.table.server.ts";
import { sampleRegistrations } from "../../app/registrations/registrations.samples.ts";
import { eventRegistrations } from "../../app/registrations/registrations.table.server.ts";
import { SAMPLE_RESOURCES } from "../../app/resources/resources.samples.ts";
import { RESOURCE_SECTIONS } from "../../app/resources/resources.ts";
import { siteSettings } from "../../app/settings/settings.table.server.ts";
import { DEFAULT_SETTINGS } from "../../app/settings/settings.ts";

/** One number for every process that may seed this database; any constant will do. */
const SEED_LOCK = 7_423_002;
const MEMBERS_AT_ONCE = 100;
const HOME = SAMPLE_PAGES.filter(({ page }) => page.slug === HOME_SLUG);
const OTHER_PAGES = SAMPLE_PAGES.filter(({ page }) => page.slug !== HOME_SLUG);

/**
 * Fills a database that holds no setting at all: what the site cannot do without, and the sample
 * content unless `withSamples` is false. Everything or nothing, and only once, however many processes start.
 */
export async function seedIfEmpty(withSamples = true): Promise<boolean> {
  const seeded = await asSystem("seed", async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    const [row] = await db.select({ id: siteSettings.id }).from(siteSettings).limit(1);
    if (row) return false;
    await seedFrame(db);
    if (withSamples) await seedSamples(db, currentTime());
    return true;
  });
  if (seeded) log.info({}, withSamples ? "sample content added" : "empty site prepared");
  return seeded;
}

const { brand_text, items } = DEFAULT_SETTINGS.main_navigation;
const EVENTS = { label: "Événements", label_en: "Events", path: "/events" };

/** The menu that a new site begins with: the built-in one, with the events after the news. */
const SEEDED_MENU = {
  brand_text,
  items: items
    .flatMap((item) => (item.path === "/news" ? [item, EVENTS] : [item]))
    .map((item, place) => ({ ...item, order: place + 1 })),
};

/** The settings, the categories of documents, and the home page: staff change them, nobody removes them. */
async function seedFrame(db: SystemDb): Promise<void> {
  await insertPages(db, HOME, false);
  await db.insert(siteSettings).values(
    Object.entries(DEFAULT_SETTINGS).map(([key, value]) => ({
      setting_key: key,
      setting_value: key === "main_navigation" ? SEEDED_MENU : value,
      setting_type: key === "site_logo" || key === "main_navigation" ? "appearance" : "identity",
      is_public: true,
    })),
  );
  await db.insert(fileCategories).values([
    ...RESOURCE_SECTIONS.map(({ key, category }, index) => ({
      place: index + 1,
      name: category,
      key,
      icon: key === "media" ? ("Archive" as const) : ("FileText" as const),
    })),
    // What illustrates the site is no document: in the categories above it would be offered as one.
    { name: "Photos", icon: "Image" as const, place: RESOURCE_SECTIONS.length + 1 },
  ]);
}

async function seedSamples(db: SystemDb, now: Date): Promise<void> {
  const sample = <T>(rows: readonly T[]) => rows.map((row) => ({ ...row, is_sample: true }));
  await db.insert(news).values(sample(sampleNews(now)));
  await insertEvents(db, sampleEvents(now), now);
  await db.insert(leadershipTeam).values(sample(SAMPLE_LEADERS));
  await db.insert(partners).values(sample(SAMPLE_PARTNERS));
  await db.insert(membershipTypes).values(sample(SAMPLE_MEMBERSHIP_TYPES));
  await db.insert(highlights).values(sample(SAMPLE_HIGHLIGHTS));
  await insertPages(db, OTHER_PAGES, true);
  const people = sample(sampleMembers(now));
  for (let from = 0; from < people.length; from += MEMBERS_AT_ONCE) {
    await db.insert(members).values(people.slice(from, from + MEMBERS_AT_ONCE));
  }
  await seedResources(db);
}

async function insertEvents(db: SystemDb, samples: FederationEvent[], now: Date): Promise<void> {
  const rows = samples.map(({ prices, ...event }) => ({
    ...event,
    by_invitation: prices?.length === 0,
    is_sample: true,
    // Triggers count who registers below.
    current_participants: 0,
  }));
  await db.insert(events).values(rows);
  const packages = samples.flatMap(({ id: event_id, prices }) =>
    (prices ?? []).map(({ id: key, package_id, ...text }, position) => ({
      ...text,
      key,
      position,
      event_id,
      is_sample: true,
      taken: 0,
      id: package_id ?? undefined,
    })),
  );
  await db.insert(eventPackages).values(packages);
  await db.insert(eventRegistrations).values(
    sampleRegistrations(now, samples).map((row) => ({
      ...row,
      reference: referenceFrom("FGE", randomBytes(6)),
      ticket_token: randomBytes(24).toString("base64url"),
    })),
  );
}

async function insertPages(db: SystemDb, chosen: typeof SAMPLE_PAGES, is_sample: boolean) {
  await db.insert(pages).values(chosen.map(({ page }) => ({ ...page, is_sample })));
  const sections = chosen.flatMap((page) => page.sections);
  await db.insert(pageSections).values(sections.map((section) => ({ ...section, is_sample })));
}

async function seedResources(db: SystemDb): Promise<void> {
  const categories = await db.select().from(fileCategories);
  const idOf = new Map(categories.map((category) => [category.name, category.id]));
  await db.insert(staticFiles).values(
    SAMPLE_RESOURCES.map(({ category, ...resource }) => ({
      ...resource,
      filename: basename(resource.file_url),
      original_filename: basename(resource.file_url),
      category_id: idOf.get(category) ?? null,
      is_resource: true,
      is_sample: true,
    })),
  );
}
