import { type ChildProcess, fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { residentMegabytes } from "./machine.server.ts";
import { projectRoot } from "./project-root.server.ts";

const LOOK_EVERY_MS = 20;

/** Why a child process ended: it used too much memory, took too long, was stopped, or exited by itself. */
type ChildEnd = "memory" | "time" | "stopped" | "died";

/** The child process ended before it answered; with a `cause` it could not be started. */
export class ChildEnded extends Error {
  readonly end: ChildEnd;
  constructor(end: ChildEnd, options?: ErrorOptions) {
    super(`the child process ended: ${end}`, options);
    this.end = end;
  }
}

type ChildStart = {
  /** The module that it runs, from the project's root; it calls `serveTasks`. */
  module: string;
  args: readonly number[];
  env: NodeJS.ProcessEnv;
  execArgv?: string[];
  stdout?: "inherit" | "ignore";
};

type ChildQuestion = {
  withinMs?: number;
  memoryMb?: number;
  /** Recognises progress messages, which come before the answer. */
  isProgress?: (message: unknown) => boolean;
};

/** A child process that does one task at a time. It ends with this process, and is the first to be killed when memory is short. */
export class Child {
  readonly #process: ChildProcess;
  /** Rejects with ChildEnded. */
  readonly ended: Promise<never>;
  #end: ChildEnd | undefined;

  constructor({ module, args, env, execArgv = [], stdout = "ignore" }: ChildStart) {
    const child = fork(join(projectRoot, module), args.map(String), {
      env,
      execArgv,
      stdio: ["ignore", stdout, "ignore", "ipc"],
    });
    this.#process = child;
    child.unref();
    child.channel?.unref();
    const kill = () => child.kill("SIGKILL");
    process.once("exit", kill);
    this.ended = new Promise((_, reject) => {
      child.once("exit", () => {
        process.removeListener("exit", kill);
        reject(new ChildEnded(this.#end ?? "died"));
      });
      child.on("error", (cause) => reject(new ChildEnded(this.#end ?? "died", { cause })));
    });
    // Avoids an unhandled rejection when no task is running.
    this.ended.catch(() => {});
    try {
      // Makes it the first choice of Linux's OOM killer.
      writeFileSync(`/proc/${child.pid}/oom_score_adj`, "1000");
    } catch {
      // Only Linux has this.
    }
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** What it answers to a task. @throws ChildEnded when it ends instead */
  async ask(
    task: string,
    request: unknown,
    { withinMs, memoryMb, isProgress = () => false }: ChildQuestion = {},
  ): Promise<unknown> {
    const timer =
      withinMs === undefined ? undefined : setTimeout(() => this.kill("time"), withinMs);
    const look =
      memoryMb === undefined
        ? undefined
        : setInterval(() => {
            if ((residentMegabytes(this.pid ?? 0) ?? 0) > memoryMb) this.kill("memory");
          }, LOOK_EVERY_MS);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const receive = (message: unknown) => {
      if (!isProgress(message)) resolve(message);
    };
    this.#process.on("message", receive);
    try {
      if (this.#process.connected) this.#process.send({ task, request });
      return await Promise.race([promise, this.ended]);
    } finally {
      clearTimeout(timer);
      clearInterval(look);
      this.#process.off("message", receive);
    }
  }

  kill(end: ChildEnd): void {
    this.#end ??= end;
    this.#process.kill("SIGKILL");
  }
}
