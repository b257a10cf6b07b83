import type { Engine } from "../database/engine.server.ts";
import { log, reasonOf } from "../log/log.server.ts";
import { DAY, HOUR, MINUTE } from "../values/durations.ts";
import { currentMs, currentTime, realTimeOffset } from "./clock.ts";
import { withTimeout } from "./timeout.ts";

/**
 * A background job. Due work is stored in rows (a queued mail, a payment to check, a place to release), so a job only
 * looks for them. It claims rows with FOR UPDATE SKIP LOCKED, so that any number of
 * processes can run the same jobs.
 */
export type Job = {
  /** As in the `job_due` notification that wakes it. */
  name: string;
  /** It runs at least this often, even if a notification was missed. */
  everyMs: number;
  /** It also runs when a day begins in Conakry, which is on UTC all year. */
  daily?: boolean;
  /** It deletes or ends what has expired, so it waits while the clock is doubtful: see site-time.server.ts. */
  byCalendar?: true;
  /** `stopping` is aborted when the process is about to exit. */
  run: (stopping: AbortSignal) => Promise<void>;
  /** When it must run next, if that is known; called after each run. */
  next?: () => Promise<Date | undefined>;
};

export type Jobs = { stop: () => Promise<void> };

/** The state of a job in this process. */
export type JobState = {
  name: string;
  everyMs: number;
  /** When it last finished, and how; absent during its first run. */
  last?: { at: Date; failure?: string };
  /** It has not run, or has been running, for too long. */
  late?: Lateness;
};

type Lateness = "overdue" | "endless";

/** The tolerance for a busy machine, or one that was asleep. */
const OVERDUE_AFTER_MS = 5 * MINUTE;
/** Longer than any run should take. */
const ENDLESS_AFTER_MS = 3 * HOUR;

/** Whether a job is late, by how long it has been running or idle. */
export function latenessOf(
  everyMs: number,
  { runningMs, idleMs }: { runningMs?: number; idleMs?: number },
): Lateness | undefined {
  if (runningMs !== undefined) return runningMs > ENDLESS_AFTER_MS ? "endless" : undefined;
  return (idleMs ?? 0) > 2 * everyMs + OVERDUE_AFTER_MS ? "overdue" : undefined;
}

let runners: ReadonlyMap<string, Runner> = new Map();

export const jobStates = (): JobState[] => [...runners.values()].map((runner) => runner.state());

/** Runs every job once, now, one after the other. */
export async function runJobs(): Promise<void> {
  for (const runner of runners.values()) await runner.wake();
}

/** Stops the jobs of this process; one that does not finish in time is abandoned. */
export async function stopJobs(withinMs: number): Promise<void> {
  const stopped = [...runners.values()].map((runner) => runner.stop());
  await withTimeout(Promise.all(stopped), withinMs, () => undefined);
}

/** Starts the jobs of this process. A job never runs twice at once here; one that fails runs again later. */
export async function startJobs(engine: Engine, jobs: readonly Job[]): Promise<Jobs> {
  const own = new Map(jobs.map((job) => [job.name, new Runner(job)]));
  runners = own;
  await engine.listen(
    "job_due",
    (name) => own.get(name)?.wake(),
    () => {
      for (const runner of own.values()) runner.wake();
    },
  );
  for (const runner of own.values()) runner.start();
  return {
    async stop() {
      await Promise.all([...own.values()].map((runner) => runner.stop()));
    },
  };
}

class Runner {
  readonly #job: Job;
  #timer: NodeJS.Timeout | undefined;
  #midnight: NodeJS.Timeout | undefined;
  #moment: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  readonly #stopping = new AbortController();
  #last: JobState["last"];
  /** Since when it has been running or idle, on the monotonic clock. */
  #since = performance.now();

  constructor(job: Job) {
    this.#job = job;
  }

  state(): JobState {
    const { name, everyMs } = this.#job;
    const ms = performance.now() - this.#since;
    const late = latenessOf(everyMs, this.#running ? { runningMs: ms } : { idleMs: ms });
    return { name, everyMs, last: this.#last, late };
  }

  start(): void {
    this.#timer = setInterval(() => void this.wake(), this.#job.everyMs);
    this.#timer.unref();
    if (this.#job.daily) this.#waitForTomorrow();
    void this.wake();
  }

  #waitForTomorrow(): void {
    // A timer may fire a little early by the wall clock.
    const wait = DAY - (currentMs() % DAY) + 50;
    this.#midnight = setTimeout(() => {
      this.#waitForTomorrow();
      void this.wake();
    }, wait).unref();
  }

  #waitUntil(moment: Date | undefined): void {
    clearTimeout(this.#moment);
    if (!moment) return;
    // The regular run covers later moments; a timer may fire a little early.
    const wait = Math.max(0, moment.getTime() - currentMs()) + 50;
    if (wait > this.#job.everyMs) return;
    this.#moment = setTimeout(() => void this.wake(), wait).unref();
  }

  /** Runs now. A job that is running runs once more afterwards, since it may have missed the new work. */
  wake(): Promise<void> {
    if (this.#stopping.signal.aborted) return Promise.resolve();
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    this.#since = performance.now();
    this.#running = this.#runUntilDone().finally(() => {
      this.#running = undefined;
      this.#since = performance.now();
    });
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#timer);
    clearTimeout(this.#midnight);
    clearTimeout(this.#moment);
    await this.#running;
  }

  async #runUntilDone(): Promise<void> {
    do {
      this.#again = false;
      try {
        await this.#job.run(this.#stopping.signal);
        this.#waitUntil(await this.#job.next?.());
        this.#last = { at: currentTime() };
      } catch (error) {
        log.error({ err: error, job: this.#job.name }, "job failed");
        this.#last = { at: currentTime(), failure: reasonOf(error) };
      }
    } while (this.#again && !this.#stopping.signal.aborted);
  }
}

/** Smaller steps are ordinary clock synchronisation. */
const JUMP_MS = 2_000;
const LOOK_EVERY_MS = 5_000;

/**
 * Calls `tell` when the clock of the machine was set, or the machine was asleep: timers do not notice, so everything that
 * waits for a moment must check again. Returns a function that stops it.
 */
export function onClockJump(
  tell: () => void,
  { read = realTimeOffset, everyMs = LOOK_EVERY_MS } = {},
): () => void {
  let before = read();
  const timer = setInterval(() => {
    const now = read();
    const seconds = Math.round((now - before) / 1_000);
    const hasJumped = Math.abs(now - before) >= JUMP_MS;
    before = now;
    if (!hasJumped) return;
    log.warn({ seconds }, "the clock of the machine was set, or it was asleep");
    tell();
  }, everyMs).unref();
  return () => clearInterval(timer);
}
