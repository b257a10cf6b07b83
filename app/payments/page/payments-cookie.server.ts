import { secretToken } from "../../core/http/address-checks.ts";
import { cookieLine, cookieValue } from "../../core/http/cookies.server.ts";
import type { PaymentAddress } from "./payment-view.ts";

/**
 * The payments that a browser knows: the addresses of their pages, the newest first. A phone that runs out of
 * memory while its owner types a PIN closes the page, and this is how it finds it again.
 */

const COOKIE = "payments";
const SEVEN_DAYS_S = 7 * 24 * 3_600;
const REMEMBERED = 10;
/** Between two addresses; none contains it. */
const SEPARATOR = "!";
/** Whoever was sent the link of another person's order comes back to that link. */
const SHARED = "*";

/** What the cookie of a request holds; anything that is none of ours is left out. */
export function readPaymentsCookie(request: Request): PaymentAddress[] {
  const value = cookieValue(request.headers.get("cookie"), COOKIE) ?? "";
  return value
    .split(SEPARATOR)
    .slice(0, REMEMBERED)
    .map((part) => ({
      token: part.replace(SHARED, ""),
      shared: part.startsWith(SHARED),
    }))
    .filter(({ token }) => secretToken(token) !== undefined);
}

/** The header line by which the browser knows these payments too, for seven days from now. */
export function paymentsCookie(request: Request, more: readonly PaymentAddress[]): string {
  const all = [...more, ...readPaymentsCookie(request)].map(wordOf);
  const value = [...new Set(all)].slice(0, REMEMBERED).join(SEPARATOR);
  return cookieLine(COOKIE, value, { maxAge: SEVEN_DAYS_S });
}

const wordOf = ({ token, shared }: PaymentAddress) => (shared ? SHARED : "") + token;

/** For whoever borrowed the phone. */
export const clearedPaymentsCookie = () => cookieLine(COOKIE, "", { maxAge: 0 });
