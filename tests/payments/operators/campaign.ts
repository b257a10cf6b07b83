import { DAY, MINUTE } from "../../../simulators/clock.ts";
import { type Death, deathsAt } from "./journeys.ts";
import { type Operator, type OperatorName, startOperator } from "./operator.ts";
import { Play, type Stage } from "./play.ts";
import { type Schedule, scheduleOf } from "./schedule.ts";

/** One schedule that ended wrongly. Its seed plays it again; one that dies says where instead. */
export type Finding = {
  operator: OperatorName;
  seed?: number;
  death?: string;
  wrongs: string[];
  schedule: Schedule;
};

/** What is wrong, and how anybody plays it again. */
export function wordsOf({ operator, seed, death, wrongs, schedule }: Finding, engine = "embedded") {
  const again = `npm run bench -- payments --operator ${operator} --engine ${engine} --only`;
  const how = death ?? `${again} schedules --schedules 1 --seed ${seed}`;
  return `${wrongs.join("\n")}\n  ${how}\n  ${JSON.stringify(schedule)}`;
}

export type Tally = {
  schedules: number;
  findings: Finding[];
  seconds: number;
  /** How many orders ended in which state. */
  ends: Record<string, number>;
};

/** After so many the operator is another one: its certificate is good for a year of its own time. */
const A_YEAR_HOLDS = 25;

export type Options = {
  operator: OperatorName;
  stageOf: (operator: Operator) => Stage;
  /** When to stop, in milliseconds of `performance.now()`. */
  until?: number;
  tell?: (finding: Finding) => void;
};

/** Plays schedules one after the other. Each begins on a day of its own, so that they do not meet. */
class Campaign {
  readonly tally: Tally = { schedules: 0, findings: [], seconds: 0, ends: {} };
  readonly #options: Options;
  readonly #began = performance.now();
  #operator: Operator | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  get isOver(): boolean {
    return performance.now() >= (this.#options.until ?? Number.POSITIVE_INFINITY);
  }

  /** Some time of the next day, the same for the same seed: schedules also begin before midnight. */
  async play(
    schedule: Schedule,
    { seed = 0, death }: Pick<Finding, "seed" | "death">,
  ): Promise<boolean> {
    const operator = await this.#operatorOfTheYear();
    const day = Math.floor(operator.clock.now() / DAY) + 1;
    operator.clock.set(day * DAY + ((seed * 397) % (24 * 60)) * MINUTE);
    const play = new Play(this.#options.stageOf(operator), schedule);
    const { status, wrongs } = await play.run();
    this.tally.schedules += 1;
    this.tally.ends[status] = (this.tally.ends[status] ?? 0) + 1;
    if (wrongs.length > 0) {
      const name = death === undefined ? { seed } : { death };
      const finding = { operator: operator.name, ...name, wrongs, schedule };
      this.tally.findings.push(finding);
      this.#options.tell?.(finding);
    }
    return play.hasDied;
  }

  async #operatorOfTheYear(): Promise<Operator> {
    const before = this.#operator;
    if (before && this.tally.schedules % A_YEAR_HOLDS !== 0) return before;
    await before?.close();
    this.#operator = await startOperator(this.#options.operator);
    if (before) this.#operator.clock.set(before.clock.now());
    return this.#operator;
  }

  async end(): Promise<Tally> {
    await this.#operator?.close();
    return { ...this.tally, seconds: (performance.now() - this.#began) / 1000 };
  }
}

/** Random schedules, with the seeds from `from` on. */
export async function playRandom(
  options: Options & { from: number; count: number },
): Promise<Tally> {
  const { operator, from, count } = options;
  const campaign = new Campaign(options);
  for (let seed = from; seed < from + count && !campaign.isOver; seed++) {
    await campaign.play(scheduleOf(operator, seed), { seed });
  }
  return campaign.end();
}

/**
 * Each journey again and again: its steps die at their first moment, at the second, until they live. `from`:
 * which of the steps is the first one, where there may not be time for all.
 */
export async function playDeaths(
  options: Options & { from?: number },
): Promise<Tally & { deaths: number }> {
  const campaign = new Campaign(options);
  let deaths = 0;
  const all = deathsAt(options.operator);
  const first = (options.from ?? 0) % all.length;
  for (const death of [...all.slice(first), ...all.slice(0, first)]) {
    for (let moment = 1; !campaign.isOver && (await dies(campaign, death, moment)); moment++)
      deaths++;
  }
  return { ...(await campaign.end()), deaths };
}

const dies = (campaign: Campaign, { name, step, schedule }: Death, moment: number) =>
  campaign.play(schedule(moment), { death: `${name}: step ${step + 1}, moment ${moment}` });
