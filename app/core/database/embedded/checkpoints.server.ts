import { setTimeout as pause } from "node:timers/promises";
import { log, reasonOf } from "../../log/log.server.ts";
import { MINUTE } from "../../values/durations.ts";

// The embedded engine has no checkpointer process: it writes a checkpoint only on request, or once its WAL is very
// long. Without checkpoints a start after a crash would replay all of the WAL, and a backup, which begins with a
// checkpoint, would block the site meanwhile.

const EVERY_MS = 5 * MINUTE;
/** How long the database must be idle. */
const IDLE_MS = 25;
/** How long to wait for an idle moment, which a busy site may not have. */
const IDLE_WITHIN_MS = 3_000;

type Ask = (statement: string) => Promise<Record<string, unknown>[]>;
type Settings = {
  /** Runs a statement after those that wait. */
  ask: Ask;
  /** Whether statements are running or waiting. */
  isBusy: () => boolean;
  everyMs?: number;
};

/** Writes checkpoints: at intervals, where something changed, and before a copy. */
export class Checkpoints {
  readonly #ask: Ask;
  readonly #isBusy: () => boolean;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #running: Promise<void> | undefined;
  /** The WAL position after the last checkpoint. */
  #place: unknown;
  #failed = false;

  constructor({ ask, isBusy, everyMs = EVERY_MS }: Settings) {
    this.#ask = ask;
    this.#isBusy = isBusy;
    this.#everyMs = everyMs;
  }

  /** Records the present WAL position: a database that was just opened needs no checkpoint. */
  async recordPosition(): Promise<void> {
    this.#place = await this.#placeNow();
  }

  /** Writes a checkpoint now and at intervals, until `stop`. */
  start(): void {
    if (this.#timer || this.#stopped) return;
    this.#timer = setInterval(() => void this.writeWhenIdle(), this.#everyMs).unref();
    void this.write();
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
  }

  /** Writes a checkpoint in an idle moment, if there is one soon. */
  async writeWhenIdle(): Promise<void> {
    await this.waitUntilIdle();
    await this.write();
  }

  /** Resolves when the database is idle, or after a while on a busy site. */
  async waitUntilIdle(): Promise<void> {
    const until = performance.now() + IDLE_WITHIN_MS;
    for (let idleSince = performance.now(); !this.#stopped; ) {
      const now = performance.now();
      if (this.#isBusy()) idleSince = now;
      if (now - idleSince >= IDLE_MS || now >= until) return;
      await pause(IDLE_MS / 5, undefined, { ref: false });
    }
  }

  /** Writes a checkpoint if anything changed; concurrent calls share one. Never rejects: the next call tries again. */
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
      // Logged once, until it succeeds again.
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
