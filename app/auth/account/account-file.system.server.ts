import { eq } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { OFFICE_ROLES } from "../../core/values/roles.ts";
import { writeAudit } from "../../records/history/audit-entries.operations.server.ts";
import { type AccountLine, appendAccounts, newestLines } from "./account-lines.server.ts";

type Account = Pick<typeof profiles.$inferSelect, "role" | "roles" | "is_active">;

const rightsIn = ({ role, roles }: Account): string[] => (role === "admin" ? [role] : roles);

/** Writes what accounts may do into the file, as far as that is another thing than its newest line says. */
export async function keepAccounts(dataDir = env().DATA_DIR): Promise<void> {
  const rows = await asSystem("accounts.keep", (db) => db.select().from(profiles));
  const newest = newestLines(dataDir);
  const at = currentTime().toISOString();
  const lines = rows
    .map((row) => ({ id: row.id, active: row.is_active, rights: rightsIn(row).toSorted() }))
    .filter(({ id, ...now }) => {
      const { active, rights } = newest.get(id) ?? {};
      return JSON.stringify({ active, rights }) !== JSON.stringify(now);
    })
    .map((line) => ({ ...line, at }));
  if (lines.length > 0) appendAccounts(dataDir, lines);
}

/**
 * Closes again what a backup of this moment opened: accounts that ended since, and roles that were cut. What was given
 * since is not given again.
 * @returns how many accounts may do less now.
 */
export async function repeatCuts(
  db: SystemDb,
  since: Date,
  dataDir = env().DATA_DIR,
): Promise<number> {
  const later = [...newestLines(dataDir).values()].filter(
    ({ at }) => Date.parse(at) > since.getTime(),
  );
  let cut = 0;
  for (const line of later) {
    const [before] = await db.select().from(profiles).where(eq(profiles.id, line.id)).for("update");
    const after = before && cutOf(before, line);
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

/** What is left of an account; undefined when it may do no more than the line says. */
function cutOf(account: Account, { active, rights }: AccountLine): Account | undefined {
  const mayAll = rights.includes("admin");
  const isAdmin = account.role === "admin";
  const kept = account.roles.filter((role) => mayAll || rights.includes(role));
  const after: Account = {
    is_active: account.is_active && active,
    role: isAdmin && !mayAll ? "user" : account.role,
    roles: isAdmin && !mayAll ? OFFICE_ROLES.filter((role) => rights.includes(role)) : kept,
  };
  const isSame =
    after.is_active === account.is_active &&
    after.role === account.role &&
    after.roles.length === account.roles.length;
  return isSame ? undefined : after;
}
