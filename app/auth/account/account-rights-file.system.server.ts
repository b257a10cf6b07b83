import { join } from "node:path";
import { eq } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { isId } from "../../core/secrets/id.ts";
import { appendLines, appendNewLines, readLines } from "../../core/storage/line-file.server.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { OFFICE_ROLES } from "../../core/values/roles.ts";
import { writeAudit } from "../../records/history/audit-entries.operations.server.ts";

// A restored backup brings back accounts that were closed and roles that were removed since. So the rights of each
// account are also written to a file beside the database, one line per change, and reduced to it after a restore.

/** The rights of an account from a moment on: 'admin', or its roles. */
type AccountLine = { id: string; at: string; active: boolean; rights: string[] };

export const ACCOUNT_FILE = "accounts.jsonl";

const fileIn = (dataDir: string) => join(dataDir, ACCOUNT_FILE);

function parseLine(text: string): AccountLine | undefined {
  try {
    const { id, at, active, rights } = JSON.parse(text) as AccountLine;
    const isValid = isId(id) && !Number.isNaN(Date.parse(at)) && Array.isArray(rights);
    return isValid ? { id, at, active: active === true, rights: rights.map(String) } : undefined;
  } catch {
    return undefined;
  }
}

const readAccountLines = (dataDir: string): AccountLine[] =>
  readLines(fileIn(dataDir)).flatMap((line) => parseLine(line) ?? []);

/** How much the clocks of two machines may differ. */
const CLOCK_MS = 10 * MINUTE;

/** The newest line of each account. Lines from the future are ignored: the clock was ahead, and they are written again. */
function latestLines(dataDir: string): Map<string, AccountLine> {
  const newest = new Map<string, AccountLine>();
  const limit = currentTime().getTime() + CLOCK_MS;
  for (const line of readAccountLines(dataDir)) {
    const at = Date.parse(line.at);
    // At the same moment, the one that was written later.
    if (at <= limit && at >= Date.parse(newest.get(line.id)?.at ?? line.at)) {
      newest.set(line.id, line);
    }
  }
  return newest;
}

/** The lines are on the disk before it returns. */
export const appendAccountLines = (dataDir: string, lines: readonly AccountLine[]): void =>
  appendLines(fileIn(dataDir), lines);

/** Adds the lines of another list, such as the one beside an archive. */
export const importAccountLines = (dataDir: string, words: readonly string[]): void =>
  appendNewLines(
    fileIn(dataDir),
    words.flatMap((text) => parseLine(text) ?? []),
    readAccountLines(dataDir),
    (line) => JSON.stringify(line),
  );

type Account = Pick<typeof profiles.$inferSelect, "role" | "roles" | "is_active">;

const rightsIn = ({ role, roles }: Account): string[] => (role === "admin" ? [role] : roles);

/** Appends the rights of each account that differ from its newest line. */
export async function saveAccountRights(dataDir = env().DATA_DIR): Promise<void> {
  const rows = await asSystem("accounts.keep", (db) => db.select().from(profiles));
  const newest = latestLines(dataDir);
  const at = currentTime().toISOString();
  const lines = rows
    .map((row) => ({ id: row.id, active: row.is_active, rights: rightsIn(row).toSorted() }))
    .filter(({ id, ...now }) => {
      const { active, rights } = newest.get(id) ?? {};
      return JSON.stringify({ active, rights }) !== JSON.stringify(now);
    })
    .map((line) => ({ ...line, at }));
  if (lines.length > 0) appendAccountLines(dataDir, lines);
}

/**
 * Revokes again, after a restored backup of this moment, what was revoked since. What was granted since is not
 * granted again.
 * @returns how many accounts were reduced.
 */
export async function reapplyRevocations(
  db: SystemDb,
  since: Date,
  dataDir = env().DATA_DIR,
): Promise<number> {
  const later = [...latestLines(dataDir).values()].filter(
    ({ at }) => Date.parse(at) > since.getTime(),
  );
  let cut = 0;
  for (const line of later) {
    const [before] = await db.select().from(profiles).where(eq(profiles.id, line.id)).for("update");
    const after = before && reduceRights(before, line);
    if (!before || !after) continue;
    await db.update(profiles).set(after).where(eq(profiles.id, line.id));
    await writeAudit(db, {
      staff_name: "La remise en place",
      action: "profiles.cut-again",
      entity: "profiles",
      entity_id: line.id,
      label: before.name,
      before: { role: before.role, roles: before.roles, is_active: before.is_active },
      after,
    });
    cut += 1;
  }
  return cut;
}

/** The reduced rights of an account; undefined when it has no more than the line says. */
function reduceRights(account: Account, { active, rights }: AccountLine): Account | undefined {
  const mayAll = rights.includes("admin");
  const isAdmin = account.role === "admin";
  const remaining = account.roles.filter((role) => mayAll || rights.includes(role));
  const after: Account = {
    is_active: account.is_active && active,
    role: isAdmin && !mayAll ? "user" : account.role,
    roles: isAdmin && !mayAll ? OFFICE_ROLES.filter((role) => rights.includes(role)) : remaining,
  };
  const isSame =
    after.is_active === account.is_active &&
    after.role === account.role &&
    after.roles.length === account.roles.length;
  return isSame ? undefined : after;
}
