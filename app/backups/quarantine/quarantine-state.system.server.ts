import { sql } from "drizzle-orm";
import { startQuarantine } from "../../core/database/copy/quarantine.server.ts";
import { changeJournal, readJournalOrEmpty } from "../../core/database/copy/site-states.server.ts";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import type { Engine } from "../../core/database/engine.server.ts";
import { askIn } from "../../core/database/schema/schema-check.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { writeAudit } from "../../records/history/audit-entries.operations.server.ts";
import {
  isUnderWay,
  QUARANTINE_STEPS,
  type Quarantine,
  type QuarantineStep,
  type StepState,
} from "./quarantine.ts";

/** Longer than anything between two notes of a step takes. */
const LEASE_MS = 2 * MINUTE;

type Row = {
  archive: string | null;
  at: string;
  restored_at: string;
  steps: Quarantine["steps"];
};

async function read(db: SystemDb, lock: boolean): Promise<Quarantine | undefined> {
  const rows = await rowsOf<Row>(
    db,
    sql`
    select archive, coalesce(archive_at, restored_at)::text as at, restored_at::text, steps
    from drizzle.rest ${lock ? sql`for update` : sql``}`,
  );
  const [row] = rows;
  return (
    row && {
      archive: row.archive,
      at: new Date(row.at),
      restoredAt: new Date(row.restored_at),
      steps: row.steps,
    }
  );
}

/** Where a site at rest came from, and what was prepared; undefined for a site at work. */
export const readQuarantine = (db: SystemDb): Promise<Quarantine | undefined> => read(db, false);

/** The same, for whoever changes it. */
export const lockQuarantine = (db: SystemDb): Promise<Quarantine | undefined> => read(db, true);

const setStep = (db: SystemDb, name: QuarantineStep, step: StepState, leaseUntil: Date | null) =>
  db.execute(sql`update drizzle.rest
    set steps = steps || ${JSON.stringify({ [name]: step })}::jsonb,
      lease_until = ${leaseUntil?.toISOString() ?? null}::timestamptz`);

/** Notes who confirmed who may enter. */
export const saveConfirmation = (db: SystemDb, entrances: Quarantine["steps"]["entrances"]) =>
  db.execute(sql`update drizzle.rest set steps = steps || ${JSON.stringify({ entrances })}::jsonb`);

/** Asks for a step. One that is under way goes on; false when the site is not at rest. */
export const requestStep = (name: QuarantineStep): Promise<boolean> =>
  asSystem("rest.ask", async (db) => {
    const quarantine = await lockQuarantine(db);
    if (!quarantine) return false;
    const before = quarantine.steps[name];
    if (isUnderWay(before)) return true;
    const { erased, unsubscribed } = before?.counts ?? {};
    const asked_at = currentTime().toISOString();
    await db.execute(sql`update drizzle.rest set steps = steps ||
      ${JSON.stringify({ [name]: { asked_at, counts: { erased, unsubscribed } } })}::jsonb`);
    await db.execute(sql`select pg_notify('job_due', 'rest.prepare')`);
    return true;
  });

export type ClaimedStep = { quarantine: Quarantine; name: QuarantineStep; step: StepState };

/** Takes the next step that was asked for, unless another process is at one. */
export const claimStep = (): Promise<ClaimedStep | undefined> =>
  asSystem("rest.prepare", async (db) => {
    const quarantine = await lockQuarantine(db);
    const name = QUARANTINE_STEPS.find((one) => isUnderWay(quarantine?.steps[one]));
    const step = name && quarantine?.steps[name];
    if (!quarantine || !step) return undefined;
    const now = currentTime();
    const rows = await rowsOf<unknown>(
      db,
      sql`
      update drizzle.rest set lease_until = ${new Date(now.getTime() + LEASE_MS).toISOString()}::timestamptz
      where lease_until is null or lease_until <= ${now.toISOString()}::timestamptz
      returning 1`,
    );
    return rows.length > 0 ? { quarantine, name, step } : undefined;
  });

/** Notes how far a step came, and goes on having it until it has ended. */
export const saveStep = (name: QuarantineStep, step: StepState): Promise<unknown> =>
  asSystem("rest.prepare", (db) =>
    setStep(db, name, step, step.ended_at ? null : new Date(currentTime().getTime() + LEASE_MS)),
  );

/** Leaves a step for the next process that looks, when this one is about to end. */
export const releaseLease = (): Promise<unknown> =>
  asSystem("rest.prepare", (db) => db.execute(sql`update drizzle.rest set lease_until = null`));

/**
 * Tells a database that the site has just become what it holds: it rests until a person releases it, everybody signs
 * in again, and its log says who asked for it, even where it does not know their account. Before anybody is answered;
 * what a crash interrupts is done once more.
 */
export async function recordRestoredState(engine: Engine, dataDir: string): Promise<void> {
  if (engine.kind === "server") return;
  const { arrived } = readJournalOrEmpty(dataDir);
  if (!arrived) return;
  const { state, by } = arrived;
  const origin = { archive: state.archive, at: state.at };
  await engine.transaction((tx) => startQuarantine(askIn(tx), origin));
  await asSystem("restores.arrive", (db) =>
    writeAudit(db, {
      // A command has no account.
      staff_id: by.id || undefined,
      staff_name: by.name,
      staff_email: by.email || undefined,
      action: state.kind === "copy" ? "profiles.restored" : "profiles.restored-former",
      entity: "profiles",
      label: by.name,
      after: state.archive ? { archive: state.archive } : undefined,
    }),
  );
  changeJournal(dataDir, ({ arrived: _done, ...journal }) => journal);
}
