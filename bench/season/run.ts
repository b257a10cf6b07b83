import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { DAY, HOUR } from "../../app/core/values/durations.ts";
import { startPostgres } from "../../tests/support/database/postgres-server.ts";
import { MOMENTS, OLD_MONEY, OPEN_EVENTS, REMINDED, wrongRows } from "./checks.ts";
import { Clerks } from "./clerks.ts";
import { Debts } from "./debts.ts";
import { RECORDERS, REMOVED } from "./facts.ts";
import { historyOf } from "./history.ts";
import { type JobTime, Nights } from "./job-times.ts";
import { type Arrival, Letters } from "./letters.ts";
import { wrongLists } from "./lists.ts";
import { REMINDERS } from "./owed.ts";
import { type OpenEvent, People } from "./people.ts";
import { Product } from "./product.ts";
import { Chance } from "./random.ts";
import { Staff } from "./staff.ts";

export type Season = {
  engine: "embedded" | "server";
  members: number;
  events: number;
  days: number;
  kills: number;
  seed: number;
};

/** What a season came to. */
export type Outcome = {
  wrong: string[];
  removed: Record<string, number>;
  jobs: Record<string, JobTime>;
  /** Minutes, by what they went to. */
  spent: Record<string, number>;
  /** The slowest night: all daily jobs together. */
  nightMs: number;
  /** What the process used of the processor in it. */
  nightProcessorMs: number;
  kills: number;
  /** What the second process on the folder of an embedded database was told. */
  refusal: string | undefined;
  letters: number;
  copies: number;
  /** Orders of before, which the law asks to keep. */
  oldOrders: number;
  done: Record<string, number>;
  minutes: number;
};

const START = new Date("2027-01-01T00:00:00Z");
/** The hours at which people come: in the night, once its letters have left, at noon and in the evening. */
const HOURS = [2.5, 7.1, 12, 19];
/** When the office is open. */
const OFFICE_HOUR = 12;
/** So many of the deaths come while everybody is told that an event is somewhere else. */
const IN_A_CHANGE = 0.4;
/** The night's hour, and how many renew then whom a letter is about to remind. */
const [NIGHT_HOUR] = HOURS;
const LATE_RENEWALS = 2;
/** Whoever reads a letter acts on it at one of the next hours. */
const AT_ONCE = 0.4;
/** At the end of a day everything is looked at. */
const LAST_HOUR = 23.5;
/** So many people press at once. */
const LANES = 3;
/** Those of before begin within so many days. */
const FIRST_EVENTS_WITHIN = 30;
/** What is wrong on one day may be wrong on each that follows. */
const ENOUGH = 20;

/** Lives a season and looks at it every day; goes on until so much is wrong that it says nothing new. */
export async function live(season: Season, tell: (doing: string) => void): Promise<Outcome> {
  const letters = await Letters.start();
  const folder = mkdtempSync(join(tmpdir(), "site-season-"));
  const postgres = season.engine === "server" ? await startPostgres() : undefined;
  const chance = new Chance(season.seed);
  const settings: Record<string, string> = {
    NODE_ENV: "test",
    LOG_LEVEL: "silent",
    DATA_DIR: folder,
    PUBLIC_URL: "https://fge.example",
    SESSION_SECRET: "a secret of the season, forty characters",
    SMTP_URL: letters.url,
    PAYMENTS_SIMULATED: "1",
    SEASON_FAULTS: "0.04",
    ...(postgres && { DATABASE_URL: postgres.url }),
  };
  const product = new Product(settings, START, chance.branch());
  try {
    return await new Life(season, product, letters, chance).live(tell);
  } finally {
    await product.stop();
    await letters.stop();
    await postgres?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

class Life {
  readonly #season: Season;
  readonly #product: Product;
  readonly #letters: Letters;
  readonly #chance: Chance;
  readonly #people: People;
  readonly #staff: Staff;
  readonly #clerks: Clerks;
  readonly #killDays: Set<number>;
  readonly #debts: Debts;
  /** Letters that somebody has not acted on. */
  #readers: Arrival[] = [];
  readonly #nights = new Nights();
  readonly #spent: Record<string, number> = {};
  #refusal: string | undefined;
  /** Who renews in the night, just before the letter about the end leaves. */
  #late: string[] = [];

  constructor(season: Season, product: Product, letters: Letters, chance: Chance) {
    this.#season = season;
    this.#product = product;
    this.#letters = letters;
    this.#debts = new Debts(product, letters);
    this.#chance = chance;
    this.#people = new People(product, chance.branch(), season.members);
    this.#staff = new Staff(product, chance.branch(), season.days);
    this.#clerks = new Clerks(product, chance.branch());
    const { days, kills } = season;
    this.#killDays = new Set(
      Array.from({ length: kills }, (_, n) => Math.floor(((n + 0.5) * days) / kills)),
    );
  }

  async live(tell: (doing: string) => void): Promise<Outcome> {
    const began = performance.now();
    await this.#prepare();
    const { days, engine } = this.#season;
    const wrong: string[] = [];
    for (let day = 0; day < days && wrong.length < ENOUGH; day++) {
      // For a third of the season two processes share the server.
      if (engine === "server" && day === Math.floor(days / 3)) await this.#product.start();
      if (engine === "server" && day === Math.floor((2 * days) / 3)) await this.#product.stopLast();
      const found = await this.#day(day);
      wrong.push(...found.map((one) => `day ${day + 1}: ${one}`));
      if (day % 20 === 19 || day === days - 1) {
        tell(`${engine} day ${day + 1}, ${minutesSince(began).toFixed(1)} min`);
      }
    }
    const rows = await this.#product.press("sql", REMOVED);
    const [old] = await this.#product.press("sql", OLD_MONEY);
    return {
      oldOrders: Number(old?.count),
      wrong,
      removed: Object.fromEntries(rows.map(({ rule, count }) => [String(rule), Number(count)])),
      jobs: this.#nights.jobs,
      spent: this.#spent,
      nightMs: this.#nights.worstMs,
      nightProcessorMs: this.#nights.processorMs,
      kills: this.#product.kills,
      refusal: this.#refusal,
      letters: this.#letters.count,
      copies: this.#letters.copies,
      done: { ...this.#people.done, ...this.#staff.done, ...this.#clerks.done },
      minutes: minutesSince(began),
    };
  }

  /** How many of the events were announced before the season began. */
  get #early(): number {
    const { events, days } = this.#season;
    return Math.ceil((events * FIRST_EVENTS_WITHIN) / (days + FIRST_EVENTS_WITHIN));
  }

  async #prepare(): Promise<void> {
    const product = this.#product;
    await product.start();
    if (this.#season.engine === "embedded") this.#refusal = await product.refusal();
    for (const statement of historyOf({ members: this.#season.members, start: START })) {
      await product.press("sql", statement);
    }
    await product.press("sql", "analyze");
    for (const statement of RECORDERS) await product.press("sql", statement);
    for (let n = 0; n < this.#early; n++) {
      await this.#staff.announceIn(1 + Math.floor((n * FIRST_EVENTS_WITHIN) / this.#early));
    }
  }

  /** One day, from the first minute to the last hour; gives what is wrong at its end. */
  async #day(day: number): Promise<string[]> {
    const midnight = START.getTime() + day * DAY;
    const wrong: string[] = [];
    const isDeadly = this.#killDays.has(day);
    const inAChange = isDeadly && this.#chance.is(IN_A_CHANGE);
    const deadly =
      isDeadly && !inAChange ? [0, ...HOURS][this.#chance.below(1 + HOURS.length)] : undefined;
    await this.#spend("night", this.#night(midnight, deadly === 0));
    wrong.push(...(await wrongLists(this.#product)));
    const rows = await this.#product.press("sql", MOMENTS);
    const steps = [
      ...HOURS.map((hour) => ({ at: midnight + hour * HOUR, hour })),
      ...rows.map(({ moment }) => ({ at: Number(moment), hour: 0 })),
    ].filter(({ at }) => at < midnight + LAST_HOUR * HOUR);
    for (const { at, hour } of steps.sort((one, other) => one.at - other.at)) {
      if (at <= this.#product.now) continue;
      await this.#product.at(at);
      await this.#debts.oweByTime();
      const death = hour > 0 && hour === deadly ? this.#killSoon() : undefined;
      await this.#spend("jobs", this.#product.jobs());
      if (hour === OFFICE_HOUR && inAChange) await this.#killInAChange();
      wrong.push(...(await this.#spend("lists", wrongLists(this.#product))));
      if (hour > 0) await this.#spend("act", this.#act(day, hour));
      await death;
    }
    await this.#product.at(midnight + LAST_HOUR * HOUR);
    await this.#debts.oweByTime();
    await this.#spend("jobs", this.#product.jobs());
    wrong.push(...(await this.#spend("checks", this.#wrongAtNight())));
    return wrong;
  }

  /** The day begins: what is to be said of it is known before any job looks. */
  async #night(midnight: number, deadly: boolean): Promise<void> {
    const product = this.#product;
    await product.at(midnight);
    await this.#debts.oweByTime();
    this.#late = [];
    for (const { email, days } of await product.press("sql", REMINDED)) {
      if (this.#late.length < LATE_RENEWALS && Number(days) >= 0) this.#late.push(String(email));
      const letter = REMINDERS[Number(days)];
      if (letter) this.#debts.owe({ to: String(email), letter, at: midnight });
    }
    await product.jobTimes();
    const death = deadly ? this.#killSoon() : undefined;
    await product.jobs();
    await death;
    await product.revive();
    // Whoever died in it did only a part.
    if (deadly) return;
    this.#nights.add(await product.jobTimes());
  }

  /** One process dies in the middle of the next jobs, or of what people do then. */
  async #killSoon(): Promise<void> {
    await pause(this.#chance.below(this.#chance.is(0.5) ? 50 : 500));
    await this.#product.kill();
  }

  /** Some are told, the others are not yet. */
  async #killInAChange(): Promise<void> {
    await this.#staff.moveTheLargest();
    await pause(this.#chance.below(150));
    await this.#product.kill();
    await this.#product.revive();
  }

  async #act(day: number, hour: number): Promise<void> {
    const { events, days, members } = this.#season;
    if (hour === OFFICE_HOUR) {
      const announced = (by: number) => Math.floor(((events - this.#early) * by) / days);
      const due = announced(day + 1) - announced(day);
      await this.#staff.announce(due);
      await this.#staff.morning(this.#people.takeDeskPayers());
      await this.#clerks.morning();
    }
    const open = (await this.#product.press("sql", OPEN_EVENTS)) as OpenEvent[];
    this.#readers.push(...this.#letters.takeArrivals());
    const now = this.#readers.filter(() => this.#chance.is(AT_ONCE));
    this.#readers = this.#readers.filter((one) => !now.includes(one));
    const reactions = now.map(this.#people.reactionTo).filter((deed) => deed !== undefined);
    const late = hour === NIGHT_HOUR ? this.#late : [];
    const renewals = late.map((email) => () => this.#people.renewTonight(email));
    const deeds = [
      ...renewals,
      ...this.#people.visits(open, 1 / HOURS.length, members),
      ...reactions,
    ];
    await Promise.all(
      Array.from({ length: LANES }, async () => {
        for (let deed = deeds.pop(); deed; deed = deeds.pop()) await deed();
      }),
    );
  }

  /** Says where the time goes. */
  async #spend<T>(on: string, work: Promise<T>): Promise<T> {
    const began = performance.now();
    const result = await work;
    this.#spent[on] = (this.#spent[on] ?? 0) + minutesSince(began);
    return result;
  }

  async #wrongAtNight(): Promise<string[]> {
    await this.#product.revive();
    return [...(await wrongRows(this.#product)), ...(await this.#debts.wrong())];
  }
}

const minutesSince = (began: number) => (performance.now() - began) / 60_000;
