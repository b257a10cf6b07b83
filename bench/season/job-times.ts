import { setTimeout as pause } from "node:timers/promises";
import type { Job } from "../../app/core/process/jobs.server.ts";

/** Longer than a notification is on its way. */
const CALM_MS = 10;

/**
 * How long one run of a job took at worst, and what all of its runs took, in milliseconds. Of the processor: what
 * the process used meanwhile, for whatever else it did too; with a server without what that one used.
 */
export type JobTime = {
  runs: number;
  worstMs: number;
  totalMs: number;
  processorMs: number;
  daily: boolean;
};

/** Takes the time of every run of the jobs. */
export class JobTimes {
  #times: Record<string, JobTime> = {};
  #running = 0;
  #runs = 0;

  readonly measured = (job: Job): Job => ({
    ...job,
    run: async (stopping) => {
      const began = performance.now();
      const used = process.cpuUsage();
      this.#running += 1;
      this.#runs += 1;
      try {
        return (await job.run(stopping)) as never;
      } finally {
        this.#running -= 1;
        const { user, system } = process.cpuUsage(used);
        this.#add(job, performance.now() - began, (user + system) / 1_000);
      }
    },
  });

  /** Resolves once no job has been at work for a moment: what the others woke is done too. */
  async calm(): Promise<void> {
    for (let runs = -1; this.#running > 0 || this.#runs !== runs; ) {
      runs = this.#runs;
      await pause(CALM_MS);
    }
  }

  /** What was measured since this was last asked. */
  take(): Record<string, JobTime> {
    const times = this.#times;
    this.#times = {};
    return times;
  }

  #add({ name, daily = false }: Job, ms: number, processorMs: number): void {
    this.#times[name] ??= { runs: 0, worstMs: 0, totalMs: 0, processorMs: 0, daily };
    const time = this.#times[name];
    time.runs += 1;
    time.totalMs += ms;
    time.worstMs = Math.max(time.worstMs, ms);
    time.processorMs = Math.max(time.processorMs, processorMs);
  }
}

/** What the first minutes of all days took. */
export class Nights {
  readonly jobs: Record<string, JobTime> = {};
  /** The slowest one: all daily jobs of one process together. */
  worstMs = 0;
  processorMs = 0;

  add(processes: readonly Record<string, JobTime>[]): void {
    for (const times of processes) {
      const daily = Object.values(times).filter((time) => time.daily);
      const sum = (of: "worstMs" | "processorMs") =>
        daily.reduce((total, time) => total + time[of], 0);
      this.worstMs = Math.max(this.worstMs, sum("worstMs"));
      this.processorMs = Math.max(this.processorMs, sum("processorMs"));
      for (const [name, time] of Object.entries(times)) {
        const worst = this.jobs[name]?.worstMs ?? 0;
        this.jobs[name] = { ...time, worstMs: Math.max(worst, time.worstMs) };
      }
    }
  }
}
