import { setTimeout as pause } from "node:timers/promises";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { HOUR, MINUTE } from "../../../app/core/values/durations.ts";
import type { Operator } from "./operator.ts";
import type { Schedule, Step, Wish } from "./schedule.ts";
import { type Call, type Outcome, PRICE, type Site } from "./site.ts";
import type { Act, OrderAddress } from "./site-acts.ts";
import { type Ending, WAITING, wrongsOf } from "./wrongs.ts";

const SLOW_MS = 200;
const ON_ITS_WAY_MS = 30;
/** An attempt that ended is asked after for a day: nobody pays one later than that. */
const LATEST_MS = 22 * HOUR;
/** What staff return is asked for, approved, sent and looked at again, as often as that takes. */
const ROUNDS = 6;

/** What a schedule is played with: the product, as one process or more, and one operator. */
export type Stage = {
  operator: Operator;
  sites: readonly Site[];
  /** Does something at a site whose process may be killed in it. */
  call(site: number, call: Call): Promise<Partial<Outcome>>;
};

/** Plays one schedule on an order of its own, then lets everything come to rest and compares the books. */
export class Play {
  readonly #stage: Stage;
  readonly #schedule: Schedule;
  readonly #tabs = [newId(), newId(), newId(), newId()];
  readonly #till = newId();
  #order: OrderAddress = { id: "", token: "" };
  #began = 0;
  #turn = 0;
  #transfers = 0;
  #isSlow = false;
  /** What a page said that was opened at the beginning. */
  readonly #charge: string;
  /** What was begun at the operator when staff had ended the order, while they have. */
  #startsBefore: number | undefined;
  readonly #ending: Ending = { deeds: new Set(), breaches: [] };
  /** Whether a process died where its step said. */
  hasDied = false;

  constructor(stage: Stage, schedule: Schedule) {
    this.#stage = stage;
    this.#schedule = schedule;
    this.#charge = stage.operator.name === "djomy" ? `${PRICE} GNF` : "3811 EUR";
  }

  async run(): Promise<{ status: string; wrongs: string[] }> {
    const { operator, sites } = this.#stage;
    const { kind, mode, steps } = this.#schedule;
    operator.begin();
    operator.faults.clear();
    operator.notices.manner = "once";
    this.#began = operator.clock.now();
    const settings = { operator: operator.name, url: operator.url, mode };
    for (const site of sites) await site.configure(settings);
    operator.notices.address = await this.#site().address();
    this.#order = await this.#site().open({ kind, now: operator.clock.now() });
    for (const step of steps) await this.#take(step);
    await this.#rest();
    const standing = await this.#site().standing(this.#order);
    return {
      status: standing.status,
      wrongs: wrongsOf(standing, standing.mode === mode ? operator.bookings() : [], this.#ending),
    };
  }

  #site(turn = this.#turn): Site {
    const { sites } = this.#stage;
    const site = sites[turn % sites.length];
    if (!site) throw new Error("no site");
    return site;
  }

  /** The processes take turns. */
  #call(act: Act, more: Partial<Call> = {}) {
    const now = this.#stage.operator.clock.now();
    this.#turn += 1;
    return this.#stage.call(this.#turn, { act, order: this.#order, now, ...more });
  }

  async #take(step: Step): Promise<void> {
    const { operator } = this.#stage;
    const { faults, clock, notices } = operator;
    switch (step.at) {
      case "site": {
        const { wish, diesAt, otherMode } = step;
        const isDone = await this.#wish(wish, { diesAt, otherMode });
        if (wish.do === "end") await this.#ended(isDone && wish.state !== "open");
        return;
      }
      case "both":
        // Which of them comes first is not known, so neither is whether it has ended meanwhile.
        if (step.wishes.some((wish) => wish.do === "end")) await this.#ended(false);
        await Promise.all(step.wishes.map((wish) => this.#wish(wish)));
        return;
      case "operator":
        if (clock.now() - this.#began > LATEST_MS) return;
        if (operator.play(step.which, step.action, step.choice))
          this.#ending.deeds.add(step.action);
        return;
      case "notices":
        notices.manner = step.manner;
        return;
      case "delivery":
        return this.#deliver(step.diesAt);
      case "fault":
        this.#isSlow ||= step.kind === "slow";
        faults.add({ ...step, slowMs: SLOW_MS });
        return;
      case "wait":
        clock.advance(step.minutes * MINUTE);
    }
  }

  /** Tells whether it was done wholly. */
  async #wish(wish: Wish, more: Partial<Call> = {}): Promise<boolean> {
    this.#ending.deeds.add(wish.do === "end" ? `end ${wish.state}` : wish.do);
    const { refusal, isDead } = await this.#call(this.#actOf(wish), more);
    this.hasDied ||= isDead === true;
    return !refusal && !isDead;
  }

  /** No payment is begun for what staff have ended, as long as it is. */
  async #ended(isOver: boolean): Promise<void> {
    this.#checkEnded();
    const { operator } = this.#stage;
    // A call of before that nobody waits for any more may still be on its way there.
    if (isOver) await pause(ON_ITS_WAY_MS);
    this.#startsBefore = isOver ? operator.starts() : undefined;
  }

  #checkEnded(): void {
    const { operator } = this.#stage;
    // Slow calls of before reach it later.
    if (this.#startsBefore === undefined || this.#isSlow) return;
    const late = operator.starts() - this.#startsBefore;
    if (late > 0) this.#ending.breaches.push(`${late} payments begun or taken for what was ended`);
  }

  #actOf(wish: Wish): Act {
    switch (wish.do) {
      case "pay": {
        const { tab, old, shared } = wish;
        return {
          do: "pay",
          key: this.#tabs[tab] ?? "",
          shared,
          ...(old && { charge: this.#charge }),
        };
      }
      case "cash": {
        const { by, share, means, again } = wish;
        return { do: "cash", by, share, means, key: again ? this.#till : newId() };
      }
      case "announce":
        this.#transfers += 1;
        return {
          do: "announce",
          number: `T${this.#order.id.replaceAll("-", "")}${this.#transfers}`,
        };
      default:
        return wish;
    }
  }

  async #deliver(diesAt?: number): Promise<void> {
    const { notices } = this.#stage.operator;
    const earlier = notices.sent.length;
    notices.address = await this.#site().address();
    if (diesAt) await this.#site().perform(this.#dying(diesAt));
    await notices.deliverDue();
    if (diesAt) this.hasDied ||= (await this.#site().perform(this.#dying(undefined))).isDead;
    for (const { manner, status } of notices.sent.slice(earlier)) {
      if (UNTRUE.includes(manner) && status < 300 && status > 0) {
        this.#ending.breaches.push(`a notice that was ${manner} is believed`);
      }
    }
  }

  #dying(at: number | undefined): Call {
    const now = this.#stage.operator.clock.now();
    return { act: { do: "die in notices", ...(at && { at }) }, order: this.#order, now };
  }

  /** Everything works again, days pass, and staff return what is to be returned. */
  async #rest(): Promise<void> {
    const { operator } = this.#stage;
    const { clock, faults } = operator;
    faults.clear();
    if (this.#isSlow) await pause(SLOW_MS);
    this.#checkEnded();
    const patient = { patient: true };
    for (const minutes of [0, 17, 61, 25 * 60, 61, 61]) {
      clock.advance(minutes * MINUTE);
      operator.finish();
      await this.#deliver();
      await this.#call({ do: "jobs" }, patient);
    }
    // The money goes, and the answer is lost on its way: the refund is asked for again.
    faults.add({ on: "refund", kind: "error-after" });
    for (let round = 0; round < ROUNDS; round++) {
      for (const by of [1, 0]) await this.#call({ do: "approve", by }, patient);
      await this.#call({ do: "jobs" }, patient);
      for (const by of [0, 1]) await this.#call({ do: "record", by }, patient);
      operator.finish();
      clock.advance(25 * HOUR);
      await this.#call({ do: "jobs" }, patient);
      const { refunds, attempts } = await this.#site().standing(this.#order);
      // After a death somebody asks once the lease is over, which may be a round later.
      const isQuiet =
        refunds.every(({ status }) => ["done", "failed", "withdrawn"].includes(status)) &&
        !attempts.some(({ status }) => WAITING.includes(status));
      if (isQuiet) return;
    }
  }
}

const UNTRUE: readonly string[] = ["forged", "cut", "re-encoded"];
