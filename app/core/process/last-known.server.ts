import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { log } from "../log/log.server.ts";
import { replaceFile } from "../storage/line-file.server.ts";
import { env } from "./env.server.ts";

// The fallback of a site with real content while its database cannot be read: samples would invent events and people.
// It is a file beside the database, for a start without one.

/** The contact details of the federation, and the public settings as they were last read. */
export type LastKnown = {
  contact: { email: string; phone: string };
  settings: Record<string, unknown>;
};

const schema = z.object({
  contact: z.object({ email: z.string(), phone: z.string() }),
  settings: z.record(z.string(), z.unknown()),
});
const fileIn = () => join(env().DATA_DIR, "last-known.json");

let cached: { value: LastKnown | undefined } | undefined;

function readFile(): LastKnown | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(fileIn(), "utf8")));
  } catch {
    // Missing or unreadable: the site counts as a demonstration.
    return undefined;
  }
}

/** The fallback of a site with real content; undefined while all content is samples. */
export function lastKnown(): LastKnown | undefined {
  cached ??= { value: readFile() };
  return cached.value;
}

/** Stores the fallback, or removes it for a site whose content is samples again. */
export function writeLastKnown(value: LastKnown | undefined): void {
  const isSame = JSON.stringify(value) === JSON.stringify(lastKnown());
  cached = { value };
  if (isSame) return;
  try {
    if (!value) {
      rmSync(fileIn(), { force: true });
      return;
    }
    replaceFile(fileIn(), JSON.stringify(value));
  } catch (error) {
    // The health checks report a full disk.
    log.warn({ err: error }, "what a start without a database falls back on was not kept");
  }
}
