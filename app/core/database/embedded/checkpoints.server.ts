import { setTimeout as pause } from "node:timers/promises";
import { log, reasonOf } from "../../log/log.server.ts";
import { MINUTE } from "../../values/durations.ts";

// The embedded engine writes its pages to their places when it is told to, or once its log of changes is very long:
// it has no process beside it that would do so. Whoever starts after a crash waits for that log to be read, and a
// backup, which begins with the same work, would hold up the site for all that was written since.

const EVERY_MS = 5 * MINUTE;
/** Nobody has wanted anything for so long: a calm moment. */
const IDLE_MS = 25;
/** A site on which somebody always writes has none. */
const IDLE_WITHIN_MS = 3_000;

type Ask = (statement: string) => Promise<Record<string, unknown>[]>;
type Settings = {
  /** Runs a statement in its turn. */
  ask: Ask;
  /** Whether something is under way, or waits. */
  isBusy: () => boolean;
  everyMs?: number;
};

/** Writes what changed to its place: at intervals, where something changed, and before a copy. */
export class Checkpoints {
  readonly #ask: Ask;
  readonly #isBusy: () => boolean;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #running: Promise<void> | undefined;
  /** Where the log of changes stood after the last one. */
  #place: unknown;
  #failed = false;

  constructor({ ask, isBusy, everyMs = EVERY_MS }: Settings) {
    this.#ask = ask;
    this.#isBusy = isBusy;
    this.#everyMs = everyMs;
  }

  /** Everything is in its place, as it is when a database was just opened. */
  async recordPosition(): Promise<void> {
    this.#place = await this.#placeNow();
  }

  /** Now, where something changed, and then again and again, until `stop`. */
  start(): void {
    if (this.#timer || this.#stopped) return;
    this.#timer = setInterval(() => void this.writeWhenIdle(), this.#everyMs).unref();
    void this.write();
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
  }

  /** In a moment in which nobody waits for the database, if there is one soon. */
  async writeWhenIdle(): Promise<void> {
    await this.waitUntilIdle();
    await this.write();
  }

  /** Resolves when nobody waits for the database, or nearly at once where somebody always does. */
  async waitUntilIdle(): Promise<void> {
    const until = performance.now() + IDLE_WITHIN_MS;
    for (let idleSince = performance.now(); !this.#stopped; ) {
      const now = performance.now();
      if (this.#isBusy()) idleSince = now;
      if (now - idleSince >= IDLE_MS || now >= until) return;
      await pause(IDLE_MS / 5, undefined, { ref: false });
    }
  }

  /** In its turn; whoever asks meanwhile waits for the same one. Never rejects: what it leaves undone comes next time. */
  write(): Promise<void> {
    this.#running ??= this.#write().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #write(): Promise<void> {
    if (this.#stopped) return;
    try {
      const place = await this.#placeNow();
      if (place === this.#place) return;
      await this.#ask("checkpoint");
      this.#place = await this.#placeNow();
      this.#failed = false;
    } catch (error) {
      // One line is enough until it goes well again.
      if (!this.#failed && !this.#stopped) {
        log.error({ reason: reasonOf(error) }, "the database could not write to its places");
      }
      this.#failed = true;
    }
  }

  async #placeNow(): Promise<unknown> {
    const [row] = await this.#ask("select pg_current_wal_insert_lsn()::text as place");
    return row?.place;
  }
}
