import { and, eq, lte } from "drizzle-orm";
import type { StaffDb, SystemDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { formatMoment } from "../../i18n/format.ts";
import { administersNow, holdsNow } from "./administrators.operations.server.ts";

/** What is too much for one person waits so long where there is nobody else to decide. */
export const LONE_WAIT_MS = 24 * 3_600_000;

type WriteDb = StaffDb | SystemDb;

/** What two people decide: who comes in, or that money goes back. */
type Matter = "entrance" | "money";

/**
 * Who may decide together with somebody else: whoever administers the site, or answers for its money, and is here
 * for a day. Two accounts that one person made on the spot are one person.
 */
export async function listJudges(
  db: WriteDb,
  now: Date,
  of: Matter = "entrance",
): Promise<{ id: string }[]> {
  const may = of === "money" ? holdsNow("payments.manage") : administersNow;
  return db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(may, isEstablished(now)));
}

const isEstablished = (now: Date) =>
  lte(profiles.created_at, new Date(now.getTime() - LONE_WAIT_MS));

/** From when somebody may agree to their own wish: none where another person can be the second one. */
export async function loneWait(db: WriteDb, askedBy: string, now: Date): Promise<Date | null> {
  const judges = await listJudges(db, now);
  const isShared = judges.some(({ id }) => id === askedBy) && judges.length > 1;
  return isShared ? null : new Date(now.getTime() + LONE_WAIT_MS);
}

/**
 * A decision that two people take: who of the staff asked for it, who else had a hand in it, and from when it waited
 * long enough.
 */
type Decision = {
  askedBy: string | null;
  involved?: readonly string[];
  from: Date | null;
  of?: Matter;
};

/**
 * Whether somebody may agree to what is too much for one person. Two who are established decide at once. Where
 * nobody can be the second one, the first press begins a day's wait: gives its end.
 * @throws AppError 'conflict' with `words` when another person is there, or while it waits.
 */
export async function secondWait(
  db: WriteDb,
  { askedBy, involved = [], from, of }: Decision,
  staffId: string,
  { now, words }: { now: Date; words: string },
): Promise<Date | undefined> {
  const parties = [...involved, ...(askedBy ? [askedBy] : [])];
  const isKnown = !askedBy || (await isEstablishedNow(db, askedBy, now));
  const judges = (await listJudges(db, now, of)).filter(({ id }) => !parties.includes(id));
  if (isKnown && judges.some(({ id }) => id === staffId)) return undefined;
  if (isKnown && judges.length > 0) {
    throw new AppError(
      "conflict",
      parties.includes(staffId) ? words : `votre compte a moins de 24 heures\u202f: ${words}`,
    );
  }
  if (from && from <= now) return undefined;
  if (from) {
    const until = formatMoment("fr", from);
    throw new AppError(
      "conflict",
      `il faut deux comptes de plus de 24 heures, sinon attendez jusqu’au ${until}`,
    );
  }
  return new Date(now.getTime() + LONE_WAIT_MS);
}

async function isEstablishedNow(db: WriteDb, id: string, now: Date): Promise<boolean> {
  const [account] = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.id, id), isEstablished(now)));
  return account !== undefined;
}
