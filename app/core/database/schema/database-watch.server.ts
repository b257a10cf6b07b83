import { log } from "../../log/log.server.ts";
import {
  BusyError,
  hasCode,
  isAway,
  isStatementTimeout,
  WrongDatabaseError,
} from "../../values/errors.ts";

type Hooks = {
  /** Describes what is wrong with the schema. Rejects when the database is unavailable. */
  findFault: () => Promise<string | undefined>;
  /** The database turned out to be wrong: what was read since then (`performance.now()`) may be wrong too. */
  onWrong: (since: number) => void;
  /** The database is right again, and notifications in between were missed. */
  onRight: () => void;
};

/** While the database is wrong, requests check it again, but no more often than this: a check reads the catalogue. */
const RECHECK_MS = 1_000;

/**
 * Refuses to work on a database that is not what it should be, because somebody restored over it or dropped a
 * table, a grant or a role. The schema is checked when a statement fails because something is missing, after the
 * server was away, and, once it was found to be wrong, before the next transaction.
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

  /** Refuses all transactions, for this reason, until a check succeeds. */
  refuse(why: string): void {
    if (this.#why === undefined) {
      log.error({ why }, "the database is wrong: no page is made of it and nothing is written");
      this.#hooks.onWrong(this.#checked);
    }
    this.#why = why;
    this.#refused = performance.now();
  }

  /**
   * To be called before a transaction.
   * @throws WrongDatabaseError, or AppError 'unavailable' when a check is due and cannot be made.
   */
  async admit(): Promise<void> {
    const isDue = this.#why !== undefined && performance.now() - this.#refused >= RECHECK_MS;
    if (isDue || !this.#certain) await this.check();
    if (this.#why !== undefined) throw new WrongDatabaseError(this.#why);
  }

  /** To be called when a transaction failed: throws a WrongDatabaseError when a missing part of the schema is the reason. */
  async explain(error: unknown): Promise<void> {
    if (isOutage(error)) this.#certain = false;
    else if (hasCode(error, MISSING)) {
      await this.check();
      if (this.#why !== undefined) throw new WrongDatabaseError(this.#why, { cause: error });
    }
  }

  /** Checks now; concurrent calls share one check. */
  check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #check(): Promise<void> {
    const began = performance.now();
    const why = await this.#hooks.findFault().catch((error: unknown) => {
      // A database that is only slow was not restarted, so its schema is the same.
      if (!isLate(error)) this.#certain = false;
      this.#refused = performance.now();
      throw error;
    });
    if (why === undefined) return this.accept(began);
    this.#certain = true;
    this.refuse(why);
  }

  /** Records that the schema was found to be right. */
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

/** Codes for a missing table, column, function, role or login, or a missing permission. */
const MISSING = /^(28...|42(501|P01|703|883|704)|22023|3F000)$/;
