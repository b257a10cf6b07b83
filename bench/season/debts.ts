import { HOUR } from "../../app/core/values/durations.ts";
import { type Fact, GUESTS_DUE, PAYERS_DUE, TAKE_FACTS } from "./facts.ts";
import type { Letters } from "./letters.ts";
import { type Debt, isReminder, type Letter, owedFor } from "./owed.ts";
import type { Product } from "./product.ts";

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
export class Debts {
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
