import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { parseMail } from "../../mail/parse-mail.ts";
import { ADMINISTRATOR } from "../browser/office.ts";
import { FAILURE_KINDS, ROW_OF_ANOTHER } from "../database/failing-engine.ts";
import type { Fields } from "../forms.ts";
import { type Product, startProduct } from "./product.ts";
import { StaffClient } from "./staff-client.ts";

/** What somebody types, for the `n`-th time. Each value is found again wherever it is repeated. */
export const personNumber = (n: number) => ({
  firstName: "Zenabou-Typed",
  lastName: "Kourouma-Typed",
  email: `zenabou.typed.${n}@example.org`,
  phone: `+224 628 77 ${String(Math.floor(n / 100) % 100).padStart(2, "0")} ${String(n % 100).padStart(2, "0")}`,
  birthDate: "1987-11-29",
  gamertag: "typedgamer",
});

const TYPED = ["Typed", "typed", "+22462877", "628 77", "1987-11-29", "29/11/1987"];
/** Sentences of the libraries below. */
const REPEATED = [ROW_OF_ANOTHER, "Failed query", "params:", "violates"];
/** These two are for whoever looks for the cause; nobody else is told the kinds of errors. */
const FOR_CAUSES = ["/admin/diagnostic", "/admin/test-database"];
const repeatedIn = (path: string) =>
  FOR_CAUSES.includes(path) ? REPEATED : [...REPEATED, "DrizzleQueryError"];

/** A driver of the one server that is here cannot be away for one statement. */
const KINDS = FAILURE_KINDS.filter((kind) => kind !== "away");
const MOST_STATEMENTS = 1_000;
const CALM_MS = 250;
/** A job may wait for a process of its own before it asks the database again. */
const LONG_CALM = 12;

/** Settings of a product whose statements fail when a request says so, and which says all it can. */
export const FAILING = {
  NODE_OPTIONS: `--import=${join(import.meta.dirname, "failing-hook.ts")}`,
  LOG_LEVEL: "debug",
};

export type Attempt = {
  path: string;
  /** Without: the page is read. */
  fields?: Fields;
  cookie?: string;
  /** What it does is taken back, so that the next try finds everything as it was. */
  takenBack?: true;
  /** It goes on after its answer. */
  goesOn?: true;
};

/** A running product of which a request fails at the statement that it names. */
export class FailingProduct {
  readonly product: Product;
  staff: StaffClient;
  /** Tokens that came into the world meanwhile. */
  readonly tokens = new Set<string>();
  #n = 0;

  /** A product that was started with `FAILING`. */
  constructor(product: Product, staff: StaffClient) {
    this.product = product;
    this.staff = staff;
  }

  static async start(): Promise<FailingProduct> {
    const product = await startProduct({
      ...FAILING,
      TRUST_PROXY: "1",
      PAYMENTS_SIMULATED: "1",
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
    });
    return new FailingProduct(product, await StaffClient.signIn(product.url));
  }

  /** Asks again and again, each time with another statement that fails, until it has none left. */
  async failEach(attempt: (n: number) => Attempt): Promise<number> {
    for (let at = 1; at <= MOST_STATEMENTS; at++) {
      const { goesOn, ...request } = attempt(++this.#n);
      await this.ask(request, at);
      const count = goesOn ? await this.#calmCount(at) : (await this.#report()).count;
      if (count < at) return at;
    }
    throw new Error(`over ${MOST_STATEMENTS} statements: those after them never failed`);
  }

  /** The statements so far, once there are no more of them; the end is believed only after a long calm. */
  async #calmCount(at: number): Promise<number> {
    let { count } = await this.#report();
    for (let calm = 0; calm < (count < at ? LONG_CALM : 1); calm++) {
      await pause(CALM_MS);
      const later = (await this.#report()).count;
      if (later !== count) calm = -1;
      count = later;
    }
    return count;
  }

  async ask({ path, fields, cookie = "", takenBack }: Attempt, failAt = 0): Promise<Response> {
    const { url } = this.product;
    const n = ++this.#n;
    const answer = await fetch(url + path, {
      method: fields ? "POST" : "GET",
      redirect: "manual",
      headers: {
        cookie,
        origin: url,
        "x-forwarded-for": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
        "x-fail-at": String(failAt),
        "x-fail-kind": KINDS[n % KINDS.length] ?? "",
        ...(takenBack && { "x-fail-takes-back": "1" }),
      },
      ...(fields && { body: new URLSearchParams(fields) }),
    });
    const location = answer.headers.get("location") ?? "";
    for (const [token] of location.matchAll(/[\w-]{24,}/g)) this.tokens.add(token);
    const text = await answer.text();
    for (const repeated of repeatedIn(path)) {
      expect(text.includes(repeated), `${repeated} in the answer to ${path}: ${text}`).toBe(false);
    }
    return new Response(text, {
      status: answer.status === 304 ? 200 : answer.status,
      headers: answer.headers,
    });
  }

  async #report(): Promise<{ count: number; tables: string[] }> {
    return (await fetch(`${this.product.url}/x-failing`)).json();
  }

  readonly failedTables = async () => (await this.#report()).tables;

  /** The last link of a kind in the mails that were sent. */
  async linkIn(form: RegExp): Promise<string> {
    const until = Date.now() + 20_000;
    while (Date.now() < until) {
      const result = this.#mails().flatMap((text) => form.exec(text)?.[0] ?? []);
      const link = result.at(-1);
      if (link) {
        this.tokens.add(link.split("/").at(-1) ?? link);
        return link;
      }
      await pause(200);
    }
    throw new Error(`no mail with ${form}`);
  }

  #mails(): string[] {
    const folder = join(this.product.dataDir, "outbox");
    return readdirSync(folder)
      .filter((file) => file.endsWith(".eml"))
      .map((file) => readFileSync(join(folder, file), "latin1").replaceAll("\n", "\r\n"))
      .map((raw) => parseMail(Buffer.from(raw, "latin1")).text);
  }

  /** Neither the output nor Diagnostic holds anything that was typed, a token, or a sentence. */
  async expectSafe(): Promise<void> {
    const screen = await (await this.staff.get("/admin/diagnostic")).text();
    // Around it stands the bell, which tells of new messages by the names of those who sent them.
    const diagnostic = /<main\b.*<\/main>/s.exec(screen)?.[0] ?? "";
    expect(diagnostic).toContain("21 vérifications");
    const messages = { output: this.product.output(), diagnostic };
    for (const [where, text] of Object.entries(messages)) {
      for (const value of [...REPEATED.slice(0, 3), ...TYPED, ...this.tokens]) {
        const place = text.indexOf(value);
        const around = text.slice(Math.max(0, place - 400), place + 100);
        expect(place, `${value} in ${where}: ${around}`).toBe(-1);
      }
    }
  }
}
