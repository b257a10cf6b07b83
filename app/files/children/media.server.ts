import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { realpathSync, writeFileSync } from "node:fs";
import { constants, totalmem } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { runInSequence } from "../../core/process/keyed-queue.ts";
import { residentMegabytes } from "../../core/process/machine.server.ts";
import { projectRoot } from "../../core/process/project-root.server.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { arrivalsFolder } from "../upload/arrivals.server.ts";
import {
  FAULTS,
  FileFault,
  type MadeOf,
  type MediaTasks,
  PDF_TEXT,
  type Problem,
  type TaskName,
} from "./media.ts";

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
const LOOK_EVERY_MS = 20;

export type MediaLimits = {
  /** What the process may hold, in megabytes. */
  memoryMb: number;
  /** How long one file may take. */
  withinMs: number;
  /** How long the process waits for the next file. */
  idleMs: number;
  /** As the system counts it: 19 is the last in line. */
  priority: number;
};

/** A photograph of 60 megapixels takes 700 MB. A machine that has little keeps two thirds for the rest. */
const ORDINARY: MediaLimits = {
  memoryMb: Math.min(1024, machineMegabytes() / 3),
  withinMs: 5 * MINUTE,
  // At rest it still holds 200 MB, and a new one has begun within a fifth of a second.
  idleMs: 5_000,
  priority: PRIORITY_LOW,
};

function machineMegabytes(): number {
  const allowed = process.constrainedMemory();
  return Math.min(totalmem(), allowed > 0 ? allowed : Number.POSITIVE_INFINITY) / 1024 ** 2;
}

type End = Problem | "stopped";

/** The process came to its end while it worked on a file; `stopped` is no fault of the file. */
export class MediaFailure extends Error {
  readonly end: End;
  constructor(end: End) {
    super(`the process of files ended: ${end}`);
    this.end = end;
  }
}

/** What the process may say. It opened a stranger's file: not even its own words are believed. */
const ANSWER = z.union([
  z.object({ made: z.unknown() }),
  z.object({ fault: z.enum([...FAULTS, "full"]) }),
]);
const size = z.number().int().positive().nullable();
const MADE: { [Name in TaskName]: z.ZodType<MadeOf[Name]> } = {
  examine: z.object({
    type: z.string().regex(/^[\w.+-]{1,60}\/[\w.+-]{1,120}$/),
    extension: z.string().regex(/^\w{1,10}$/),
    width: size,
    height: size,
  }),
  picture: z.null(),
  pdf: z.object({ pages: size, cover: z.boolean() }),
  text: z
    .array(
      z
        .string()
        .max(PDF_TEXT.pageLetters)
        // PostgreSQL takes no text with it.
        .refine((text) => !text.includes("\0")),
    )
    .max(PDF_TEXT.pages),
  card: z.null(),
  icons: z.null(),
};

/**
 * A process of its own for files that strangers made: one at a time, without settings, allowed to read
 * its own code and to write where files arrive. It ends by its memory, by its time, and when there is no
 * more to do.
 */
export class MediaProcess {
  /** What holds for the next file, or, of its memory and priority, for the next start. */
  readonly limits: MediaLimits;
  readonly #name: string;
  #child: ChildProcess | undefined;
  /** Why it is being ended. */
  #end: End | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(name: string, limits: Partial<MediaLimits> = {}) {
    this.#name = name;
    this.limits = { ...ORDINARY, ...limits };
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * @throws FileFault when the file is at fault, MediaFailure when the process ended over it, an error
   * with the code ENOSPC when the disk is full.
   */
  run<Name extends TaskName>(name: Name, request: MediaTasks[Name]): Promise<MadeOf[Name]> {
    return runInSequence(`media.${this.#name}`, async () => {
      clearTimeout(this.#idle);
      this.#child ??= this.#start();
      const answer = ANSWER.safeParse(await this.#ask(this.#child, { name, asked: request })).data;
      this.#idle = setTimeout(() => this.stop(), this.#restMs()).unref();
      if (!answer) throw new MediaFailure("died");
      if ("made" in answer) return MADE[name].parse(answer.made);
      if (answer.fault !== "full") throw new FileFault(answer.fault);
      throw Object.assign(new Error("no room for what is made of a file"), { code: "ENOSPC" });
    });
  }

  /** Ends the process, whatever it is doing. */
  stop(): void {
    this.#kill("stopped");
  }

  /** What comes next is for another process: this one may take a moment to be gone. */
  #kill(end: End): void {
    this.#end ??= end;
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }

  /** What a large file took does not come back before the end. */
  #restMs(): number {
    const megabytes = residentMegabytes(this.pid ?? 0) ?? 0;
    return megabytes > this.limits.memoryMb / 2 ? 0 : this.limits.idleMs;
  }

  #start(): ChildProcess {
    const { memoryMb, priority } = this.limits;
    const modules = join(projectRoot, "node_modules");
    const code = [modules, realpathSync(modules), join(projectRoot, "app")];
    const read = [...code, join(projectRoot, "package.json"), arrivalsFolder()];
    // Where we cannot see its memory, it watches itself; where we can, it only stands by.
    const ownMb = residentMegabytes(process.pid) === undefined ? memoryMb : 2 * memoryMb;
    const limits = [ownMb, priority, process.pid].map(String);
    const child = fork(join(projectRoot, "app/files/children/media.child.ts"), limits, {
      // Windows starts nothing without the second.
      env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot },
      execArgv: [
        "--permission",
        "--allow-addons",
        "--allow-worker",
        ...read.map((path) => `--allow-fs-read=${path}`),
        `--allow-fs-write=${arrivalsFolder()}`,
      ],
      // Libraries quote what they stumble over.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    child.unref();
    child.channel?.unref();
    child.on("error", () => {});
    const kill = () => child.kill("SIGKILL");
    process.once("exit", kill);
    child.once("exit", () => {
      process.removeListener("exit", kill);
      if (this.#child === child) this.#child = undefined;
    });
    try {
      // Where memory is short, Linux takes this process before any other.
      writeFileSync(`/proc/${child.pid}/oom_score_adj`, "1000");
    } catch {
      // Only Linux has this.
    }
    this.#end = undefined;
    return child;
  }

  /** What the process says to a question. @throws MediaFailure when it ends instead */
  async #ask(child: ChildProcess, question: object): Promise<unknown> {
    const { memoryMb, withinMs } = this.limits;
    const timer = setTimeout(() => this.#kill("time"), withinMs);
    const look = setInterval(() => {
      if ((residentMegabytes(child.pid ?? 0) ?? 0) > memoryMb) this.#kill("memory");
    }, LOOK_EVERY_MS);
    const over = new AbortController();
    try {
      const message = once(child, "message", over);
      const exit = once(child, "exit", over).then(() => {
        throw new MediaFailure(this.#end ?? "died");
      });
      child.send(question);
      const [answer] = await Promise.race([message, exit]);
      return answer;
    } catch (error) {
      throw error instanceof MediaFailure ? error : new MediaFailure(this.#end ?? "died");
    } finally {
      clearTimeout(timer);
      clearInterval(look);
      over.abort();
    }
  }
}

/** For what arrives: somebody waits for it. */
export const examining = new MediaProcess("examine", {
  withinMs: 3 * MINUTE,
  priority: PRIORITY_BELOW_NORMAL,
});

/** For what may take its time: smaller pictures and covers. */
export const preparing = new MediaProcess("prepare");

/** For what is drawn when it is asked for: somebody may be looking at an empty place meanwhile. */
export const drawing = new MediaProcess("draw", {
  withinMs: MINUTE,
  priority: PRIORITY_BELOW_NORMAL,
});
