import { readFileSync } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { Administrator } from "../../auth/staff/administrators.operations.server.ts";
import { log } from "../../core/log/log.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { jobStates } from "../../core/process/jobs.server.ts";
import { watchEventLoop } from "../../core/process/machine.server.ts";
import { withTimeout } from "../../core/process/timeout.ts";
import { seal, unseal } from "../../core/secrets/sealed.server.ts";
import { replaceFile } from "../../core/storage/replace-file.server.ts";
import { Fault } from "../../core/values/errors.ts";
import { isoDay } from "../../i18n/format.ts";
import { transport } from "../../mail/mail.server.ts";
import { messageOf, sendQueued } from "../../mail/send.jobs.server.ts";
import { writeReports } from "../../site/policy-reports/policy-reports.system.server.ts";
import { checkHealth, troublesIn } from "../checks/checks.system.server.ts";
import type { Trouble } from "./causes.ts";
import { type HealthNews, healthMail } from "./health.mail.ts";
import { recordDirectAlerts, sendAlerts } from "./health-alerts.system.server.ts";

const MINUTE = 60_000;
const FIRST_MS = 20_000;
/** The database has so long to take what is to be told. */
const TELLS_WITHIN_MS = 20_000;
/** So many turns in vain, and people are told without it. */
const TURNS_IN_VAIN = 3;

/** What was told without the database, until it can be written there. */
type DirectAlert = { causes: Trouble[]; since: Date };

/**
 * Looks at everything each minute and tells whoever administers the site. It is no job: that the jobs stand
 * still, or that the database refuses, is what it has to tell.
 */
export class HealthWatch {
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();
  #stopped = false;
  #inVain = 0;
  #since: Date | undefined;
  #direct: DirectAlert | undefined;
  #toldOn: string | undefined;

  start(everyMs = MINUTE, firstMs = FIRST_MS): this {
    watchEventLoop();
    const next = (ms: number) => {
      this.#timer = setTimeout(() => {
        this.#turn = this.turn().finally(() => this.#stopped || next(everyMs));
      }, ms).unref();
    };
    next(firstMs);
    return this;
  }

  async stop(withinMs: number): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await withTimeout(this.#turn, withinMs, () => undefined);
  }

  /** One look at everything, and what follows from it. Never rejects. */
  async turn(): Promise<void> {
    try {
      const troubles = troublesIn(await checkHealth());
      if (await this.#tell(troubles)) await this.#afterwards();
      else if (this.#inVain >= TURNS_IN_VAIN) await this.#tellWithoutDatabase(troubles);
    } catch (error) {
      if (!this.#stopped) log.error({ err: error }, "the watch over the site failed");
    }
  }

  async #tell(troubles: readonly Trouble[]): Promise<boolean> {
    const now = currentTime();
    try {
      const late = () => Promise.reject(new Fault("the database took too long"));
      if (this.#direct) await recordDirectAlerts(this.#direct.causes, this.#direct.since, now);
      this.#direct = undefined;
      saveAdministrators(await withTimeout(sendAlerts(troubles, now), TELLS_WITHIN_MS, late));
      this.#inVain = 0;
      this.#since = undefined;
      return true;
    } catch (error) {
      if (this.#stopped) return false;
      log.warn({ err: error }, "what is wrong could not be written down");
      this.#inVain++;
      this.#since ??= now;
      return false;
    }
  }

  async #afterwards(): Promise<void> {
    await writeReports();
    const mail = jobStates().find(({ name }) => name === "mail.send");
    // What says that the jobs stand still must not wait for one of them.
    if (!mail || mail.late) await sendQueued(transport());
  }

  /** Once a day, and once for all processes that share a folder of data; the database cannot say more. */
  async #tellWithoutDatabase(troubles: readonly Trouble[]): Promise<void> {
    const now = currentTime();
    const day = isoDay(now);
    const since = this.#since ?? now;
    if (this.#toldOn === day) return;
    const grave = troubles.filter(({ level }) => level === "error");
    const isSaid = grave.some(({ cause }) => cause === "database");
    const causes = isSaid ? grave : [UNWRITABLE, ...grave];
    const claim = await claimDay(day);
    if (!claim) {
      this.#toldOn = day;
      return;
    }
    const news = {
      kind: "grave",
      causes: causes.map((one) => ({ ...one, since })),
      at: now,
    } as const;
    if (await sendToAll(news, day, now)) {
      this.#toldOn = day;
      this.#direct = { causes, since };
    } else await claim.release();
  }
}

/** Tells whether anybody was told: a mail server that is away too is tried again with the next turn. */
async function sendToAll(news: HealthNews, day: string, now: Date): Promise<boolean> {
  let sent = 0;
  for (const { id, name, email } of lastAdministrators()) {
    const mail = healthMail({ recipient: email, name, news });
    // The same name from every process: a mailbox shows what has it once.
    const message = messageOf({ ...mail, id: `health-${day}-${id}`, created_at: now });
    try {
      await transport().send(message);
      sent += 1;
    } catch (error) {
      log.error({ err: error }, "a grave state could not be told");
    }
  }
  return sent > 0;
}

const UNWRITABLE: Trouble = {
  cause: "database",
  level: "error",
  summary: "Ce qui ne va pas ne peut pas y être écrit",
};

/**
 * Claims the day for this process; undefined where another one, in the same folder of data, has told it already. What
 * was claimed and could not be told is released.
 */
async function claimDay(day: string): Promise<{ release: () => Promise<void> } | undefined> {
  const folder = join(env().DATA_DIR, "told");
  const file = join(folder, day);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await (await open(file, "wx", 0o600)).close();
  } catch (error) {
    // A disk that is full or broken is no reason to say nothing.
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
  }
  return { release: () => rm(file, { force: true }) };
}

// Whom to write to when the database is away at a start, and cannot say it: sealed, since these are addresses of
// people, in a file that is worth nothing without our secret.

const PURPOSE = "administrators";
const fileIn = () => join(env().DATA_DIR, "administrators.sealed");
const schema = z.array(z.object({ id: z.string(), name: z.string(), email: z.string() }));

function readFile(): readonly Administrator[] {
  try {
    const known = schema.safeParse(unseal(PURPOSE, readFileSync(fileIn(), "utf8")));
    return known.success ? known.data : [];
  } catch {
    // There is none yet, or the disk is broken: the settings may name somebody.
    return [];
  }
}

/** Keeps whom the database named, when that is another list than before. */
function saveAdministrators(administrators: readonly Administrator[]): void {
  if (JSON.stringify(administrators) === JSON.stringify(readFile())) return;
  try {
    replaceFile(fileIn(), seal(PURPOSE, administrators));
  } catch (error) {
    // A full disk has a line of its own among the checks.
    log.warn({ err: error }, "the administrators' addresses were not kept");
  }
}

/** Whom to write to without the database: those who were known last, else whoever the settings name. */
function lastAdministrators(): readonly Administrator[] {
  const known = readFile();
  const { ADMIN_EMAIL: email } = env();
  return known.length > 0 || !email ? known : [{ id: "settings", name: "", email }];
}
