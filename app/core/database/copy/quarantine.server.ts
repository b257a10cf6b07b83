import { setTimeout as pause } from "node:timers/promises";
import { log } from "../../log/log.server.ts";
import { asSystem } from "../doors/doors.server.ts";
import type { Transaction } from "../engine.server.ts";
import { type Ask, askIn } from "../schema/schema-check.server.ts";

// A site that was restored starts at rest: what it knows is of yesterday, so nothing may leave it by itself,
// no mail, no refund and no reminder, until a person has looked and released it. The database says so, for
// every process that opens it.

const CHECK_EVERY_MS = 5_000;

/** Where a restored site came from: the name of the archive, if any, and the moment as of which it knows everything. */
export type Origin = { archive: string | null; at: string };

/**
 * A restore brings content back, never an entrance: no session, no invitation, no link or code that was sent, no
 * device that is known, no preview, and nobody who waits to become an administrator.
 */
const REVOKE_ACCESS = [
  "delete from auth_sessions",
  "delete from auth_verifications",
  "delete from preview_links",
  "delete from data_links",
  // Further than anybody counted since: a device that was made a stranger stays one.
  `update profiles set device_generation = device_generation + 100000, admission_asked_by = null,
     admission_from = null`,
];

/** Puts a database that became the site to rest, with every entrance closed. */
export async function startQuarantine(ask: Ask, { archive, at }: Origin): Promise<void> {
  await ask(
    // What was prepared at an earlier rest is not prepared any more.
    `insert into drizzle.rest as r (archive, archive_at) values ($1, $2::timestamptz)
     on conflict (only_one) do update set archive = excluded.archive, steps = '{}', lease_until = null,
       archive_at = least(r.archive_at, excluded.archive_at), restored_at = site_now()`,
    [archive, at],
  );
  for (const statement of REVOKE_ACCESS) await ask(statement);
}

let inQuarantine = false;

/** Whether the site was at rest when this process looked last. */
export const isInQuarantine = (): boolean => inQuarantine;

/** Looks whether the site is at rest: before this process answers anybody, and again and again while it is. */
export async function readQuarantineState(): Promise<boolean> {
  const rows = await asSystem("rest.look", (db) => askIn(db)("select from drizzle.rest"));
  inQuarantine = rows.length > 0;
  return inQuarantine;
}

/** Ends the rest with the transaction. Tells whether the site was at rest. */
export async function endQuarantine(tx: Transaction): Promise<boolean> {
  const rows = await askIn(tx)("delete from drizzle.rest returning 1");
  return rows.length > 0;
}

/** This process need not look: it ended the rest itself, or was told so. */
export function setReleased(): void {
  inQuarantine = false;
}

/** Resolves once the site is not at rest, or is no more. */
export async function whenReleased(): Promise<void> {
  log.warn({}, "the site was restored and rests: no job runs until it is released");
  // A database that is away says nothing: the site goes on resting.
  while (await readQuarantineState().catch(() => true)) {
    await pause(CHECK_EVERY_MS, undefined, { ref: false });
  }
}
