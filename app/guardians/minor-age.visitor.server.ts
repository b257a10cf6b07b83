import { cachedSettings, readSettings } from "../settings/settings.visitor.server.ts";

/** The age below which somebody is a minor; the last known value while the settings cannot be read. */
export const readMinorAge = async (): Promise<number> =>
  (await readSettings().catch(cachedSettings)).minors.age;

/** The same from the cache, for code inside a transaction whose request has just read the settings. */
export const cachedMinorAge = (): number => cachedSettings().minors.age;
