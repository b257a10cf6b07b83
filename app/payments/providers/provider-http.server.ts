import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { currentMs } from "../../core/process/clock.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { Fault } from "../../core/values/errors.ts";
import { parseJson } from "../../core/values/json.ts";
import type { ProviderMode } from "./credentials.ts";

/** `json` is undefined where the body is none. `date`: the provider's clock. */
export type Answer = { status: number; json: unknown; date?: Date };

type Call = { method?: "GET" | "POST"; headers: Record<string, string>; body?: string };

/** Ten times a page of a hundred payments. */
const LARGEST_ANSWER = 1024 * 1024;

/** Redirects are refused: they would receive our keys. */
async function callJson(url: string, call: Call, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(url, { ...call, signal, redirect: "error" });
  const text = await readText(response);
  const date = new Date(response.headers.get("date") ?? "");
  return {
    status: response.status,
    json: parseJson(text),
    ...(!Number.isNaN(date.getTime()) && { date }),
  };
}

/** @throws Fault while it is read, when it is too large. */
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

/** Nothing was done there, and asking the same again would not help. */
export const isPermissionDenied = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 409;

export const hmac = (key: string, message: string | Uint8Array): string =>
  createHmac("sha256", key).update(message).digest("hex");

/** How Djomy, and the simulated provider like it, sign the exact bytes of a notice. */
export const signatureOf = (secret: string, raw: Uint8Array): string => `v1:${hmac(secret, raw)}`;

/** Compares in constant time; every other form of signature is refused. */
export function isSignedBy(secret: string, signature: string | null, raw: Uint8Array): boolean {
  const candidate = Buffer.from(signature ?? "");
  const expected = Buffer.from(signatureOf(secret, raw));
  return candidate.length === expected.length && timingSafeEqual(candidate, expected);
}

type Token = { value: string; seconds: number };

/** What distinguishes one provider's API from another's. */
type Api = {
  host: string;
  /** The call that asks for a token with our keys. */
  tokenPath: string;
  tokenCall: Call;
  /** @throws when the answer holds no token. */
  readToken: (json: unknown) => Token;
  /** Of every call, beside the token. */
  headers: Record<string, string>;
};

/** The calls to one provider, each with a token. */
export type ApiClient = {
  readonly host: string;
  get(path: string, signal: AbortSignal): Promise<Answer>;
  post(
    path: string,
    body: unknown,
    signal: AbortSignal,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Asks for a token with our keys; the answer says what is wrong with them. */
  authenticate(signal: AbortSignal): Promise<Answer>;
};

export function apiClient({ host, tokenPath, tokenCall, readToken, headers }: Api): ApiClient {
  const authenticate = (signal: AbortSignal) => callJson(host + tokenPath, tokenCall, signal);
  const tokens = new TokenCache(async (signal) => {
    const answer = await authenticate(signal);
    return answer.status === 401 || answer.status === 403 ? undefined : readToken(answer.json);
  });
  const call = (path: string, rest: Partial<Call>, signal: AbortSignal) =>
    tokens.use(signal, (token) => {
      const all = { ...headers, authorization: `Bearer ${token}`, ...rest.headers };
      return callJson(host + path, { ...rest, headers: all }, signal);
    });
  return {
    host,
    authenticate,
    get: (path, signal) => call(path, {}, signal),
    post: (path, body, signal, more = {}) =>
      call(path, { method: "POST", headers: more, body: JSON.stringify(body) }, signal),
  };
}

/** A token that expires sooner is replaced before it is used. */
const LEAST_LEFT_MS = MINUTE;
/** The rest of a request's time is for the call that needs the token. */
const TOKEN_MS = 3_000;

/** The token of one provider: simultaneous callers share one request for it. */
class TokenCache {
  #token: { value: string; expiresAt: number } | undefined;
  #underWay: Promise<void> | undefined;
  readonly #fetch: (signal: AbortSignal) => Promise<Token | undefined>;

  /** `fetch` returns nothing when the provider refuses our keys. */
  constructor(fetch: (signal: AbortSignal) => Promise<Token | undefined>) {
    this.#fetch = fetch;
  }

  /** Ends with its signal; the request goes on for whoever needs the token next. */
  async #get(signal: AbortSignal): Promise<string | undefined> {
    if (this.#token && this.#token.expiresAt - currentMs() > LEAST_LEFT_MS) {
      return this.#token.value;
    }
    this.#underWay ??= this.#renew().finally(() => {
      this.#underWay = undefined;
    });
    await orAborted(this.#underWay, signal);
    return this.#token?.value;
  }

  async #renew(): Promise<void> {
    const token = await this.#fetch(AbortSignal.timeout(TOKEN_MS));
    this.#token = token && {
      value: token.value,
      expiresAt: currentMs() + token.seconds * 1000,
    };
  }

  /** Calls with the token; one that is refused is replaced once. */
  async use(signal: AbortSignal, call: (token: string) => Promise<Answer>): Promise<Answer> {
    const token = await this.#get(signal);
    if (token === undefined) return UNAUTHORISED;
    const answer = await call(token);
    if (answer.status !== 401) return answer;
    if (this.#token?.value === token) this.#token = undefined;
    const fresh = await this.#get(signal);
    return fresh === undefined ? UNAUTHORISED : call(fresh);
  }
}

const UNAUTHORISED: Answer = { status: 401, json: undefined };

/** @throws the reason of the signal, when it is aborted first. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
  return Promise.race([promise, aborted]);
}

/** No input changes them. */
const HOSTS = {
  djomy: { test: "https://sandbox-api.djomy.africa", live: "https://api.djomy.africa" },
  paypal: { test: "https://api-m.sandbox.paypal.com", live: "https://api-m.paypal.com" },
} as const;

export const hostOf = (provider: keyof typeof HOSTS, mode: ProviderMode): string =>
  HOSTS[provider][mode];

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/** A simulator on this machine: only there is http allowed. */
export function isLoopbackAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && LOOPBACK.includes(hostname);
}

/** Whether a payer may be sent there. */
export function isPayableAt(address: string, host: string): boolean {
  if (!URL.canParse(address)) return false;
  if (isLoopbackAddress(host)) return isLoopbackAddress(address);
  return new URL(address).protocol === "https:";
}

/** The largest integer of the database. */
const MOST = 2 ** 31 - 1;

export const chargedAmount = z.number().int().min(1).max(MOST);
/** As a fee. */
export const optionalAmount = z.number().int().min(0).max(MOST);

/** PostgreSQL refuses NUL and lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

export const boundedText = (longest: number) => z.string().max(longest).refine(isStorable);

/** An id that some send as a number. */
export const externalName = z.union([boundedText(100), z.int().nonnegative().transform(String)]);

/** Reads an optional field; an unreadable one is named in `unread`. */
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
