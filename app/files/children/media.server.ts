import { realpathSync } from "node:fs";
import { constants, totalmem } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { Child, ChildEnded } from "../../core/process/child-process.server.ts";
import { runInSequence } from "../../core/process/keyed-queue.ts";
import { residentMegabytes } from "../../core/process/machine.server.ts";
import { projectRoot } from "../../core/process/project-root.server.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { temporaryFolder } from "../upload/temporary-files.server.ts";
import {
  FAULTS,
  FileFault,
  type MediaResults,
  type MediaTask,
  type MediaTasks,
  PDF_TEXT,
  type Problem,
} from "./media.ts";

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

export type MediaLimits = {
  /** The most memory of the process, in megabytes. */
  memoryMb: number;
  /** How long one file may take. */
  withinMs: number;
  /** How long the process waits for the next file. */
  idleMs: number;
  /** The nice value: 19 is the lowest priority. */
  priority: number;
};

/** A photograph of 60 megapixels takes 700 MB. On a small machine the process gets at most a third of the memory. */
const ORDINARY: MediaLimits = {
  memoryMb: Math.min(1024, machineMegabytes() / 3),
  withinMs: 5 * MINUTE,
  // An idle process holds 200 MB, and a new one starts within a fifth of a second.
  idleMs: 5_000,
  priority: PRIORITY_LOW,
};

function machineMegabytes(): number {
  const allowed = process.constrainedMemory();
  return Math.min(totalmem(), allowed > 0 ? allowed : Number.POSITIVE_INFINITY) / 1024 ** 2;
}

type End = Problem | "stopped";

/** The process ended while it worked on a file; `stopped` is not the file's fault. */
export class MediaFailure extends Error {
  readonly end: End;
  constructor(end: End) {
    super(`the process of files ended: ${end}`);
    this.end = end;
  }
}

/** The answers of the process are checked too: it opened an untrusted file. */
const ANSWER = z.union([
  z.object({ result: z.unknown() }),
  z.object({ failure: z.enum([...FAULTS, "full"]) }),
]);
const size = z.number().int().positive().nullable();
const RESULTS: { [Name in MediaTask]: z.ZodType<MediaResults[Name]> } = {
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
        // PostgreSQL rejects text with a null character.
        .refine((text) => !text.includes("\0")),
    )
    .max(PDF_TEXT.pages),
  small: z.null(),
  card: z.null(),
  icons: z.null(),
};

/**
 * A child process for untrusted files: one file at a time, without settings, allowed to read its own code and to
 * write into the temporary folder. It is ended at its memory limit, at its time limit, and when it is idle.
 */
export class MediaProcess {
  /** The time limit applies from the next file on, memory and priority from the next start. */
  readonly limits: MediaLimits;
  readonly #name: string;
  #child: Child | undefined;
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
  run<Name extends MediaTask>(name: Name, request: MediaTasks[Name]): Promise<MediaResults[Name]> {
    return runInSequence(`media.${this.#name}`, async () => {
      clearTimeout(this.#idle);
      this.#child ??= this.#start();
      const answer = ANSWER.safeParse(await this.#ask(this.#child, name, request)).data;
      this.#idle = setTimeout(() => this.stop(), this.#idleMs()).unref();
      if (!answer) throw new MediaFailure("died");
      if ("result" in answer) return RESULTS[name].parse(answer.result);
      if (answer.failure !== "full") throw new FileFault(answer.failure);
      throw Object.assign(new Error("no room for what is made of a file"), { code: "ENOSPC" });
    });
  }

  /** Kills the process. The next file starts a new one, since this one may take a moment to end. */
  stop(): void {
    this.#child?.kill("stopped");
    this.#child = undefined;
  }

  /** The memory of a large file is only freed when the process ends. */
  #idleMs(): number {
    const megabytes = residentMegabytes(this.pid ?? 0) ?? 0;
    return megabytes > this.limits.memoryMb / 2 ? 0 : this.limits.idleMs;
  }

  #start(): Child {
    const { memoryMb, priority } = this.limits;
    const modules = join(projectRoot, "node_modules");
    const code = [modules, realpathSync(modules), join(projectRoot, "app")];
    const read = [...code, join(projectRoot, "package.json"), temporaryFolder()];
    // Where its memory cannot be measured from outside, the process watches itself; elsewhere that is a second guard.
    const ownMb = residentMegabytes(process.pid) === undefined ? memoryMb : 2 * memoryMb;
    // Its output is ignored, since libraries quote the content of files in their errors.
    const child = new Child({
      module: "app/files/children/media.child.ts",
      args: [ownMb, priority, process.pid],
      // Windows needs the second.
      env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot },
      execArgv: [
        "--permission",
        "--allow-addons",
        "--allow-worker",
        ...read.map((path) => `--allow-fs-read=${path}`),
        `--allow-fs-write=${temporaryFolder()}`,
      ],
    });
    child.ended.catch(() => {
      if (this.#child === child) this.#child = undefined;
    });
    return child;
  }

  /** @throws MediaFailure when the process ends over the file */
  async #ask(child: Child, name: MediaTask, request: unknown): Promise<unknown> {
    const { memoryMb, withinMs } = this.limits;
    try {
      return await child.ask(name, request, { memoryMb, withinMs });
    } catch (error) {
      if (this.#child === child) this.#child = undefined;
      throw new MediaFailure(error instanceof ChildEnded ? error.end : "died");
    }
  }
}

/** For uploads: somebody waits for the result. */
export const examining = new MediaProcess("examine", {
  withinMs: 3 * MINUTE,
  priority: PRIORITY_BELOW_NORMAL,
});

/** For background work: smaller pictures and covers. */
export const preparing = new MediaProcess("prepare");

/** For pictures that are drawn on request. */
export const drawing = new MediaProcess("draw", {
  withinMs: MINUTE,
  priority: PRIORITY_BELOW_NORMAL,
});
