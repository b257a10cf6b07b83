import * as z from "zod";
import { currentMs } from "../../core/process/clock.ts";
import { Fault } from "../../core/values/errors.ts";
import type { ProviderMode } from "./credentials.ts";

/** What a provider answered; `json` is undefined where its body is none. `date`: what time it is there. */
export type Answer = { status: number; json: unknown; date?: Date };

type Call = { method?: "GET" | "POST"; headers: Record<string, string>; body?: string };

/** A page of a hundred payments has a tenth of it. */
const LARGEST_ANSWER = 1024 * 1024;

/** Asks a provider. It is not followed elsewhere with our keys, and does not talk for ever. */
export async function callJson(url: string, question: Call, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(url, { ...question, signal, redirect: "error" });
  const text = await readText(response);
  const date = new Date(response.headers.get("date") ?? "");
  return {
    status: response.status,
    json: parseAnswer(text),
    ...(!Number.isNaN(date.getTime()) && { date }),
  };
}

/** The text of an answer, refused while it is read when it grows too long. */
export async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > LARGEST_ANSWER) throw new Fault("the answer of a provider does not end");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Nothing was done there, and asking the same again would not help. */
export const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 409;

export type Token = { value: string; expiresAt: number };

/** A token with less left is replaced before it is used. */
const LEAST_LEFT_MS = 60_000;
/** A request has five and a half: what is left of them is for what the token is wanted for. */
const TOKEN_MS = 3_000;

/** The token of one provider, asked for once by however many need it at the same time. */
export class TokenCache {
  #token: Token | undefined;
  #underWay: Promise<Token | undefined> | undefined;
  readonly #fetch: (signal: AbortSignal) => Promise<Token | undefined>;

  /** `fetch` gives nothing when the provider refuses our keys. */
  constructor(fetch: (signal: AbortSignal) => Promise<Token | undefined>) {
    this.#fetch = fetch;
  }

  /** Gives up with its signal; whoever needs it next still waits for the same answer. */
  async get(signal: AbortSignal): Promise<string | undefined> {
    if (this.#token && this.#token.expiresAt - currentMs() > LEAST_LEFT_MS)
      return this.#token.value;
    this.#underWay ??= this.#fetch(AbortSignal.timeout(TOKEN_MS))
      .then((token) => {
        this.#token = token;
        return token;
      })
      .finally(() => {
        this.#underWay = undefined;
      });
    return (await orAborted(this.#underWay, signal))?.value;
  }

  forget(value: string): void {
    if (this.#token?.value === value) this.#token = undefined;
  }

  /** Calls with the token; one that is refused is replaced once. */
  async use(signal: AbortSignal, call: (token: string) => Promise<Answer>): Promise<Answer> {
    const token = await this.get(signal);
    if (token === undefined) return UNAUTHORISED;
    const answer = await call(token);
    if (answer.status !== 401) return answer;
    this.forget(token);
    const fresh = await this.get(signal);
    return fresh === undefined ? UNAUTHORISED : call(fresh);
  }
}

const UNAUTHORISED: Answer = { status: 401, json: undefined };

/** What a promise gives, unless the time is over before. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const over = new Promise<never>((_, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
  return Promise.race([promise, over]);
}

/** Where the providers answer. Nothing that is typed or received changes it. */
const HOSTS = {
  djomy: { test: "https://sandbox-api.djomy.africa", live: "https://api.djomy.africa" },
  paypal: { test: "https://api-m.sandbox.paypal.com", live: "https://api-m.paypal.com" },
} as const;

export const hostOf = (provider: keyof typeof HOSTS, mode: ProviderMode): string =>
  HOSTS[provider][mode];

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/** An address of this machine, as the simulators have: only there may plain http be spoken. */
export function isLoopbackAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && LOOPBACK.includes(hostname);
}

/** Whether a payer may be sent there: by https, or on this machine where the provider itself is. */
export function isPayableAt(address: string, host: string): boolean {
  if (!URL.canParse(address)) return false;
  if (isLoopbackAddress(host)) return isLoopbackAddress(address);
  return new URL(address).protocol === "https:";
}

/** What another's answer may say, before it is believed. */

/** The database holds no larger amount of a currency's smallest unit. */
const MOST = 2 ** 31 - 1;

/** What was taken: some of it, and not more than can be written down. */
export const chargedAmount = z.number().int().min(1).max(MOST);
/** What stands beside it, as a fee does. */
export const optionalAmount = z.number().int().min(0).max(MOST);

/** The database holds no text with NUL or half a character in it. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

/** A text of another, as long as it may be. */
export const boundedText = (longest: number) => z.string().max(longest).refine(isStorable);

/** A name that some send as a number. */
export const externalName = z.union([boundedText(100), z.int().nonnegative().transform(String)]);

/** Reads a field beside the money. Absent, it is nothing; what it cannot be is `unread` by its name. */
export function readOptional<T>(
  name: string,
  value: unknown,
  schema: z.ZodType<T>,
  unread: string[],
): T | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  const read = schema.safeParse(value);
  if (!read.success) unread.push(name);
  return read.data;
}
