import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Administrator } from "../../auth/staff/administrators.operations.server.ts";
import { log } from "../../core/log/log.server.ts";
import { env } from "../../core/process/env.server.ts";
import { seal, unseal } from "../../core/secrets/keys.server.ts";
import { replaceFile } from "../../core/storage/line-file.server.ts";

// Whom to write to when the database is away at a start, and cannot say it: sealed, since these are addresses of
// people, in a file that is worth nothing without our secret.

const PURPOSE = "administrators";
const fileIn = () => join(env().DATA_DIR, "administrators.sealed");
const schema = z.array(z.object({ id: z.string(), name: z.string(), email: z.string() }));

function readFile(): readonly Administrator[] {
  try {
    const known = schema.safeParse(unseal(PURPOSE, readFileSync(fileIn(), "utf8")));
    return known.success ? known.data : [];
  } catch {
    // There is none yet, or the disk is broken: the settings may name somebody.
    return [];
  }
}

/** Keeps whom the database named, when that is another list than before. */
export function keepAdministrators(administrators: readonly Administrator[]): void {
  if (JSON.stringify(administrators) === JSON.stringify(readFile())) return;
  try {
    replaceFile(fileIn(), seal(PURPOSE, administrators));
  } catch (error) {
    // A full disk has a line of its own among the checks.
    log.warn({ err: error }, "the administrators' addresses were not kept");
  }
}

/** Whom to write to without the database: those who were known last, else whoever the settings name. */
export function knownAdministrators(): readonly Administrator[] {
  const known = readFile();
  const { ADMIN_EMAIL: email } = env();
  return known.length > 0 || !email ? known : [{ id: "settings", name: "", email }];
}
