import { type ChildProcess, fork } from "node:child_process";
import { on, once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type * as z from "zod";
import { projectRoot } from "../../core/process/project-root.server.ts";
import { HOUR } from "../../core/values/durations.ts";
import type { CopyStep } from "../restore/restores.ts";
import {
  ANSWER,
  type BackupResults,
  type BackupTask,
  type BackupTasks,
  RESULTS,
  STEP,
} from "./backup-tasks.ts";
import { BackupFailure, type RunReason } from "./backups.ts";

/** How long a night's work may take: a first copy to a store elsewhere goes on the next night. */
const LONGEST_MS = 6 * HOUR;
/** As the system counts it: the last in line for the processor. */
const LOWEST_PRIORITY = 19;

type Start = {
  env: NodeJS.ProcessEnv;
  execArgv?: string[];
  /** The site is about to end: so does this. */
  stopping?: AbortSignal;
  withinMs?: number;
  priority?: number;
};

/** The process of backups, for the work of one night. */
export class BackupProcess {
  readonly #child: ChildProcess;
  readonly #gone: Promise<never>;
  readonly #timer: NodeJS.Timeout;
  /** Why it is being ended. */
  #end: RunReason | undefined;

  constructor({ env, execArgv = [], stopping, ...limits }: Start) {
    const { withinMs = LONGEST_MS, priority = LOWEST_PRIORITY } = limits;
    const child = fork(
      join(projectRoot, "app/backups/nightly/backup.process.ts"),
      [String(priority)],
      {
        env,
        execArgv,
        stdio: ["ignore", "inherit", "ignore", "ipc"],
      },
    );
    this.#child = child;
    child.unref();
    child.channel?.unref();
    this.#gone = once(child, "exit").then(
      () => {
        throw new BackupFailure(this.#end ?? "interrupted");
      },
      (cause: unknown) => {
        throw new BackupFailure("unknown", { cause });
      },
    );
    // Whoever asks nothing any more is not told.
    this.#gone.catch(() => {});
    this.#timer = setTimeout(() => this.#kill("time"), withinMs).unref();
    stopping?.addEventListener("abort", () => this.#kill("stopped"), { once: true });
    if (stopping?.aborted) this.#kill("stopped");
    try {
      writeFileSync(`/proc/${child.pid}/oom_score_adj`, "1000");
    } catch {
      // Only Linux has this.
    }
  }

  /** @throws BackupFailure with what went wrong, or why the process is no more. */
  async ask<Task extends BackupTask>(
    task: Task,
    asked: BackupTasks[Task],
    onStep: (step: CopyStep) => void = () => {},
  ): Promise<BackupResults[Task]> {
    const over = new AbortController();
    const follow = (words: unknown) => {
      const { data: said } = STEP.safeParse(words);
      if (said) onStep(said.step);
    };
    this.#child.on("message", follow);
    try {
      const message = this.#answer(over.signal);
      // It is for nobody when the process ended first.
      message.catch(() => {});
      if (this.#child.connected) this.#child.send({ task, asked });
      const answer = await Promise.race([message, this.#gone]);
      if ("reason" in answer) throw new BackupFailure(answer.reason);
      return RESULTS[task].parse(answer.result);
    } finally {
      over.abort();
      this.#child.off("message", follow);
    }
  }

  /** The next message that is no step on the way. */
  async #answer(signal: AbortSignal): Promise<z.infer<typeof ANSWER>> {
    for await (const [words] of on(this.#child, "message", { signal })) {
      if (!STEP.safeParse(words).success) return ANSWER.parse(words);
    }
    throw new BackupFailure("interrupted");
  }

  end(): void {
    this.#kill("stopped");
  }

  #kill(reason: RunReason): void {
    clearTimeout(this.#timer);
    this.#end ??= reason;
    this.#child.kill("SIGKILL");
  }
}
