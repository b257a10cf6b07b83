import { eq } from "drizzle-orm";
import { asVisitor, type VisitorDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { lastKnown } from "../core/process/last-known.server.ts";
import { isoDay } from "../i18n/format.ts";
import { siteSettings } from "./settings.table.server.ts";
import { DEFAULT_SETTINGS, type SiteSettings, withDefaults } from "./settings.ts";

// Every page shows the settings and they change a few times a year: they are read once, and again
// when the database says that they changed.
let current: SiteSettings = DEFAULT_SETTINGS;
let generation = 0;
let knownGeneration = -1;

/** The public settings, each absent one with its default. Throws when they cannot be read. */
export async function readSettings(): Promise<SiteSettings> {
  if (knownGeneration !== generation) {
    // A change that arrives while we read makes this reading old at once.
    const readFor = generation;
    const rows = await asVisitor(selectPublic).catch((error: unknown) => {
      // A start without the database: feeds, heads and mails are the federation's all the same.
      if (knownGeneration === -1) current = settingsWithoutDatabase();
      throw error;
    });
    current = withDefaults(Object.fromEntries(rows.map(({ key, value }) => [key, value])));
    knownGeneration = readFor;
  }
  return current;
}

/** What stands in for the settings: those of a site with content of its own as they were last, else the defaults. */
export const settingsWithoutDatabase = (): SiteSettings =>
  withDefaults(lastKnown()?.settings ?? {});

/** The last settings that were read, or what stands in for them. */
export function cachedSettings(): SiteSettings {
  return current;
}

/** To be called when site_settings changed, or may have. */
export function forgetSettings(): void {
  generation++;
}

function selectPublic(db: VisitorDb) {
  return db
    .select({ key: siteSettings.setting_key, value: siteSettings.setting_value })
    .from(siteSettings)
    .where(eq(siteSettings.is_public, true));
}

/** What a file that staff take with them is called: 'fge-membres-2026-03-01' for 'membres'. */
export async function exportName(content: string): Promise<string> {
  const { federation } = await readSettings();
  return `${federation.export_prefix}-${content}-${isoDay(currentTime())}`;
}
