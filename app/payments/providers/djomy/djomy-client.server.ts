import { createHmac, timingSafeEqual } from "node:crypto";
import { currentMs } from "../../../core/process/clock.ts";
import type { DjomyCredentials } from "../credentials.ts";
import { type Answer, ask, TokenCache } from "../provider-http.server.ts";
import { tokenAnswer } from "./djomy-answers.ts";

const hmac = (key: string, message: string | Uint8Array): string =>
  createHmac("sha256", key).update(message).digest("hex");

/** What `X-API-KEY` says: who we are, and that we have the secret. */
export const apiKey = ({
  clientId,
  clientSecret,
}: Pick<DjomyCredentials, "clientId" | "clientSecret">): string =>
  `${clientId}:${hmac(clientSecret, clientId)}`;

/** Whether Djomy signed exactly these bytes. Every other form of signature is refused. */
export function isSignedBy(
  clientSecret: string,
  signature: string | null,
  raw: Uint8Array,
): boolean {
  const candidate = Buffer.from(signature ?? "");
  const expected = Buffer.from(`v1:${hmac(clientSecret, raw)}`);
  return candidate.length === expected.length && timingSafeEqual(candidate, expected);
}

export type DjomyClient = {
  get(path: string, signal: AbortSignal): Promise<Answer>;
  post(path: string, body: unknown, signal: AbortSignal): Promise<Answer>;
  /** Asks for a token with our keys; the answer says what is wrong with them. */
  authenticate(signal: AbortSignal): Promise<Answer>;
};

/** The calls to Djomy, each with the key and the token, one without the other being refused. */
export function djomyClient(host: string, credentials: DjomyCredentials): DjomyClient {
  const headers = {
    "content-type": "application/json",
    "x-api-key": apiKey(credentials),
    "x-partner-domain": credentials.partnerDomain,
  };
  const authenticate = (signal: AbortSignal) =>
    ask(`${host}/v1/auth`, { method: "POST", headers, body: "{}" }, signal);
  const tokens = new TokenCache(async (signal) => {
    const answer = await authenticate(signal);
    if (answer.status === 401 || answer.status === 403) return undefined;
    const { data } = tokenAnswer.parse(answer.json);
    return { value: data.accessToken, expiresAt: currentMs() + data.expiresIn * 1000 };
  });
  const withToken = (token: string) => ({ ...headers, authorization: `Bearer ${token}` });
  return {
    authenticate,
    get: (path, signal) =>
      tokens.use(signal, (token) => ask(host + path, { headers: withToken(token) }, signal)),
    post: (path, body, signal) =>
      tokens.use(signal, (token) => {
        const question = { headers: withToken(token), body: JSON.stringify(body) };
        return ask(host + path, { method: "POST", ...question }, signal);
      }),
  };
}
