import { sql } from "drizzle-orm";
import { asSystem } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { startAttempt } from "../../../app/payments/attempts/attempts.system.server.ts";
import { receiveNotice } from "../../../app/payments/attempts/notices.system.server.ts";
import { type NewOrder, openOrder } from "../../../app/payments/orders/orders.operations.server.ts";
import { noticeOf } from "../../../app/payments/providers/simulated/simulated.system.server.ts";
import {
  played,
  type SimulatedAction,
  type SimulatedPayment,
} from "../../../app/payments/providers/simulated/simulated.ts";
import { rowsOf } from "../../support/database/test-database.ts";
import { type PaymentSimulation, SECRET } from "./payment-simulation.ts";

export const PRICE = 25_000;

/** Somebody with an order for a place, held for 20 minutes and for an hour at most. */
export class Customer {
  readonly #world: PaymentSimulation;
  id = "";
  token = "";
  /** The other address of the order, once a test looked for it. */
  shareToken = "no other address";

  constructor(simulation: PaymentSimulation) {
    this.#world = simulation;
  }

  static async arrives(
    simulation: PaymentSimulation,
    over: Partial<NewOrder> = {},
  ): Promise<Customer> {
    const at = (minutes: number) => new Date(simulation.now.getTime() + minutes * 60_000);
    const { id, token } = await asSystem("test", (db) =>
      openOrder(db, {
        kind: "registration",
        subject_id: newId(),
        price_amount: PRICE,
        price_currency: "XOF",
        label_fr: "Tournoi",
        label_en: "Tournament",
        language: "fr",
        payer_name: "Hawa Camara",
        payer_email: "hawa@example.org",
        payer_phone: "+224622123456",
        hold: { expires_at: at(20), cap_at: at(60) },
        ...over,
      }),
    );
    return Object.assign(new Customer(simulation), { id, token });
  }

  /** Presses the pay button: of a page just opened, or of one that was open before. */
  pays(key = newId(), charge = `${PRICE} XOF`, payerNumber?: string) {
    return startAttempt(this.token, { key, charge, payerNumber }, this.#world.now);
  }

  /** The provider's payments of this order. */
  get theirs(): SimulatedPayment[] {
    return [...this.#world.payments.values()].filter(
      ({ return_url: url }) => url.includes(this.token) || url.includes(this.shareToken),
    );
  }

  plays(action: SimulatedAction): void {
    for (const payment of this.theirs) {
      this.#world.payments.set(payment.merchant_ref, played(payment, action, this.#world.now));
    }
  }

  /** The provider tells of each payment; with another key, somebody else does. */
  notify(secret = SECRET): Promise<boolean[]> {
    return Promise.all(
      this.theirs.map(async (payment) => {
        const { headers, body } = noticeOf(payment, secret);
        const raw = Buffer.from(body);
        const reception = await receiveNotice(
          "simulated",
          new Headers(headers),
          raw,
          this.#world.now,
        );
        return reception === "stored";
      }),
    );
  }

  async status(): Promise<string | undefined> {
    const [row] = await this.#rows<{ status: string }>("orders", "status", "id");
    return row?.status;
  }

  async holdEnds(): Promise<Date> {
    const [row] = await this.#rows<{ hold_expires_at: string }>("orders", "hold_expires_at", "id");
    return new Date(row?.hold_expires_at ?? "");
  }

  /** The states of the attempts, oldest first. */
  async attempts(): Promise<string[]> {
    const rows = await this.#rows<{ status: string }>("payments", "status");
    return rows.map(({ status }) => status);
  }

  async ledger(): Promise<[kind: string, amount: number][]> {
    const rows = await this.#rows<{ kind: string; amount: number }>(
      "ledger_entries",
      "kind, amount",
    );
    return rows.map(({ kind, amount }) => [kind, amount]);
  }

  refunds() {
    return this.#rows<{ id: string; charge_id: string; status: string; reason: string }>(
      "refunds",
      "id, charge_id, status, reason",
    );
  }

  async seats(): Promise<number> {
    return (await this.#rows("seats", "order_id", "order_id", "order_id")).length;
  }

  #rows<Row>(table: string, columns: string, key = "order_id", order = "created_at, id") {
    return asSystem("test", (db) =>
      rowsOf<Row>(
        db,
        sql`select ${sql.raw(columns)} from ${sql.identifier(table)}
            where ${sql.identifier(key)} = ${this.id} order by ${sql.raw(order)}`,
      ),
    );
  }
}
