import { sql } from "drizzle-orm";
import { type Fulfilment, setFulfilments } from "../../app/payments/fulfilment.ts";
import { type Charge, type PaymentProvider, setProviders } from "../../app/payments/provider.ts";
import type { SimulatedPayment } from "../../app/payments/simulated.ts";
import {
  type SimulatedBooks,
  simulatedProvider,
} from "../../app/payments/simulated-provider.server.ts";
import { setEngine } from "../../app/platform/database/doors.server.ts";
import type { Engine, Transaction } from "../../app/platform/database/engine.server.ts";

process.env.PUBLIC_URL ??= "https://fge.example";
process.env.SESSION_SECRET ??= "a secret of the tests, forty characters ";

export const SECRET = "the simulated provider's key";

/** The process ended here, as by a power cut. */
export class PowerCut extends Error {}

/** Where the process ends: in which transaction from now, before it is committed or just after. */
export type Cut = { transactions: number; committed: boolean };

/** What goes wrong with the next call: nothing arrives, or it does and no answer comes back. */
export type Fault = "lost" | "unanswered" | "rejected";
export type Call = "create" | "query" | "refund";

/**
 * Everything around the engine that can go wrong, and the time. The provider is the simulated one, on
 * books in memory: what it took is known without asking ours.
 */
export class World {
  readonly payments = new Map<string, SimulatedPayment>();
  now = new Date();
  /** How often the provider was asked about an attempt. */
  asked = 0;
  /** No place is left for an order that holds none. */
  full = false;
  /** Transactions that the provider took back, as after a dispute. */
  readonly takenBack = new Set<string>();
  cut: Cut | undefined;
  faults: Partial<Record<Call, Fault>> = {};

  /** Makes the engine under test stand on this world. Seats are rows, so that a cut takes them back. */
  async stand(engine: Engine): Promise<void> {
    await engine.transaction(async (tx) => {
      await tx.execute(sql`create table if not exists seats (order_id uuid primary key)`);
      await tx.execute(sql`grant all on seats to site_staff, site_system`);
    });
    setEngine({ ...engine, transaction: (work) => this.#transaction(engine, work) });
    setProviders(this.providers);
    setFulfilments({ membership: this.#seats, registration: this.#seats });
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

  async #transaction<T>(engine: Engine, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const { cut } = this;
    if (!cut || --cut.transactions > 0) return engine.transaction(work);
    this.cut = undefined;
    await engine.transaction(async (tx) => {
      await work(tx);
      if (!cut.committed) throw new PowerCut();
    });
    throw new PowerCut();
  }

  readonly #seats: Fulfilment = {
    confirm: async (db, order) => {
      if (order.status !== "held" && this.full) return "no-place";
      await db.execute(sql`insert into seats values (${order.id}) on conflict do nothing`);
      return "fulfilled";
    },
    release: async (db, order) => {
      await db.execute(sql`delete from seats where order_id = ${order.id}`);
    },
    thanks: (order) => `/thanks/${order.id}`,
  };

  readonly #books: SimulatedBooks = {
    open: async (payment) => {
      const kept = this.payments.get(payment.merchant_ref) ?? payment;
      this.payments.set(payment.merchant_ref, kept);
      return kept;
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
      create: async (attempt) => {
        if (this.faults.create === "rejected") {
          delete this.faults.create;
          return { kind: "rejected", code: "invalid" };
        }
        return faulty("create", () => real.create(attempt));
      },
      query: (attempt) =>
        faulty("query", async () => {
          this.asked++;
          const answer = await real.query(attempt);
          if (answer.state !== "paid") return answer;
          const [first, ...others] = answer.charges;
          const seen = (charge: Charge) => ({
            ...charge,
            reversed: this.takenBack.has(charge.txnId),
          });
          return { state: "paid", charges: [seen(first), ...others.map(seen)] };
        }),
      refund: (refund) =>
        faulty("refund", async () => {
          if (this.takenBack.has(refund.txnId)) return { state: "failed" };
          return (await real.refund?.(refund)) ?? { state: "unknown" };
        }),
    };
  }
}
