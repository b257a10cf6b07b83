import { sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { isUnderWay, REST_STEPS, type Rest, type RestStep, type StepState } from "./rest.ts";

/** Longer than anything between two notes of a step takes. */
const LEASE_MS = 2 * MINUTE;

type Row = {
  archive: string | null;
  at: string;
  restored_at: string;
  steps: Rest["steps"];
};

async function read(db: SystemDb, lock: boolean): Promise<Rest | undefined> {
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
export const readRest = (db: SystemDb): Promise<Rest | undefined> => read(db, false);

/** The same, for whoever changes it. */
export const lockRest = (db: SystemDb): Promise<Rest | undefined> => read(db, true);

const setStep = (db: SystemDb, name: RestStep, step: StepState, leaseUntil: Date | null) =>
  db.execute(sql`update drizzle.rest
    set steps = steps || ${JSON.stringify({ [name]: step })}::jsonb,
      lease_until = ${leaseUntil?.toISOString() ?? null}::timestamptz`);

/** Notes who confirmed who may enter. */
export const setConfirmed = (db: SystemDb, entrances: Rest["steps"]["entrances"]) =>
  db.execute(sql`update drizzle.rest set steps = steps || ${JSON.stringify({ entrances })}::jsonb`);

/** Asks for a step. One that is under way goes on; false when the site is not at rest. */
export const askForStep = (name: RestStep): Promise<boolean> =>
  asSystem("rest.ask", async (db) => {
    const rest = await lockRest(db);
    if (!rest) return false;
    const before = rest.steps[name];
    if (isUnderWay(before)) return true;
    const { erased, unsubscribed } = before?.counts ?? {};
    const asked_at = currentTime().toISOString();
    await db.execute(sql`update drizzle.rest set steps = steps ||
      ${JSON.stringify({ [name]: { asked_at, counts: { erased, unsubscribed } } })}::jsonb`);
    await db.execute(sql`select pg_notify('job_due', 'rest.prepare')`);
    return true;
  });

export type Claimed = { rest: Rest; name: RestStep; step: StepState };

/** Takes the next step that was asked for, unless another process is at one. */
export const claimStep = (): Promise<Claimed | undefined> =>
  asSystem("rest.prepare", async (db) => {
    const rest = await lockRest(db);
    const name = REST_STEPS.find((one) => isUnderWay(rest?.steps[one]));
    const step = name && rest?.steps[name];
    if (!rest || !step) return undefined;
    const now = currentTime();
    const rows = await rowsOf<unknown>(
      db,
      sql`
      update drizzle.rest set lease_until = ${new Date(now.getTime() + LEASE_MS).toISOString()}::timestamptz
      where lease_until is null or lease_until <= ${now.toISOString()}::timestamptz
      returning 1`,
    );
    return rows.length > 0 ? { rest, name, step } : undefined;
  });

/** Notes how far a step came, and goes on having it until it has ended. */
export const noteStep = (name: RestStep, step: StepState): Promise<unknown> =>
  asSystem("rest.prepare", (db) =>
    setStep(db, name, step, step.ended_at ? null : new Date(currentTime().getTime() + LEASE_MS)),
  );

/** Leaves a step for the next process that looks, when this one is about to end. */
export const dropLease = (): Promise<unknown> =>
  asSystem("rest.prepare", (db) => db.execute(sql`update drizzle.rest set lease_until = null`));
