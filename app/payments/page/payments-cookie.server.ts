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
/** The browser saw it unpaid: once it is paid, that is news. */
const UNPAID = "+";

export type KnownPayment = PaymentAddress & { unpaid?: boolean };

/** What the cookie of a request holds; anything that is none of ours is left out. */
export function readPaymentsCookie(request: Request): KnownPayment[] {
  const value = cookieValue(request.headers.get("cookie"), COOKIE) ?? "";
  return value
    .split(SEPARATOR)
    .slice(0, REMEMBERED)
    .map((part) => ({
      token: part.replace(UNPAID, "").replace(SHARED, ""),
      shared: part.replace(UNPAID, "").startsWith(SHARED),
      ...(part.startsWith(UNPAID) && { unpaid: true }),
    }))
    .filter(({ token }) => secretToken(token) !== undefined);
}

/** The header line by which the browser knows these payments too, for seven days from now. */
export function paymentsCookie(request: Request, more: readonly KnownPayment[]): string {
  const known = readPaymentsCookie(request).filter((one) => !more.some(isSame(one)));
  const words = [...more, ...known].map(
    (one) => (one.unpaid ? UNPAID : "") + (one.shared ? SHARED : "") + one.token,
  );
  return cookieLine(COOKIE, words.slice(0, REMEMBERED).join(SEPARATOR), { maxAge: SEVEN_DAYS_S });
}

/** Whether the browser saw this payment unpaid when it last looked. */
export const sawUnpaid = (request: Request, address: PaymentAddress): boolean =>
  readPaymentsCookie(request).some((one) => isSame(address)(one) && one.unpaid === true);

const isSame = (one: PaymentAddress) => (other: PaymentAddress) =>
  one.token === other.token && one.shared === other.shared;

/** For whoever borrowed the phone. */
export const clearedPaymentsCookie = () => cookieLine(COOKIE, "", { maxAge: 0 });
