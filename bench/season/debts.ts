import { type Fact, TAKE_FACTS } from "./facts.ts";
import { type Debt, isReminder, type Letters, owedFor } from "./letters.ts";
import type { Product } from "./product.ts";

const HOUR_MS = 3_600_000;
/** Refused for now, a letter comes within so long. */
const PATIENCE_MS = 4 * 24 * HOUR_MS;
/** Whoever leaves while the others are told of a move is not told any more. */
const TELLING_MS = 12 * HOUR_MS;
/** Reminders are decided on as a day begins, and leave so much later. */
const NIGHT_MS = 7 * HOUR_MS;
const TOLD = 5;

/** The letters that are owed for what happened, and what became of them. */
export class Debts {
  readonly #product: Product;
  readonly #letters: Letters;
  #open: Debt[] = [];
  /** Who gave up, lost or renewed what they had, and when last. */
  readonly #changed = new Map<string, number>();

  constructor(product: Product, letters: Letters) {
    this.#product = product;
    this.#letters = letters;
  }

  owe(debt: Debt): void {
    this.#letters.owe(debt);
    this.#open.push(debt);
  }

  /** Letters that nobody was owed, and those that did not come in time. */
  async wrong(): Promise<string[]> {
    await this.#takeFacts();
    // One may have come while they were taken.
    if (this.#letters.unowed().length > 0) await this.#takeFacts();
    const wrong = this.#letters.unowed().map((one) => `not owed: ${one}`);
    const since = this.#product.now - PATIENCE_MS;
    const due = this.#open.filter(({ at }) => at < since);
    this.#open = this.#open.filter(({ at }) => at >= since);
    for (const debt of due) {
      if (!this.#letters.isLate(debt)) continue;
      if (this.#left(debt)) this.#letters.forgive(debt);
      else
        wrong.push(`owed since ${new Date(debt.at).toISOString()}: ${debt.letter} to ${debt.to}`);
    }
    return [...wrong.slice(0, TOLD), ...this.#letters.wrong.splice(0)];
  }

  /** Whether somebody left, or renewed, before a letter that was refused for now could come. */
  #left({ to, letter, at }: Debt): boolean {
    const since = (this.#changed.get(to) ?? 0) - at;
    if (letter === "event-moved") return since >= 0 && since < TELLING_MS;
    return isReminder(letter) && since >= 0 && since < PATIENCE_MS;
  }

  #follow({ of, now, email, at, byTime }: Fact): void {
    if (byTime) return;
    const moment = Date.parse(at);
    const isOver = now === "cancelled" || now === "expired" || now === "suspended";
    if (!isOver && (of !== "member" || now !== "active")) return;
    this.#changed.set(email, moment);
    if (of === "member")
      this.#open = this.#open.filter((debt) => !this.#isMoot(debt, email, moment));
  }

  /** Whoever renews in the night is not reminded in the morning. */
  #isMoot(debt: Debt, email: string, moment: number): boolean {
    const since = moment - debt.at;
    const isMoot = debt.to === email && isReminder(debt.letter) && since >= 0 && since < NIGHT_MS;
    if (isMoot) this.#letters.cancel(debt);
    return isMoot;
  }

  async #takeFacts(): Promise<void> {
    for (const { fact } of await this.#product.press("sql", TAKE_FACTS)) {
      const one = fact as Fact;
      for (const debt of owedFor(one)) this.owe(debt);
      this.#follow(one);
    }
  }
}
