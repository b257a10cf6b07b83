import { currentMs } from "../../../core/process/clock.ts";
import type { PayPalCredentials } from "../credentials.ts";
import { type Answer, ask, TokenCache } from "../provider-http.server.ts";
import { tokenAnswer } from "./paypal-answers.ts";

export type PayPalClient = {
  get(path: string, signal: AbortSignal): Promise<Answer>;
  /** The same key twice is one call: PayPal answers how the first one stands. */
  post(path: string, body: unknown, key: string, signal: AbortSignal): Promise<Answer>;
  /** Asks for a token with our keys; the answer says what is wrong with them. */
  authenticate(signal: AbortSignal): Promise<Answer>;
};

/** The calls to PayPal. */
export function payPalClient(host: string, credentials: PayPalCredentials): PayPalClient {
  const { clientId, clientSecret } = credentials;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  const authenticate = (signal: AbortSignal) =>
    ask(
      `${host}/v1/oauth2/token`,
      {
        method: "POST",
        headers: {
          authorization: `Basic ${basic}`,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: "grant_type=client_credentials",
      },
      signal,
    );
  const tokens = new TokenCache(async (signal) => {
    const answer = await authenticate(signal);
    if (answer.status === 401 || answer.status === 403) return undefined;
    const { access_token, expires_in } = tokenAnswer.parse(answer.json);
    return { value: access_token, expiresAt: currentMs() + expires_in * 1000 };
  });
  const headersOf = (token: string) => ({
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
  });
  return {
    authenticate,
    get: (path, signal) =>
      tokens.use(signal, (token) => ask(host + path, { headers: headersOf(token) }, signal)),
    post: (path, body, key, signal) =>
      tokens.use(signal, (token) => {
        const own = { prefer: "return=representation", "paypal-request-id": key };
        const headers = { ...headersOf(token), ...own };
        return ask(host + path, { method: "POST", headers, body: JSON.stringify(body) }, signal);
      }),
  };
}
