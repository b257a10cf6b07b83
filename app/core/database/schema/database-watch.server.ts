import { log } from "../../log/log.server.ts";
import {
  BusyError,
  hasCode,
  isAway,
  isStatementTimeout,
  WrongDatabaseError,
} from "../../values/errors.ts";

type Hooks = {
  /** What is wrong with the database, in words. Rejects when it is away, which is another matter. */
  findFault: () => Promise<string | undefined>;
  /** It turned out to be wrong: what was read of it since then (`performance.now()`) may not be true. */
  onWrong: (since: number) => void;
  /** It is right again, and what was told of changes in between was missed. */
  onRight: () => void;
};

/** While the database is wrong, requests check it again, but no more often than this: a check reads the catalogue. */
const RECHECK_MS = 1_000;

/**
 * Refuses to work on a database that is not what it should be, because somebody restored over it or dropped a
 * table, a grant or a role. The schema is checked when a statement fails because something is missing, after the
 * server was away, once an hour, and, once it was found to be wrong, before the next transaction.
 */
export class DatabaseWatch {
  readonly #hooks: Hooks;
  #why: string | undefined;
  #checked = performance.now();
  #refused = 0;
  #certain = true;
  #checking: Promise<void> | undefined;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
  }

  /** Nothing passes, for this reason, until a check says that the database is right. */
  refuse(why: string): void {
    if (this.#why === undefined) {
      log.error({ why }, "the database is wrong: no page is made of it and nothing is written");
      this.#hooks.onWrong(this.#checked);
    }
    this.#why = why;
    this.#refused = performance.now();
  }

  /**
   * To be asked before a door opens.
   * @throws WrongDatabaseError, or AppError 'unavailable' when a check is due and cannot be made.
   */
  async admit(): Promise<void> {
    const isDue = this.#why !== undefined && performance.now() - this.#refused >= RECHECK_MS;
    if (isDue || !this.#certain) await this.check();
    if (this.#why !== undefined) throw new WrongDatabaseError(this.#why);
  }

  /** Tells of work behind a door that failed; throws in its place when the database is the reason. */
  async explain(error: unknown): Promise<void> {
    if (isOutage(error)) this.#certain = false;
    else if (hasCode(error, MISSING)) {
      await this.check();
      if (this.#why !== undefined) throw new WrongDatabaseError(this.#why, { cause: error });
    }
  }

  /** Checks now; whoever asks meanwhile waits for the same answer. */
  check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** Checks from time to time: a policy or a trigger that somebody drops makes no statement fail. */
  checkEvery(ms: number, stopped: AbortSignal): void {
    const timer = setInterval(() => void this.check().catch(() => {}), ms).unref();
    stopped.addEventListener("abort", () => clearInterval(timer));
  }

  async #check(): Promise<void> {
    const began = performance.now();
    const why = await this.#hooks.findFault().catch((error: unknown) => {
      // One that is slow was not away, so that nobody can have changed it behind our back.
      if (!isLate(error)) this.#certain = false;
      this.#refused = performance.now();
      throw error;
    });
    if (why === undefined) return this.accept(began);
    this.#certain = true;
    this.refuse(why);
  }

  /** It is right, as somebody who looked just now says. */
  accept(at = performance.now()): void {
    this.#certain = true;
    this.#checked = at;
    if (this.#why === undefined) return;
    this.#why = undefined;
    log.info({}, "the database is right again");
    this.#hooks.onRight();
  }
}

const isLate = (error: unknown) => error instanceof BusyError || isStatementTimeout(error);

const isOutage = (error: unknown) =>
  isAway(error) && !(error instanceof WrongDatabaseError || error instanceof BusyError);

/** Something that we name is not there, or not ours to use: a table, a column, a function, a role, a login. */
const MISSING = /^(28...|42(501|P01|703|883|704)|22023|3F000)$/;
