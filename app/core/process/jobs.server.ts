import type { Engine } from "../database/engine.server.ts";
import { log, reasonOf } from "../log/log.server.ts";
import { DAY, HOUR, MINUTE } from "../values/durations.ts";
import { currentMs, currentTime } from "./clock.ts";
import { withTimeout } from "./timeout.ts";

/**
 * Background work. What is due is stored in rows (a queued mail, a payment to check, a place to release), so
 * a job only has to look for them. It claims rows with FOR UPDATE SKIP LOCKED, so that any number of
 * processes can run the same jobs.
 */
export type Job = {
  /** As in the `job_due` notification that wakes it. */
  name: string;
  /** It runs at least this often, even if a notification was missed. */
  everyMs: number;
  /** It also runs when a day begins in Conakry, which is on UTC all year. */
  daily?: boolean;
  /** It removes or ends what its day is over for, and waits while the clock is doubted: see site-time.server.ts. */
  byCalendar?: true;
  /** `stopping` is aborted when the process is about to exit: long work should end then. */
  run: (stopping: AbortSignal) => Promise<void>;
  /** At which moment there is something to do again, where that is known and must not wait: asked after each run. */
  next?: () => Promise<Date | undefined>;
};

export type Jobs = { stop: () => Promise<void> };

/** The state of a job in this process. */
export type JobState = {
  name: string;
  everyMs: number;
  /** When it last finished, and how; absent during its first run. */
  last?: { at: Date; failure?: string };
  /** It should have run again long ago, or has been running for far too long. */
  late?: Lateness;
};

type Lateness = "overdue" | "endless";

/** A machine that is busy, or was asleep for a moment, is forgiven so much. */
const OVERDUE_AFTER_MS = 5 * MINUTE;
/** No run of a job lasts so long, whatever the night brings. */
const ENDLESS_AFTER_MS = 3 * HOUR;

/** Whether a job is late, by how long it has been running, or has not. */
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
  /** Since when it has been running, or not, on the clock that nobody sets. */
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
    // A timer may come a little early by the clock on the wall.
    const wait = DAY - (currentMs() % DAY) + 50;
    this.#midnight = setTimeout(() => {
      this.#waitForTomorrow();
      void this.wake();
    }, wait).unref();
  }

  #waitUntil(moment: Date | undefined): void {
    clearTimeout(this.#moment);
    if (!moment) return;
    // Later than the next usual run is that one's business; a timer may come a little early.
    const wait = Math.max(0, moment.getTime() - currentMs()) + 50;
    if (wait > this.#job.everyMs) return;
    this.#moment = setTimeout(() => void this.wake(), wait).unref();
  }

  /** Runs now. If it is already running, it runs once more afterwards, since it may have looked too early. */
  wake(): Promise<void> {
    if (this.#stopping.signal.aborted) return Promise.resolve();
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    this.#since = performance.now();
    this.#running = this.#runUntilCalm().finally(() => {
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

  async #runUntilCalm(): Promise<void> {
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

/** Less is how a clock is kept right. */
const JUMP_MS = 2_000;
const LOOK_EVERY_MS = 5_000;

/** How far the clock on the wall is from the one that nobody sets. */
const distance = () => Date.now() - performance.now();

/**
 * Tells when the clock of the machine was set, forwards or back, or the machine was asleep. Timers know nothing of
 * it: what waits for a moment is to look again. Returns what ends it.
 */
export function onClockJump(
  tell: () => void,
  { read = distance, everyMs = LOOK_EVERY_MS } = {},
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
