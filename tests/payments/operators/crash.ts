import { AsyncLocalStorage } from "node:async_hooks";
import type { Engine, Work } from "../../../app/core/database/engine.server.ts";

// A process that dies at one of its awaits. Two kinds of them have an effect outside of it: the end of a
// transaction and a call to an operator. Before each, and after each, is a moment to die; between two of
// them nothing happens that anybody else could see.

/** The process ended here, as by a power cut. */
export class Crash extends Error {}

/** One piece of work of a process, and at which of its moments it dies; never, without. */
export class Life {
  /** The moments that it came to. */
  moments = 0;
  isDead = false;
  readonly #diesAt: number | undefined;
  readonly impatient: boolean;

  constructor({ diesAt, impatient = false }: { diesAt?: number; impatient?: boolean } = {}) {
    this.#diesAt = diesAt;
    this.impatient = impatient;
  }

  /** Whether it dies now; whatever it tries afterwards reaches nobody. */
  isLast(): boolean {
    this.moments += 1;
    if (this.moments === this.#diesAt) this.isDead = true;
    return this.isDead;
  }
}

const lives = new AsyncLocalStorage<Life>();

/** Does something as a process that may die in it. Tells whether it did. */
export async function live(life: Life, work: () => Promise<unknown>): Promise<void> {
  try {
    await lives.run(life, work);
  } catch (error) {
    if (!life.isDead) throw error;
  }
}

type How = Parameters<Engine["transaction"]> extends [unknown, ...infer Rest] ? Rest : never;

/** The engine of processes that die: at the end of a transaction it is taken back, or committed unheard. */
export function mortal(engine: Engine): Engine {
  async function transaction<T>(work: Work<T>, ...how: How): Promise<T> {
    const life = lives.getStore();
    if (!life) return engine.transaction(work, ...how);
    if (life.isDead) throw new Crash();
    const result = await engine.transaction(
      async (tx, control) => {
        // It commits when this says so, and not with its last statement.
        const value = await work(tx, { ...control, endWithNext: () => {} });
        if (life.isLast()) throw new Crash();
        return value;
      },
      ...how,
    );
    if (life.isLast()) throw new Crash();
    return result;
  }
  return { ...engine, transaction };
}

const PATIENCE = 40;

/**
 * Makes the network of this process one that it can die at, and its waiting for silent operators short.
 * Gives what puts both back.
 */
export function mortalNetwork(): () => void {
  const { fetch } = globalThis;
  const { timeout } = AbortSignal;
  globalThis.fetch = async (...call) => {
    const life = lives.getStore();
    if (!life) return fetch(...call);
    if (life.isDead || life.isLast()) throw new Crash();
    const response = await fetch(...call);
    if (!life.isDead && !life.isLast()) return response;
    await response.body?.cancel();
    throw new Crash();
  };
  AbortSignal.timeout = (ms) =>
    timeout.call(AbortSignal, lives.getStore()?.impatient ? Math.ceil(ms / PATIENCE) : ms);
  return () => Object.assign(AbortSignal, { timeout }) && Object.assign(globalThis, { fetch });
}
