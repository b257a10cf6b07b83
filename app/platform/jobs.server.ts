import type { Engine } from "./database/engine.server.ts";
import { log } from "./log.server.ts";

/**
 * Work that goes on behind requests. What is due stands in rows (a queued mail, a payment to ask
 * after, a place to release), so a job only has to look; it claims rows with FOR UPDATE SKIP LOCKED,
 * which lets any number of processes run the same jobs.
 */
export type Job = {
  /** As in the `job_due` notification that wakes it. */
  name: string;
  /** It looks at least this often, whatever was missed. */
  everyMs: number;
  run: () => Promise<void>;
};

export type Jobs = {
  /** Runs every job once, now, one after the other. For tests and for Diagnostic. */
  runAll: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts the jobs of this process. A job never runs twice at once here; one that fails runs again later. */
export async function startJobs(engine: Engine, jobs: readonly Job[]): Promise<Jobs> {
  const runners = new Map(jobs.map((job) => [job.name, new Runner(job)]));
  await engine.listen(
    "job_due",
    (name) => runners.get(name)?.wake(),
    () => {
      for (const runner of runners.values()) runner.wake();
    },
  );
  for (const runner of runners.values()) runner.start();
  return {
    async runAll() {
      for (const runner of runners.values()) await runner.wake();
    },
    async stop() {
      await Promise.all([...runners.values()].map((runner) => runner.stop()));
    },
  };
}

class Runner {
  readonly #job: Job;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(job: Job) {
    this.#job = job;
  }

  start(): void {
    this.#timer = setInterval(() => void this.wake(), this.#job.everyMs);
    this.#timer.unref();
    void this.wake();
  }

  /** Runs now; when it is running already, once more after that, since it may have looked too early. */
  wake(): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    this.#running = this.#runUntilCalm().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #runUntilCalm(): Promise<void> {
    do {
      this.#again = false;
      try {
        await this.#job.run();
      } catch (error) {
        log.error({ err: error, job: this.#job.name }, "job failed");
      }
    } while (this.#again && !this.#stopped);
  }
}
