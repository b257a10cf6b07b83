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

  /** Ends the process, whatever it is doing. What comes next is for another one: this may take a moment to be gone. */
  stop(): void {
    this.#child?.kill("stopped");
    this.#child = undefined;
  }

  /** What a large file took does not come back before the end. */
  #idleMs(): number {
    const megabytes = residentMegabytes(this.pid ?? 0) ?? 0;
    return megabytes > this.limits.memoryMb / 2 ? 0 : this.limits.idleMs;
  }

  #start(): Child {
    const { memoryMb, priority } = this.limits;
    const modules = join(projectRoot, "node_modules");
    const code = [modules, realpathSync(modules), join(projectRoot, "app")];
    const read = [...code, join(projectRoot, "package.json"), temporaryFolder()];
    // Where we cannot see its memory, it watches itself; where we can, it only stands by.
    const ownMb = residentMegabytes(process.pid) === undefined ? memoryMb : 2 * memoryMb;
    // Its output is ignored, since libraries quote what they stumble over.
    const child = new Child({
      module: "app/files/children/media.child.ts",
      args: [ownMb, priority, process.pid],
      // Windows starts nothing without the second.
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
