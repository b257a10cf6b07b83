import { type Fact, TAKE_FACTS } from "./facts.ts";
import { type Debt, type Letters, owedFor } from "./letters.ts";
import type { Product } from "./product.ts";

const HOUR_MS = 3_600_000;
/** Refused for now, a letter comes within so long. */
const PATIENCE_MS = 4 * 24 * HOUR_MS;
/** Whoever leaves while the others are told of a move is not told any more. */
const TELLING_MS = 12 * HOUR_MS;
const TOLD = 5;

/** The letters that are owed for what happened, and what became of them. */
export class Debts {
  readonly #product: Product;
  readonly #letters: Letters;
  #open: Debt[] = [];
  /** Who gave up, or lost, what they had, and when last. */
  readonly #gone = new Map<string, number>();

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

  #left({ to, letter, at }: Debt): boolean {
    const gone = this.#gone.get(to) ?? 0;
    return letter === "event-moved" && gone >= at && gone < at + TELLING_MS;
  }

  async #takeFacts(): Promise<void> {
    for (const { fact } of await this.#product.press("sql", TAKE_FACTS)) {
      const one = fact as Fact;
      for (const debt of owedFor(one)) this.owe(debt);
      const isOver = one.now === "cancelled" || one.now === "expired";
      if (one.of === "registration" && isOver) this.#gone.set(one.email, Date.parse(one.at));
    }
  }
}
