import { inArray, or } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { secretToken } from "../../core/http/address-checks.ts";
import { cookieLine, cookieValue } from "../../core/http/cookies.server.ts";
import { DAY } from "../../core/values/durations.ts";
import { orders } from "../payments.table.server.ts";
import type { ListedPayment } from "./payment-row.tsx";
import type { PaymentAddress } from "./payment-view.ts";

/** The orders of the payment pages that a browser remembers, in that sequence, without those that no longer exist. */
export async function listBrowserPayments(
  addresses: readonly PaymentAddress[],
): Promise<ListedPayment[]> {
  if (addresses.length === 0) return [];
  const tokens = (isShared: boolean) =>
    addresses.filter(({ shared }) => shared === isShared).map(({ token }) => token);
  const rows = await asSystem("payments.find", (db) =>
    db
      .select({
        token: orders.token,
        share_token: orders.share_token,
        label_fr: orders.label_fr,
        label_en: orders.label_en,
        price_amount: orders.price_amount,
        price_currency: orders.price_currency,
        status: orders.status,
        owes: orders.owes,
      })
      .from(orders)
      .where(or(inArray(orders.token, tokens(false)), inArray(orders.share_token, tokens(true)))),
  );
  return addresses.flatMap(({ token, shared }) => {
    const row = rows.find((one) => token === (shared ? one.share_token : one.token));
    if (!row) return [];
    const { share_token, ...order } = row;
    return [{ ...order, token, shared }];
  });
}

/**
 * The payment pages of a browser, the newest first, in a cookie. A phone that runs out of memory while its owner types a
 * PIN closes the page, which is found again by it.
 */

const COOKIE = "payments";
const SEVEN_DAYS_S = (7 * DAY) / 1_000;
const REMEMBERED = 10;
/** Occurs in no token. */
const SEPARATOR = "!";
/** Marks the page for somebody else who pays. */
const SHARED_PREFIX = "*";
/** Marks what the browser saw unpaid: once it is paid, that is news. */
const UNPAID_PREFIX = "+";

type KnownPayment = PaymentAddress & { unpaid?: boolean };

/** The payment pages in the cookie of a request; invalid parts are left out. */
export function readPaymentsCookie(request: Request): KnownPayment[] {
  const value = cookieValue(request.headers.get("cookie"), COOKIE) ?? "";
  return value
    .split(SEPARATOR)
    .slice(0, REMEMBERED)
    .map((part) => ({
      token: part.replace(UNPAID_PREFIX, "").replace(SHARED_PREFIX, ""),
      shared: part.replace(UNPAID_PREFIX, "").startsWith(SHARED_PREFIX),
      ...(part.startsWith(UNPAID_PREFIX) && { unpaid: true }),
    }))
    .filter(({ token }) => secretToken(token) !== undefined);
}

/** The `set-cookie` line that adds these pages, for seven days. */
export function paymentsCookie(request: Request, more: readonly KnownPayment[]): string {
  const known = readPaymentsCookie(request).filter((one) => !more.some(isSamePage(one)));
  const value = [...more, ...known].slice(0, REMEMBERED).map(cookieEntry).join(SEPARATOR);
  return cookieLine(COOKIE, value, { maxAge: SEVEN_DAYS_S });
}

/** Whether the browser saw this payment unpaid when it last looked. */
export const sawUnpaid = (request: Request, address: PaymentAddress): boolean =>
  readPaymentsCookie(request).some((one) => isSamePage(address)(one) && one.unpaid === true);

const isSamePage = (one: PaymentAddress) => (other: PaymentAddress) =>
  one.token === other.token && one.shared === other.shared;

const cookieEntry = ({ token, shared, unpaid }: KnownPayment) =>
  (unpaid ? UNPAID_PREFIX : "") + (shared ? SHARED_PREFIX : "") + token;

/** For a borrowed phone. */
export const clearedPaymentsCookie = () => cookieLine(COOKIE, "", { maxAge: 0 });
