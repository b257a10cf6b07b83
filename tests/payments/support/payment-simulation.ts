import { sql } from "drizzle-orm";
import { startApp } from "../../../app/core/app.ts";
import { asStaff } from "../../../app/core/database/doors/doors.server.ts";
import type { Engine, Work } from "../../../app/core/database/engine.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import type { Fulfilment, WriteDb } from "../../../app/payments/orders/fulfilment.ts";
import {
  type Charge,
  offerProviders,
  type PaymentProvider,
} from "../../../app/payments/providers/provider.ts";
import {
  type SimulatedBooks,
  simulatedProvider,
} from "../../../app/payments/providers/simulated/simulated.system.server.ts";
import type { SimulatedPayment } from "../../../app/payments/providers/simulated/simulated.ts";
import { type Ended, endThing, makeSeats, seats } from "./seats.ts";

process.env.PUBLIC_URL ??= "https://fge.example";
process.env.SESSION_SECRET ??= "a secret of the tests, forty characters ";

export const SECRET = "the simulated provider's key";

/** The member of staff of these tests. */
export const STAFF = newId();

/** What an engine is told beside the work. */
type How = Parameters<Engine["transaction"]> extends [unknown, ...infer Rest] ? Rest : never;

/** The process ended here, as by a power cut. */
export class PowerCut extends Error {}

/** Where the process ends: in which transaction from now, before it is committed or just after. */
export type Cut = { transactions: number; committed: boolean };

/** What goes wrong with the next call: nothing arrives, or it does and no answer comes back. */
export type Fault = "lost" | "unanswered" | "rejected";
export type Call = "create" | "query" | "capture" | "refund";

/**
 * Everything around the engine that can go wrong, and the time. The provider is the simulated one, on
 * books in memory: what it took is known without asking ours.
 */
export class PaymentSimulation {
  readonly payments = new Map<string, SimulatedPayment>();
  now = new Date();
  /** The attempts that the provider was called to begin, in their order. */
  readonly started: string[] = [];
  /** The attempts whose money the provider was asked to take, with the key of each call. */
  readonly captures: { ref: string; key: string }[] = [];
  /** How often the provider was asked about an attempt. */
  queries = 0;
  /** No place is left for an order that holds none. */
  full = false;
  /** Transactions that the provider took back, as after a dispute. */
  readonly takenBack = new Set<string>();
  cut: Cut | undefined;
  faults: Partial<Record<Call, Fault>> = {};

  /** Makes the engine under test stand on this world. Seats are rows, so that a cut takes them back. */
  async stand(engine: Engine): Promise<void> {
    await engine.transaction(async (tx) => {
      await makeSeats(tx);
      await tx.execute(sql`insert into profiles (id, name, email, role)
        values (${STAFF}, 'S', 'staff@example.org', 'admin') on conflict do nothing`);
    });
    startApp({
      database: {
        engine: {
          ...engine,
          transaction: (work, ...how) => this.#transaction(engine, work, how),
        },
      },
    });
    offerProviders(this.providers);
    startApp({
      fulfilments: { membership: this.#seats, registration: this.#seats, licences: this.#seats },
    });
  }

  /** As a site that takes real money: cash is never a test. */
  takeRealMoney(without: Partial<PaymentProvider> = {}): void {
    offerProviders(
      this.providers.map((provider) => ({ ...provider, ...without, mode: "live" as const })),
    );
  }

  later(minutes: number): void {
    this.now = new Date(this.now.getTime() + minutes * 60_000);
  }

  /** From now on everything works. */
  heal(): void {
    this.cut = undefined;
    this.faults = {};
    for (const payment of this.payments.values()) {
      if (payment.silent) this.payments.set(payment.merchant_ref, { ...payment, silent: false });
    }
  }

  async #transaction<T>(engine: Engine, work: Work<T>, how: How): Promise<T> {
    const { cut } = this;
    if (!cut || --cut.transactions > 0) return engine.transaction(work, ...how);
    this.cut = undefined;
    await engine.transaction(
      async (tx, control) => {
        // It commits when this says so, and not with its last statement.
        await work(tx, { ...control, endWithNext: () => {} });
        if (!cut.committed) throw new PowerCut();
      },
      ...how,
    );
    throw new PowerCut();
  }

  /**
   * Staff end what an order is for, or open it again. `seen` runs last, while everything is held.
   * For good, its order is cancelled with it.
   */
  end(
    order: { id: string },
    state: Ended,
    seen: (db: WriteDb) => Promise<void> = async () => {},
  ): Promise<void> {
    return asStaff({ id: STAFF }, async (db) => {
      await endThing(db, order.id, state, this.now);
      await seen(db);
    });
  }

  readonly #seats: Fulfilment = {
    ...seats,
    confirm: async (db, order) =>
      this.full && order.status !== "held" ? "no-place" : seats.confirm(db, order),
  };

  readonly #books: SimulatedBooks = {
    open: async (payment) => {
      const stored = this.payments.get(payment.merchant_ref) ?? payment;
      this.payments.set(payment.merchant_ref, stored);
      return stored;
    },
    find: async (merchantRef) => this.payments.get(merchantRef),
    change: async (merchantRef, change) => {
      const payment = this.payments.get(merchantRef);
      const changed = payment && change(payment);
      if (changed) this.payments.set(merchantRef, changed);
      return changed !== undefined;
    },
  };

  readonly providers = [this.#provider()];

  #provider(): PaymentProvider {
    const real = simulatedProvider({
      books: this.#books,
      secret: () => SECRET,
      pageOf: ({ reference }) => `https://provider.example/${reference}`,
      now: () => this.now,
    });
    const faulty = async <T>(name: Call, call: () => Promise<T>): Promise<T> => {
      const fault = this.faults[name];
      delete this.faults[name];
      if (fault === "lost") throw new Error("502");
      const answer = await call();
      if (fault === "unanswered") throw new Error("timeout");
      return answer;
    };
    return {
      ...real,
      create: async (attempt, signal) => {
        this.started.push(attempt.merchantRef);
        if (this.faults.create === "rejected") {
          delete this.faults.create;
          return { kind: "rejected", code: "invalid" };
        }
        return faulty("create", () => real.create(attempt, signal));
      },
      query: (attempt, signal) =>
        faulty("query", async () => {
          this.queries++;
          const answer = await real.query(attempt, signal);
          if (answer.state !== "paid") return answer;
          const [first, ...others] = answer.charges;
          const seen = (charge: Charge) => ({
            ...charge,
            reversed: this.takenBack.has(charge.txnId),
          });
          return { state: "paid", charges: [seen(first), ...others.map(seen)] };
        }),
      capture: (attempt, key, signal) => {
        this.captures.push({ ref: attempt.merchantRef, key });
        return faulty("capture", async () => {
          return (await real.capture?.(attempt, key, signal)) ?? { state: "unknown" };
        });
      },
      refunds: real.refunds && {
        ...real.refunds,
        send: (refund, signal) =>
          faulty("refund", async () => {
            if (this.takenBack.has(refund.txnId)) return { state: "failed" };
            return (await real.refunds?.send(refund, signal)) ?? { state: "unknown" };
          }),
      },
    };
  }
}
