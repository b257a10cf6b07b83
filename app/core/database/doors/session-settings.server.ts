import { MINUTE } from "../../values/durations.ts";

// What our sessions need is set by themselves: a server as it comes, its database and our login may each say otherwise.

/** A million rows are read in milliseconds without JIT, which spends seconds on a plan and cannot be interrupted. */
const COMMON = { jit: "off", work_mem: "8MB", search_path: "public" };

const set = (settings: Readonly<Record<string, string | number>>) =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join("; ");

/** A transaction whose process hangs holds rows that others wait for. */
const IDLE_MS = MINUTE;

/** For what somebody waits for. */
export const requestSession = (statementMs: number) =>
  set({
    ...COMMON,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: IDLE_MS,
  });

/** For what may take hours: an archive waits for its disk, a migration for an archive. */
export const longSession = (statementTimeout: string, lockTimeout: string) =>
  set({
    ...COMMON,
    statement_timeout: statementTimeout,
    lock_timeout: lockTimeout,
    idle_in_transaction_session_timeout: 0,
  });
