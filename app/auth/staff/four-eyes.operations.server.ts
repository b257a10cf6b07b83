import { and, eq, lte, sql } from "drizzle-orm";
import type { StaffDb, SystemDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { DAY } from "../../core/values/durations.ts";
import { AppError } from "../../core/values/errors.ts";
import { formatMoment } from "../../i18n/format.ts";
import { hasPermission, isAdministrator } from "./administrators.operations.server.ts";

/** How long a decision of two people waits where there is no second person. */
export const SOLO_APPROVAL_WAIT_MS = DAY;

type WriteDb = StaffDb | SystemDb;

/** What two people decide: an admission, or a refund. */
type Matter = "entrance" | "money";

/**
 * The accounts that may approve: administrators, or for money the treasury too, whose account is older than a day,
 * since one person could make two accounts on the spot. For money their right to it is that old as well.
 */
export async function listApprovers(
  db: WriteDb,
  now: Date,
  of: Matter = "entrance",
): Promise<{ id: string }[]> {
  const may = of === "money" ? hasPermission("payments.manage") : isAdministrator;
  return db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(may, isEstablished(now, of)));
}

function isEstablished(now: Date, of: Matter) {
  const since = new Date(now.getTime() - SOLO_APPROVAL_WAIT_MS);
  return of === "money"
    ? sql`decides_money_since(${profiles.id}, ${since.toISOString()})`
    : lte(profiles.created_at, since);
}

/**
 * Somebody else than the parties, whom a decision waits for: whoever may approve, and, by `decides_again` in the database,
 * whoever could be made able to or was within a week. So one administrator cannot ask a factor of the others, shut them
 * out or let them in again, wait a day and decide alone.
 */
export async function listOthers(
  db: WriteDb,
  now: Date,
  of: Matter,
  parties: readonly string[],
): Promise<string[]> {
  const again = await rowsOf<{ id: string }>(
    db,
    sql`select decides_again(${of === "money"}, ${now.toISOString()}) as id`,
  );
  const ids = new Set([...(await listApprovers(db, now, of)), ...again].map(({ id }) => id));
  return [...ids].filter((id) => !parties.includes(id));
}

/** From when somebody may approve their own request for `candidate`; null where somebody else is there to. */
export async function soloApprovalDate(
  db: WriteDb,
  askedBy: string,
  candidate: string | undefined,
  now: Date,
): Promise<Date | null> {
  const parties = candidate ? [askedBy, candidate] : [askedBy];
  const others = await listOthers(db, now, "entrance", parties);
  return others.length > 0 ? null : new Date(now.getTime() + SOLO_APPROVAL_WAIT_MS);
}

/** A decision of two people: who requested it, who else was involved, and from when it waited long enough. */
type Decision = {
  askedBy: string | null;
  involved?: readonly string[];
  from: Date | null;
  of?: Matter;
};

/**
 * Checks that somebody may approve. Two established accounts decide at once (undefined). Where there is nobody else, the
 * first press begins a day's wait and its end is returned.
 * @throws AppError 'conflict' with `words` when another person must approve, or while it waits.
 */
export async function checkSecondApproval(
  db: WriteDb,
  { askedBy, involved = [], from, of = "entrance" }: Decision,
  staffId: string,
  { now, words }: { now: Date; words: string },
): Promise<Date | undefined> {
  const parties = [...involved, ...(askedBy ? [askedBy] : [])];
  const isParty = parties.includes(staffId);
  const isKnown = !askedBy || (await isEstablishedNow(db, askedBy, now, of));
  const approvers = (await listApprovers(db, now, of)).filter(({ id }) => !parties.includes(id));
  if (isKnown && approvers.some(({ id }) => id === staffId)) return undefined;
  if ((isKnown || isParty) && (await listOthers(db, now, of, parties)).length > 0) {
    if (isParty && approvers.length > 0) throw new AppError("conflict", words);
    if (isParty) throw new AppError("conflict", `${words}\u202f; ${COUNTS_TOO}`);
    if (await isEstablishedNow(db, staffId, now, of)) throw new AppError("conflict", words);
    const what = (await isEstablishedNow(db, staffId, now))
      ? "vous avez ce droit depuis"
      : "votre compte a";
    throw new AppError("conflict", `${what} moins de 24 heures\u202f: ${words}`);
  }
  if (from && from <= now) return undefined;
  if (from) {
    const until = formatMoment("fr", from);
    throw new AppError(
      "conflict",
      `il faut deux comptes de plus de 24 heures, sinon attendez jusqu’au ${until}`,
    );
  }
  return new Date(now.getTime() + SOLO_APPROVAL_WAIT_MS);
}

const COUNTS_TOO =
  "compte aussi qui doit encore activer sa validation en deux étapes, ou avait ce droit il y a moins de sept jours";

async function isEstablishedNow(
  db: WriteDb,
  id: string,
  now: Date,
  of: Matter = "entrance",
): Promise<boolean> {
  const [account] = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.id, id), isEstablished(now, of)));
  return account !== undefined;
}
