import { compressBest, type Encoded } from "./compression.ts";

type Task = {
  identity: Buffer<ArrayBuffer>;
  /** Whether the result would still be of use by now. */
  isWanted: () => boolean;
  finish: (encoded: Encoded) => void;
};

/**
 * Compresses as well as can be, one page after the other: each takes a tenth of a second of a
 * processor, which is never taken from the visitors by more than one at a time.
 */
export class BestCompression {
  readonly #waiting: Task[] = [];
  readonly #atMost: number;
  #working = false;

  constructor(atMost: number) {
    this.#atMost = atMost;
  }

  /** Takes a task, or none while too many wait: a page that is asked for again asks again. */
  add(task: Task): boolean {
    if (this.#waiting.length >= this.#atMost) return false;
    this.#waiting.push(task);
    if (!this.#working) void this.#work();
    return true;
  }

  async #work(): Promise<void> {
    this.#working = true;
    for (let task = this.#waiting.shift(); task; task = this.#waiting.shift()) {
      if (!task.isWanted()) continue;
      // What cannot be compressed further goes on as it is.
      const encoded = await compressBest(task.identity).catch(() => undefined);
      if (encoded && task.isWanted()) task.finish(encoded);
    }
    this.#working = false;
  }
}
