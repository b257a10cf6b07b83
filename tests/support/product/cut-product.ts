import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect } from "vitest";
import { ADMINISTRATOR } from "../browser/office.ts";
import { DatabaseProxy } from "../database/database-proxy.ts";
import { type PostgresServer, startPostgres } from "../database/postgres-server.ts";
import type { Fields } from "../forms.ts";
import { type Product, startProduct } from "./product.ts";

/** How long the product does not even try a database that was away a moment ago. */
const BREAKER_MS = 1_050;
const MOST_EXCHANGES = 60;

export type Answer = { status: number; page: string; to: string };

export type Flow = {
  send: () => Promise<Answer>;
  /** What must be there once it was sent again, whatever became of it the first time. */
  check: (answer: Answer) => Promise<void>;
  /** Something of what was typed, which comes back with a refusal. */
  typed?: string;
};

/** The product on a server that can be slow, or gone. */
export class CutProduct {
  readonly server: PostgresServer;
  readonly proxy: DatabaseProxy;
  readonly product: Product;
  readonly #client: pg.Client;
  #people = 0;

  private constructor(server: PostgresServer, proxy: DatabaseProxy, product: Product) {
    this.server = server;
    this.proxy = proxy;
    this.product = product;
    this.#client = new pg.Client({ connectionString: server.superuserUrl });
  }

  static async start(settings: Record<string, string> = {}): Promise<CutProduct> {
    const server = await startPostgres();
    const proxy = await DatabaseProxy.before(server.url);
    const product = await startProduct({
      DATABASE_URL: proxy.url,
      TRUST_PROXY: "1",
      PAYMENTS_SIMULATED: "1",
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      ...settings,
    });
    const cut = new CutProduct(server, proxy, product);
    // Its server is stopped, too.
    cut.#client.on("error", () => {});
    await cut.#client.connect();
    // Whoever is sent away because an event is full has met no fault.
    await cut.rows("update events set max_participants = 10000 where max_participants is not null");
    await cut.rows("update event_packages set quota = null");
    return cut;
  }

  async stop(): Promise<void> {
    await this.#client.end();
    await this.product.stop();
    await this.proxy.close();
    await this.server.remove();
  }

  /** Past the proxy. */
  readonly rows = async (statement: string, ...values: unknown[]) =>
    (await this.#client.query(statement, values)).rows;

  readonly count = async (from: string, ...values: unknown[]): Promise<number> =>
    (await this.rows(`select count(*)::int as n from ${from}`, ...values))[0].n;

  /** Somebody with a browser and a network of their own. */
  newPerson() {
    const n = ++this.#people;
    const { url } = this.product;
    const headers = {
      origin: url,
      // Far from all others: so many of one network would have to prove who they are.
      "x-forwarded-for": `${11 + (n % 85)}.${20 + Math.floor(n / 85)}.7.1`,
      "user-agent": `browser ${n}`,
    };
    const ask = async (path: string, fields?: Fields): Promise<Answer> => {
      const answer = await fetch(url + path, {
        ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
        headers,
        redirect: "manual",
        signal: AbortSignal.timeout(20_000),
      });
      return readAnswer(answer);
    };
    const phone = `628 ${10 + (n >> 8)} ${10 + ((n >> 4) & 15)} ${10 + (n & 15)}`;
    const who = {
      firstName: "Aïssatou",
      lastName: "Bah",
      email: `cut-${n}@example.org`,
      phone,
      birthDate: "1999-04-05",
    };
    return { ask, who };
  }

  /**
   * Sends a form once for each question that it asks of the database, each time with another answer lost; or for
   * the `last` of them alone.
   */
  async cutEach(newFlow: () => Promise<Flow>, last?: number): Promise<number> {
    const first = last === undefined ? 1 : (await this.#exchangesOf(newFlow)) - last + 1;
    for (let n = Math.max(1, first); n <= MOST_EXCHANGES; n++) {
      const flow = await newFlow();
      this.proxy.cutAt(n);
      const answer = await flow.send();
      // One whose answer is on its way is cut a moment later.
      const isReached = this.proxy.exchanges >= n;
      this.proxy.cutAt(0);
      expect([200, 302, 303, 503], `after ${n}: ${answer.page}`).toContain(answer.status);
      if (answer.status === 503 && flow.typed) expect(answer.page).toContain(flow.typed);
      if (isReached) await pause(BREAKER_MS);
      await flow.check(answer.status === 503 ? await flow.send() : answer);
      if (!isReached) return n - 1;
    }
    throw new Error(`more than ${MOST_EXCHANGES} questions`);
  }

  async #exchangesOf(newFlow: () => Promise<Flow>): Promise<number> {
    const flow = await newFlow();
    this.proxy.cutAt(0);
    const answer = await flow.send();
    const { exchanges } = this.proxy;
    await flow.check(answer);
    return exchanges;
  }
}

/** What somebody sends who registers for an event. */
export const registrationOf = (
  who: ReturnType<CutProduct["newPerson"]>["who"],
  priceId: string,
): Fields => ({
  ...who,
  gamertag: "aissa224",
  platform: "mobile",
  priceId,
  acceptRules: "on",
  acceptTerms: "on",
});

export const readAnswer = async (answer: Response): Promise<Answer> => ({
  status: answer.status,
  page: await answer.text(),
  to: answer.headers.get("location") ?? "",
});
