import { and, asc, between, gte, isNull, max, or, sql } from "drizzle-orm";
import { app } from "../../core/app.ts";
import { isInQuarantine } from "../../core/database/copy/quarantine.server.ts";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { currentMs, currentTime } from "../../core/process/clock.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { isoDay } from "../../i18n/format.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { listLicenceKeys, readSigningKey } from "../licence-keys.system.server.ts";
import { type LicensedMembership, licenceState } from "../licence-state.ts";
import { isOfLicence, SHOWN_FIRST } from "../licences.operations.server.ts";
import { licenceCards, licences } from "../licences.table.server.ts";
import { encodeList, type ListContent, type ListedKey, labelledList } from "./licence-list.ts";

declare module "../../core/app.ts" {
  interface App {
    /** Whether the clock of the machine may be wrong: phones would keep a list of next year for a year. */
    isClockDoubted: () => boolean;
  }
}

/** Licences that are read at once, so that others are answered in between. */
const AT_ONCE = 5_000;
/** How long a list is given out before the register is read again, or this many times what reading it takes. */
const LEAST_AGE = MINUTE;
const TIMES_ITS_WORK = 20;

type SignedList = {
  file: Uint8Array<ArrayBuffer>;
  content: ListContent;
  readAt: number;
  lasts: number;
};

let current: SignedList | undefined;
let making: Promise<SignedList> | undefined;

/** The signed list for phones that check without a network; undefined while this site may not make one. */
export async function readLicenceList(): Promise<Uint8Array<ArrayBuffer> | undefined> {
  // A restored site may have forgotten what was suspended since.
  if (isInQuarantine() || app().isClockDoubted?.()) return undefined;
  const age = currentMs() - (current?.readAt ?? 0);
  if (current && age >= 0 && age < current.lasts) return current.file;
  making ??= makeList(current).finally(() => {
    making = undefined;
  });
  try {
    current = await making;
  } catch (error) {
    // Its date says how old it is.
    if (!current) throw error;
  }
  return current.file;
}

/** Reads the register, and signs it unless the last list of today says the same. */
async function makeList(last: SignedList | undefined): Promise<SignedList> {
  const [readAt, began] = [currentMs(), performance.now()];
  const content = await readContent(Math.floor(readAt / 1000));
  const lasts = Math.max(LEAST_AGE, TIMES_ITS_WORK * (performance.now() - began));
  if (last && saysTheSame(last.content, content)) return { ...last, readAt, lasts };
  const encoded = encodeList(content);
  const signature = await asSystem("licences.list", async (db) => {
    const key = await readSigningKey(db);
    // The keys were changed while the register was read.
    if (key.number !== content.key) throw new Error("another key signs by now");
    return key.sign(labelledList(encoded));
  });
  const file = new Uint8Array(encoded.length + signature.length);
  file.set(encoded);
  file.set(signature, encoded.length);
  return { file, content, readAt, lasts };
}

/** Then phones need not fetch it again. */
function saysTheSame(one: ListContent, other: ListContent): boolean {
  const dayOf = ({ made }: ListContent) => isoDay(new Date(made * 1000));
  const told = (content: ListContent) => Buffer.from(encodeList({ ...content, made: other.made }));
  return dayOf(one) === dayOf(other) && told(one).equals(told(other));
}

/** What the list of a moment says, without any name. */
export async function readContent(made: number): Promise<ListContent> {
  const today = isoDay(currentTime());
  const keys = await readListedKeys();
  const highest = await asSystem("licences.list", async (db) => {
    const [row] = await db.select({ serial: max(licences.serial) }).from(licences);
    return row?.serial ?? 0;
  });
  const inOrder: number[] = [];
  const gone: number[] = [];
  const never: { serial: number; length: number }[] = [];
  const suspended: { serial: number; from: string | null; until: string | null }[] = [];
  const replaced: { serial: number; issue: number }[] = [];
  const shortened: { serial: number; until: string }[] = [];
  let before = 0;
  for (let from = 1; from <= highest; from += AT_ONCE) {
    const to = Math.min(from + AT_ONCE - 1, highest);
    const { rows, lastDays } = await asSystem("licences.list", async (db) => ({
      rows: await readRows(db, from, to),
      lastDays: await readLastDays(db, from, to, today),
    }));
    for (const row of rows) {
      const { serial, issue, suspended_from, suspended_until, replaced_by, ...membership } = row;
      if (serial > before + 1) never.push({ serial: before + 1, length: serial - before - 1 });
      before = serial;
      const held = isHeld(membership) ? membership : undefined;
      const state = licenceState(held, row, today);
      if (!held || state === "gone" || replaced_by !== null) gone.push(serial);
      // No number is both, so a number in both sets says that another one replaced it.
      if (replaced_by !== null) inOrder.push(serial);
      if (replaced_by !== null || !held || state === "gone" || state === "ended") continue;
      inOrder.push(serial);
      if (issue > 1) replaced.push({ serial, issue });
      if (held.status === "suspended") suspended.push({ serial, from: null, until: null });
      else if (suspended_from !== null && (suspended_until ?? today) >= today) {
        suspended.push({ serial, from: suspended_from, until: suspended_until });
      }
      const end = held.membership_end;
      const last = lastDays.get(serial);
      if (end !== null && last !== undefined && (last === null || last > end)) {
        shortened.push({ serial, until: end });
      }
    }
  }
  const key = keys.find(({ state }) => state === "signs")?.number ?? 0;
  return { key, made, highest, keys, inOrder, gone, never, suspended, replaced, shortened };
}

async function readListedKeys(): Promise<ListedKey[]> {
  const keys = await listLicenceKeys();
  return keys.map(({ number, public_key, revoked, signs, signs_from }) => ({
    number,
    public_key,
    state: revoked ? "revoked" : signs ? "signs" : signs_from ? "former" : "next",
  }));
}

type Row = {
  serial: number;
  issue: number;
  suspended_from: string | null;
  suspended_until: string | null;
  replaced_by: number | null;
} & ({ status: null } | LicensedMembership);

const isHeld = (
  membership: { status: null } | LicensedMembership,
): membership is LicensedMembership => membership.status !== null;

/** Each licence of some serials with the membership that it shows, as `findLicence` reads one. */
const readRows = (db: SystemDb, from: number, to: number): Promise<Row[]> =>
  rowsOf<Row>(
    db,
    sql`select distinct on (${licences.serial}) ${licences.serial}, ${licences.issue},
        ${licences.suspended_from}::text, ${licences.suspended_until}::text, ${licences.replaced_by}, ${members.status},
        ${members.membership_start}::text, ${members.membership_end}::text
      from ${licences} left join ${members} on ${isOfLicence(licences.serial)}
      where ${between(licences.serial, from, to)} order by ${licences.serial}, ${SHOWN_FIRST}`,
  );

/** The last day of the cards of these licences that are not over; null for one without end. */
async function readLastDays(db: SystemDb, from: number, to: number, today: string) {
  const { serial, valid_until: until } = licenceCards;
  const rows = await db
    .select({
      serial,
      last: sql<
        string | null
      >`case when bool_and(${until} is not null) then max(${until})::text end`,
    })
    .from(licenceCards)
    .where(and(between(serial, from, to), or(isNull(until), gte(until, today))))
    .groupBy(serial)
    .orderBy(asc(serial));
  return new Map(rows.map((row) => [row.serial, row.last]));
}
