import { setTimeout as pause } from "node:timers/promises";
import { type Child, startChild } from "../child.ts";
import type { JobTime } from "./job-times.ts";
import type { ProductApi } from "./product.child.ts";
import type { Chance } from "./random.ts";

const FILE = "season/product.child.ts";
/** Whoever presses a button that died under them presses it again, so often. */
const PRESSES = 4;
const SETTLED_MS = 30_000;

type Process = { child: Child<ProductApi>; gone: boolean };

/** The processes of the site during a season, as many as run now, and the time that they show. */
export class Product {
  readonly #settings: Record<string, string>;
  readonly #chance: Chance;
  #processes: Process[] = [];
  #reviving: Promise<void> | undefined;
  #now: number;
  kills = 0;

  constructor(settings: Record<string, string>, start: Date, chance: Chance) {
    this.#settings = settings;
    this.#chance = chance;
    this.#now = start.getTime();
  }

  get now(): number {
    return this.#now;
  }

  get count(): number {
    return this.#processes.length;
  }

  async start(): Promise<void> {
    const one = { child: this.#begin(), gone: false };
    await one.child.ask("ready");
    this.#processes.push(one);
  }

  /** Tries to start another one beside; gives why it refused. */
  async refusal(): Promise<string | undefined> {
    const child = this.#begin();
    try {
      await child.ask("ready");
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      await child.stop();
    }
  }

  async stopLast(): Promise<void> {
    await this.#processes.pop()?.child.stop();
  }

  async stop(): Promise<void> {
    for (const { child } of this.#processes) await child.stop();
    this.#processes = [];
  }

  async at(moment: number): Promise<void> {
    this.#now = moment;
    await this.everywhere("at", moment);
  }

  /** Kills one of the processes, in the middle of whatever it does. */
  async kill(): Promise<void> {
    const one = this.#chance.oneOf(this.#processes);
    if (!one || one.gone) return;
    one.gone = true;
    this.kills += 1;
    await one.child.kill();
  }

  /** Asks one process, another one after each death. */
  async press<Name extends keyof ProductApi & string>(
    name: Name,
    ...argument: Parameters<ProductApi[Name]>
  ): Promise<Awaited<ReturnType<ProductApi[Name]>>> {
    for (let press = 1; ; press++) {
      const one = this.#chance.oneOf(this.#processes);
      if (!one) throw new Error("no process runs");
      try {
        return await one.child.ask(name, ...argument);
      } catch (error) {
        if (!one.gone || press >= PRESSES) throw error;
        await this.revive();
      }
    }
  }

  /** Asks every process; those that die in it are asked again once they are back. */
  async everywhere<Name extends keyof ProductApi & string>(
    name: Name,
    ...argument: Parameters<ProductApi[Name]>
  ): Promise<Awaited<ReturnType<ProductApi[Name]>>[]> {
    await this.revive();
    return Promise.all(
      this.#processes.map(async (one) => {
        for (;;) {
          try {
            return await one.child.ask(name, ...argument);
          } catch (error) {
            if (!one.gone) throw error;
            await this.revive();
          }
        }
      }),
    );
  }

  /** Starts again what was killed. */
  revive(): Promise<void> {
    this.#reviving ??= this.#revive().finally(() => {
      this.#reviving = undefined;
    });
    return this.#reviving;
  }

  /** Runs every job in every process until nothing is left that failed. */
  async jobs(): Promise<void> {
    for (const limit = Date.now() + SETTLED_MS; ; ) {
      await this.everywhere("jobs");
      const failures = (await this.everywhere("failures")).flat();
      if (failures.length === 0) return;
      if (Date.now() > limit) throw new Error(`jobs go on failing: ${failures.join(", ")}`);
      await pause(50);
    }
  }

  async jobTimes(): Promise<Record<string, JobTime>[]> {
    return this.everywhere("jobTimes");
  }

  #begin(): Child<ProductApi> {
    const now = new Date().toISOString();
    const clock = `${now}/${new Date(this.#now).toISOString()}/1`;
    return startChild<ProductApi>(FILE, { ...this.#settings, SIMULATED_CLOCK: clock });
  }

  async #revive(): Promise<void> {
    for (const one of this.#processes) {
      if (!one.gone) continue;
      await one.child.kill();
      one.child = this.#begin();
      await one.child.ask("ready");
      await one.child.ask("at", this.#now);
      one.gone = false;
    }
  }
}
