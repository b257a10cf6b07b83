import { cachedSettings, readSettings } from "../settings/settings.visitor.server.ts";

/** Until which age somebody is a minor, as the settings say; as they last said while they cannot be read. */
export async function readMinorAge(): Promise<number> {
  try {
    return (await readSettings()).minors.age;
  } catch {
    return knownMinorAge();
  }
}

/** The same inside of a door, where a request has just read it. */
export const knownMinorAge = (): number => cachedSettings().minors.age;
