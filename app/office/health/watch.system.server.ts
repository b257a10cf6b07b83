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
import { seal, unseal } from "../../core/secrets/keys.server.ts";
import { replaceFile } from "../../core/storage/line-file.server.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { Fault } from "../../core/values/errors.ts";
import { isoDay } from "../../i18n/format.ts";
import { transport } from "../../mail/mail.server.ts";
import { messageOf, sendQueued } from "../../mail/send.jobs.server.ts";
import { writeReports } from "../../site/policy-reports/policy-reports.system.server.ts";
import { checkHealth, troublesIn } from "../checks/checks.system.server.ts";
import type { Trouble } from "./causes.ts";
import { type HealthNews, healthMail } from "./health.mail.ts";
import { recordDirectAlerts, sendAlerts } from "./health-alerts.system.server.ts";

const FIRST_MS = 20_000;
/** The time limit for recording alerts in the database. */
const RECORD_WITHIN_MS = 20_000;
/** After this many failed turns, administrators are mailed without the database. */
const FAILED_TURNS = 3;

/** An alert that was mailed without the database, until it can be recorded there. */
type DirectAlert = { causes: Trouble[]; since: Date };

/**
 * Runs the health checks every minute and alerts administrators. It is no job, because it has to work when the jobs or
 * the database do not.
 */
export class HealthWatch {
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();
  #stopped = false;
  #failedTurns = 0;
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

  /** Runs the checks once and sends alerts. Never rejects. */
  async turn(): Promise<void> {
    try {
      const troubles = troublesIn(await checkHealth());
      if (await this.#alert(troubles)) await this.#afterwards();
      else if (this.#failedTurns >= FAILED_TURNS) await this.#alertWithoutDatabase(troubles);
    } catch (error) {
      if (!this.#stopped) log.error({ err: error }, "the watch over the site failed");
    }
  }

  async #alert(troubles: readonly Trouble[]): Promise<boolean> {
    const now = currentTime();
    try {
      const late = () => Promise.reject(new Fault("the database took too long"));
      if (this.#direct) await recordDirectAlerts(this.#direct.causes, this.#direct.since, now);
      this.#direct = undefined;
      saveAdministrators(await withTimeout(sendAlerts(troubles, now), RECORD_WITHIN_MS, late));
      this.#failedTurns = 0;
      this.#since = undefined;
      return true;
    } catch (error) {
      if (this.#stopped) return false;
      log.warn({ err: error }, "what is wrong could not be written down");
      this.#failedTurns++;
      this.#since ??= now;
      return false;
    }
  }

  async #afterwards(): Promise<void> {
    await writeReports();
    const mail = jobStates().find(({ name }) => name === "mail.send");
    // The alert that the jobs stand still must not wait for the job that sends mail.
    if (!mail || mail.late) await sendQueued(transport());
  }

  /** Mails once a day, from one of the processes that share a data folder. */
  async #alertWithoutDatabase(troubles: readonly Trouble[]): Promise<void> {
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

/** Returns whether any mail was sent: if the mail server is away too, the next turn tries again. */
async function sendToAll(news: HealthNews, day: string, now: Date): Promise<boolean> {
  let sent = 0;
  for (const { id, name, email } of lastAdministrators()) {
    const mail = healthMail({ recipient: email, name, news });
    // The same message id from every process, so that a mailbox shows it once.
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
 * Claims the day for this process; undefined when another process with the same data folder has it. A claim is released
 * when no mail could be sent.
 */
async function claimDay(day: string): Promise<{ release: () => Promise<void> } | undefined> {
  const folder = join(env().DATA_DIR, "told");
  const file = join(folder, day);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await (await open(file, "wx", 0o600)).close();
  } catch (error) {
    // With a full or broken disk the mail is sent nevertheless.
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
  }
  return { release: () => rm(file, { force: true }) };
}

// The addresses of administrators, for a start without the database: encrypted, because they are personal data.

const PURPOSE = "administrators";
const fileIn = () => join(env().DATA_DIR, "administrators.sealed");
const schema = z.array(z.object({ id: z.string(), name: z.string(), email: z.string() }));

function readFile(): readonly Administrator[] {
  try {
    const parsed = schema.safeParse(unseal(PURPOSE, readFileSync(fileIn(), "utf8")));
    return parsed.success ? parsed.data : [];
  } catch {
    // There is no file yet, or the disk is broken: the settings may name an administrator.
    return [];
  }
}

/** Stores the list of administrators when it has changed. */
function saveAdministrators(administrators: readonly Administrator[]): void {
  if (JSON.stringify(administrators) === JSON.stringify(readFile())) return;
  try {
    replaceFile(fileIn(), seal(PURPOSE, administrators));
  } catch (error) {
    // A full disk has a check of its own.
    log.warn({ err: error }, "the administrators' addresses were not kept");
  }
}

/** The administrators as they were last stored, else the one that the settings name. */
function lastAdministrators(): readonly Administrator[] {
  const stored = readFile();
  const { ADMIN_EMAIL: email } = env();
  return stored.length > 0 || !email ? stored : [{ id: "settings", name: "", email }];
}
