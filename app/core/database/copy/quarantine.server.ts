import { setTimeout as pause } from "node:timers/promises";
import { log } from "../../log/log.server.ts";
import { asSystem } from "../doors/doors.server.ts";
import type { Transaction } from "../engine.server.ts";
import { type Ask, askIn } from "../schema/schema-check.server.ts";

// A restored site starts in quarantine: its data is out of date, so it sends no mail, refund or reminder until a
// person has checked and released it. The state is in the database, for every process that opens it.

const CHECK_EVERY_MS = 5_000;

/** Where a restored site came from: the archive, if any, and the moment of its data. */
type Origin = { archive: string | null; at: string };

/**
 * A restore brings back content, never access: no session, invitation, link, code, known device or preview, and no
 * pending admission of an administrator.
 */
const REVOKE_ACCESS = [
  "delete from auth_sessions",
  "delete from auth_verifications",
  "delete from preview_links",
  "delete from data_links",
  "delete from me_sessions",
  "delete from me_sign_ins",
  // Higher than any generation reached since the archive, so that a revoked device stays revoked.
  `update profiles set device_generation = device_generation + 100000, admission_asked_by = null,
     admission_from = null`,
];

/** A number that was given since the archive was made is somebody's: the next ones begin after it. */
const skipNumbers = (sequence: string, count: number) =>
  `select setval('public.${sequence}', coalesce(last_value, 0) + ${count}) from pg_sequences
  where schemaname = 'public' and sequencename = '${sequence}'
    and has_sequence_privilege('public.${sequence}', 'UPDATE')`;

/**
 * Receipts that were given after the archive are on paper and in mails. Nobody knows how many there were, nor whether
 * there were any, so the numbers of this year go on at sixty for each of its seconds until now: above all that were given
 * before, also by a site that was restored a minute ago, since no site books sixty payments in every second.
 */
const SKIP_RECEIPT_NUMBERS = `insert into drizzle.receipt_series as s (year, above)
  select extract(year from site_today()),
    60 * ceil(extract(epoch from site_now() - date_trunc('year', site_now(), 'UTC')))
  on conflict (year) do update set above = greatest(s.above, excluded.above)`;

/** Puts the database of a restored site into quarantine, and revokes all access. */
export async function startQuarantine(ask: Ask, { archive, at }: Origin): Promise<void> {
  await ask(
    // The steps of an earlier quarantine do not count.
    `insert into drizzle.rest as r (archive, archive_at) values ($1, $2::timestamptz)
     on conflict (only_one) do update set archive = excluded.archive, steps = '{}', lease_until = null,
       archive_at = least(r.archive_at, excluded.archive_at), restored_at = site_now()`,
    [archive, at],
  );
  const skipped = [skipNumbers("licences_serial_seq", 1_000), skipNumbers("clubs_number_seq", 50)];
  for (const statement of [...REVOKE_ACCESS, SKIP_RECEIPT_NUMBERS, ...skipped]) {
    await ask(statement);
  }
}

let inQuarantine = false;

/** Whether the site was in quarantine when this process checked last. */
export const isInQuarantine = (): boolean => inQuarantine;

/** Reads whether the site is in quarantine: before the first request, and at intervals until it is released. */
export async function readQuarantineState(): Promise<boolean> {
  const rows = await asSystem("rest.look", (db) => askIn(db)("select from drizzle.rest"));
  inQuarantine = rows.length > 0;
  return inQuarantine;
}

/** Ends the quarantine with the transaction. Returns whether there was one. */
export async function endQuarantine(tx: Transaction): Promise<boolean> {
  const rows = await askIn(tx)("delete from drizzle.rest returning 1");
  return rows.length > 0;
}

/** For a process that released the site itself, or knows that it was released. */
export function setReleased(): void {
  inQuarantine = false;
}

/** Resolves once the site is not in quarantine. */
export async function whenReleased(): Promise<void> {
  log.warn({}, "the site was restored and rests: no job runs until it is released");
  // While the database is unavailable the quarantine goes on.
  while (await readQuarantineState().catch(() => true)) {
    await pause(CHECK_EVERY_MS, undefined, { ref: false });
  }
}
