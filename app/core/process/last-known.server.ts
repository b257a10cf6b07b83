import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { log } from "../log/log.server.ts";
import { replaceFile } from "../storage/line-file.server.ts";
import { env } from "./env.server.ts";

// What a site with content of its own falls back on when its database cannot be read: never on samples, which invent
// events and people. It lies beside the database, so that a start without one knows it too.

/** How the federation is reached, and the public settings as they were last read. */
export type LastKnown = {
  contact: { email: string; phone: string };
  settings: Record<string, unknown>;
};

const schema = z.object({
  contact: z.object({ email: z.string(), phone: z.string() }),
  settings: z.record(z.string(), z.unknown()),
});
const fileIn = () => join(env().DATA_DIR, "last-known.json");

let known: { value: LastKnown | undefined } | undefined;

function readFile(): LastKnown | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(fileIn(), "utf8")));
  } catch {
    // There is none, or none that can be read: the site is taken for a demonstration.
    return undefined;
  }
}

/** What is known of a site with content of its own; undefined while all of it is samples. */
export function lastKnown(): LastKnown | undefined {
  known ??= { value: readFile() };
  return known.value;
}

/** Keeps what was read now, or forgets it for a site whose content is samples again. */
export function saveLastKnown(value: LastKnown | undefined): void {
  const isSame = JSON.stringify(value) === JSON.stringify(lastKnown());
  known = { value };
  if (isSame) return;
  try {
    if (!value) {
      rmSync(fileIn(), { force: true });
      return;
    }
    replaceFile(fileIn(), JSON.stringify(value));
  } catch (error) {
    // A full disk has a line of its own among the checks.
    log.warn({ err: error }, "what a start without a database falls back on was not kept");
  }
}
