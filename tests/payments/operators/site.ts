import { startApp } from "../../../app/core/app.ts";
import { MINUTE } from "../../../app/core/values/durations.ts";
import "../../mail/settings.ts";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { asSystem } from "../../../app/core/database/doors/doors.server.ts";
import type { Engine } from "../../../app/core/database/engine.server.ts";
import { requestInfoContext } from "../../../app/core/http/request-info.ts";
import { setClock } from "../../../app/core/process/clock.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { AppError } from "../../../app/core/values/errors.ts";
import { action } from "../../../app/payments/attempts/notices.route.ts";
import { openOrder } from "../../../app/payments/orders/orders.operations.server.ts";
import type { Mode, OrderKind } from "../../../app/payments/orders/orders.ts";
import { djomy } from "../../../app/payments/providers/djomy/djomy.server.ts";
import { payPal } from "../../../app/payments/providers/paypal/paypal.server.ts";
import { offerProviders } from "../../../app/payments/providers/provider.ts";
import { DJOMY_KEYS, PAYPAL_KEYS } from "../../support/operators.ts";
import { makeSeats, seats } from "../support/seats.ts";
import { Crash, Life, live, mortal, mortalNetwork } from "./crash.ts";
import type { OperatorName } from "./operator.ts";
import { type Act, type OrderAddress, perform, STAFF } from "./site-acts.ts";
import { type Standing, standingOf } from "./standing.ts";

export const PRICE = 25_000;
/** So much may go back of an order by the word of one person. */
export const ALONE = 10_000;

export type Settings = { operator: OperatorName; url: string; mode: Mode };

/** What a process of the product is told to do, and at what time of the schedule. */
export type Call = {
  act: Act;
  order: OrderAddress;
  now: number;
  /** The moment at which the process dies in it. */
  diesAt?: number;
  /** Everything works again, so that it waits for operators as long as it really would. */
  patient?: boolean;
  /** Meanwhile the keys are those of the other mode. */
  otherMode?: boolean;
};

/** Whether the process died in it, and why it was refused, in words. */
export type Outcome = { isDead: boolean; refusal?: string };

/** What a schedule asks of the product, in this process or in one of its own. Everything crosses as JSON. */
export type Site = {
  configure(settings: Settings): Promise<void>;
  /** Where it takes notices. */
  address(): Promise<string>;
  open(order: { kind: OrderKind; now: number }): Promise<OrderAddress>;
  perform(call: Call): Promise<Outcome>;
  standing(order: { id: string }): Promise<Standing>;
};

/** The product as far as money goes, on an engine: its adapters are the real ones, and talk to simulators. */
export class LocalSite implements Site {
  #settings: Settings = { operator: "djomy", url: "", mode: "test" };
  #now = 0;
  /** Whoever takes the next notices dies in it. */
  #diesInNotice: number | undefined;
  #diedInNotice = false;
  readonly #engine: Engine;
  readonly #server: Server;
  readonly #restore: () => void;

  private constructor(engine: Engine, server: Server) {
    this.#engine = engine;
    this.#server = server;
    this.#restore = mortalNetwork();
    startApp({ database: { engine: mortal(engine) } });
    setClock(() => this.#now);
    startApp({ fulfilments: { membership: seats, registration: seats, licences: seats } });
    server.on("request", async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const status = await this.#take(String(request.url), request.headers, Buffer.concat(chunks));
      if (status === undefined) response.destroy();
      else response.writeHead(status).end();
    });
  }

  static async on(engine: Engine): Promise<LocalSite> {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    return new LocalSite(engine, server);
  }

  /** Makes what the schedules stand on, once for each database. */
  static async prepare(engine: Engine): Promise<void> {
    await engine.transaction(async (tx) => {
      await makeSeats(tx);
      const limits = JSON.stringify({ limit_GNF: ALONE, limit_XOF: ALONE });
      await tx.execute(sql`insert into site_settings (id, setting_key, setting_value)
        values (${newId()}, 'refunds', ${limits}::jsonb) on conflict do nothing`);
      for (const [n, id] of STAFF.entries()) {
        await tx.execute(sql`insert into profiles (id, name, email, role)
          values (${id}, 'S', ${`staff${n}@example.org`}, 'admin') on conflict do nothing`);
      }
    });
  }

  async stop(): Promise<void> {
    this.#restore();
    setClock();
    startApp({ database: {} });
    this.#server.close();
    this.#server.closeAllConnections();
    await this.#engine.close();
  }

  async configure(settings: Settings): Promise<void> {
    this.#settings = settings;
    this.#provide(settings.mode);
  }

  #provide(mode: Mode): void {
    const { operator, url } = this.#settings;
    offerProviders([
      operator === "djomy"
        ? djomy({ ...DJOMY_KEYS, mode }, url)
        : payPal({ ...PAYPAL_KEYS, mode }, url),
    ]);
  }

  async address(): Promise<string> {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/payments/notices/${this.#settings.operator}`;
  }

  /** Gives a status, or nothing when the process died of it. */
  async #take(url: string, headers: object, body: Buffer): Promise<number | undefined> {
    const life = new Life({ diesAt: this.#diesInNotice });
    const request = new Request(`http://site${url}`, {
      method: "POST",
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
    });
    let status: number | undefined;
    const params = { provider: this.#settings.operator };
    const context = new RouterContextProvider();
    context.set(requestInfoContext, {
      degraded: false,
      ip: "127.0.0.1",
      nonce: "n",
      reference: "r",
    });
    await live(life, async () => {
      const args = { request, params, context } as unknown as Parameters<typeof action>[0];
      const response = await action(args);
      status = response.status;
    });
    this.#diedInNotice ||= life.isDead;
    return life.isDead ? undefined : status;
  }

  async open({ kind, now }: { kind: OrderKind; now: number }): Promise<OrderAddress> {
    this.#now = now;
    const at = (minutes: number) => new Date(now + minutes * MINUTE);
    const held = kind === "registration";
    const { id, token } = await asSystem("test", (db) =>
      openOrder(db, {
        kind,
        subject_id: newId(),
        price_amount: PRICE,
        price_currency: this.#settings.operator === "djomy" ? "GNF" : "XOF",
        label_fr: "Licence",
        label_en: "Licence",
        language: "fr",
        payer_name: "Hawa Camara",
        payer_email: "hawa@example.org",
        payer_phone: null,
        ...(held && { hold: { expires_at: at(20), cap_at: at(60), by_hand_at: at(72 * 60) } }),
      }),
    );
    return { id, token };
  }

  async perform({ act, order, now, diesAt, patient, otherMode }: Call): Promise<Outcome> {
    this.#now = now;
    const life = new Life({ diesAt, impatient: !patient });
    const { mode } = this.#settings;
    if (act.do === "die in notices") return this.#dieInNotices(act.at);
    if (otherMode) this.#provide(mode === "test" ? "live" : "test");
    let refusal: string | undefined;
    await live(life, () => perform(act, order, new Date(now))).catch((error: unknown) => {
      // Staff are told so with words, and nothing was done.
      if (!(error instanceof AppError) || error instanceof Crash) throw error;
      refusal = error.message;
    });
    if (otherMode) this.#provide(mode);
    return { isDead: life.isDead, ...(refusal && { refusal }) };
  }

  /** From now on, or no more. Tells whether it did since it was told so last. */
  #dieInNotices(at: number | undefined): Outcome {
    const isDead = this.#diedInNotice;
    this.#diedInNotice = false;
    this.#diesInNotice = at;
    return { isDead };
  }

  standing({ id }: { id: string }): Promise<Standing> {
    return standingOf(id);
  }
}
