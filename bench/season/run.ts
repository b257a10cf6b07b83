import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { DAY, HOUR } from "../../app/core/values/durations.ts";
import { startPostgres } from "../../tests/support/database/postgres-server.ts";
import { EVENTS, MOMENTS, OLD_MONEY, OPEN_EVENTS, REMINDED, wrongRows } from "./checks.ts";
import { Clerks } from "./clerks.ts";
import { type Fact, GUESTS_DUE, PAYERS_DUE, RECORDERS, REMOVED, TAKE_FACTS } from "./facts.ts";
import { historyOf } from "./history.ts";
import { type JobTime, Nights } from "./job-times.ts";
import {
  type Arrival,
  type Debt,
  isReminder,
  type Letter,
  Letters,
  owedFor,
  REMINDERS,
} from "./letters.ts";
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

/** The pages hear of what changed within this. */
const HEARD_MS = 1_000;

/** The lists of events, as the page cache of every process has them, against the dates; gives what is wrong. */
async function wrongLists(product: Product): Promise<string[]> {
  const limit = Date.now() + HEARD_MS;
  for (;;) {
    const wrong = await compareLists(product);
    if (wrong.length === 0 || Date.now() > limit) return wrong;
    await pause(20);
  }
}

async function compareLists(product: Product): Promise<string[]> {
  const rows = (await product.press("sql", EVENTS)) as EventDates[];
  const standing = new Map(rows.map((row) => [row.id, standingOf(row, product.now)]));
  const inThePast = rows.filter(({ id }) => standing.get(id) === "past");
  const wrong: string[] = [];
  for (const { upcoming, past } of await product.everywhere("events")) {
    const ahead = rows.length - inThePast.length;
    if (upcoming.length !== ahead) wrong.push(`${upcoming.length} events to come, not ${ahead}`);
    const ranks = upcoming.map((id) => ORDER.indexOf(standing.get(id) ?? "past"));
    if (ranks.some((rank, n) => rank < 0 || rank < (ranks[n - 1] ?? 0))) {
      wrong.push("the list of what is to come holds something else, or in another order");
    }
    const latest = inThePast.slice(0, past.length);
    if (latest.some(({ id }, n) => past[n] !== id)) wrong.push("the list of what was is wrong");
  }
  return wrong;
}

/** What is under way is shown first. */
const ORDER: Standing[] = ["under way", "to come"];
type Standing = "to come" | "under way" | "past";

type EventDates = {
  id: string;
  status: string;
  date: string;
  time: string | null;
  end_date: string | null;
  end_time: string | null;
};

/** In which list an event belongs, by what its form says. */
function standingOf(event: EventDates, now: number): Standing {
  if (event.status === "cancelled") return "past";
  const last = event.end_date ?? event.date;
  const end = event.end_time
    ? Date.parse(`${last}T${event.end_time}:00Z`)
    : Date.parse(`${last}T00:00:00Z`) + DAY;
  if (now >= end) return "past";
  return now >= Date.parse(`${event.date}T${event.time ?? "23:59"}:00Z`) ? "under way" : "to come";
}

/** Refused for now, a letter comes within so long. */
const PATIENCE_MS = 4 * 24 * HOUR;
/** What is true of a place alone: whoever leaves before it could leave, or is moved, has no use for it. */
const OF_A_PLACE: readonly Letter[] = [
  "event-moved",
  "registration-confirmed",
  "registration-changed",
  "event-reminder",
];
const TELLING_MS = 12 * HOUR;
/** Two that press at once: the one that began first may be the last to be seen. */
const ABREAST_MS = 5_000;
/** Reminders are decided on as a day begins, and leave so much later. */
const NIGHT_MS = 7 * HOUR;
const TOLD = 5;

const timeOf = (ms: number) => new Date(ms).toISOString();

/** Every mail, registration and membership of an address, a line each. */
const ABOUT = (email: string) => `
  select line from (
    select created_at, concat_ws(' ', 'mail', template, status, created_at, sent_at, subject) as line
      from mail_outbox where recipient = '${email}'
    union all select r.created_at, concat_ws(' ', 'registration', r.reference, r.status, r.created_at, r.confirmed_at,
      'event', e.status, e.starts_at) from event_registrations r join events e on e.id = r.event_id where r.email = '${email}'
    union all select created_at, concat_ws(' ', 'member', status, created_at) from members
      where email = '${email}') lines order by created_at`;

/** The letters that are owed for what happened, and what became of them. */
class Debts {
  readonly #product: Product;
  readonly #letters: Letters;
  #open: Debt[] = [];
  /** Who gave up, lost or renewed what they had, and when last. */
  readonly #changed = new Map<string, number>();
  /** Whose event was moved, and when last: another reminder is owed for its new day. */
  readonly #moved = new Map<string, number>();

  constructor(product: Product, letters: Letters) {
    this.#product = product;
    this.#letters = letters;
  }

  owe(debt: Debt): void {
    if (debt.letter === "registration-changed") this.#overtake(debt);
    this.#letters.owe(debt);
    this.#open.push(debt);
  }

  /** Whoever is corrected again before the first letter could leave reads how it stands in the second. */
  #overtake({ to, letter, at }: Debt): void {
    this.#leaveOpen((one) => one.to === to && one.letter === letter && at - one.at < PATIENCE_MS);
  }

  /** These may come, or not: what they say is not so any more, and they may have left. */
  #leaveOpen(isOver: (debt: Debt) => boolean, also: readonly string[] = []): void {
    for (const debt of this.#open.filter(isOver)) {
      this.#letters.cancel(debt);
      for (const to of [debt.to, ...also]) this.#letters.allow({ ...debt, to });
    }
    this.#open = this.#open.filter((debt) => !isOver(debt));
  }

  /** What the clock alone makes owed, before any job looks. */
  async oweByTime(): Promise<void> {
    const at = this.#product.now;
    for (const { email, sure } of await this.#product.press("sql", PAYERS_DUE)) {
      const debt: Debt = { to: String(email), letter: "payment-due", at };
      if (sure) this.owe(debt);
      else this.#letters.allow(debt);
    }
    for (const { email } of await this.#product.press("sql", GUESTS_DUE)) {
      this.owe({ to: String(email), letter: "event-reminder", at });
    }
  }

  /** Letters that nobody was owed, and those that did not come in time. */
  async wrong(): Promise<string[]> {
    await this.#takeFacts();
    // One may have come while they were taken.
    if (this.#letters.hasUnowed()) await this.#takeFacts();
    const wrong: string[] = [];
    for (const { words, to } of this.#letters.takeUnowed()) {
      wrong.push(`not owed: ${words}${await this.#about(to)}`);
    }
    const since = this.#product.now - PATIENCE_MS;
    const due = this.#open.filter(({ at }) => at < since);
    this.#open = this.#open.filter(({ at }) => at >= since);
    for (const debt of due) {
      // It may have left before, or not: a later letter of the same kind does not stand for it.
      if (this.#left(debt)) {
        this.#letters.cancel(debt);
        this.#letters.allow(debt);
        continue;
      }
      if (!this.#letters.isLate(debt)) continue;
      const state = this.#letters.stateOf(debt);
      wrong.push(
        `owed since ${timeOf(debt.at)}: ${debt.letter} to ${debt.to} (${state})${await this.#about(debt.to)}`,
      );
    }
    return [...wrong.slice(0, TOLD), ...this.#letters.wrong.splice(0)];
  }

  /** What the product has about somebody, for whoever looks for the cause. */
  async #about(to: string): Promise<string> {
    const rows = await this.#product.press("sql", ABOUT(to));
    return rows.map(({ line }) => `\n    ${line}`).join("");
  }

  /** Whether somebody left, or renewed, before a letter that was refused for now could come. */
  #left({ to, letter, at }: Debt): boolean {
    const since = (this.#changed.get(to) ?? 0) - at;
    const moved = (this.#moved.get(to) ?? 0) - at;
    if (letter === "event-reminder" && moved >= 0 && moved < TELLING_MS) return true;
    if (OF_A_PLACE.includes(letter)) return since >= -ABREAST_MS && since < TELLING_MS;
    return isReminder(letter) && since >= 0 && since < PATIENCE_MS;
  }

  #follow({ of, now, email, at, byTime, people, became, allowed = 0 }: Fact): void {
    if (byTime) return;
    const moment = Date.parse(at);
    for (let n = 0; n < allowed; n++) {
      this.#letters.allow({ to: email, letter: "payment-due", at: moment });
    }
    for (const one of people ?? []) this.#moved.set(one, moment);
    const isOfTheirs = ({ to, letter }: Debt) => to === email && OF_A_PLACE.includes(letter);
    // What was on its way to an address that staff put right goes to the one or to the other.
    if (became) this.#leaveOpen(isOfTheirs, [became]);
    if (of !== "registration" && of !== "member") return;
    const isOver = now === "cancelled" || now === "expired" || now === "suspended";
    if (!isOver && (of !== "member" || now !== "active")) return;
    this.#changed.set(email, moment);
    const since = ({ at }: Debt) => moment - at;
    if (of === "registration") {
      this.#leaveOpen((debt) => isOfTheirs(debt) && since(debt) < TELLING_MS);
      return;
    }
    // Whoever renews in the night is not reminded in the morning, if it has not left yet.
    this.#leaveOpen(
      (debt) => debt.to === email && isReminder(debt.letter) && since(debt) < NIGHT_MS,
    );
  }

  async #takeFacts(): Promise<void> {
    for (const { fact } of await this.#product.press("sql", TAKE_FACTS)) {
      const one = fact as Fact;
      for (const debt of owedFor(one)) this.owe(debt);
      this.#follow(one);
    }
  }
}
