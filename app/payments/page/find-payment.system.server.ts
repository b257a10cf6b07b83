import { and, desc, eq, gt, inArray, or, sql } from "drizzle-orm";
import * as z from "zod";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { secretToken } from "../../core/http/address-checks.ts";
import { cookieLine, cookieValue } from "../../core/http/cookies.server.ts";
import { allow } from "../../core/http/rate-limit.server.ts";
import { currentMs, currentTime } from "../../core/process/clock.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { isSameText, keyedHash, seal, unseal } from "../../core/secrets/keys.server.ts";
import { DAY } from "../../core/values/durations.ts";
import type { Language } from "../../i18n/languages.ts";
import { queueMail } from "../../mail/outbox.visitor.server.ts";
import { paymentCodeMail } from "../payments.mail.ts";
import { orders } from "../payments.table.server.ts";
import { CODE_DIGITS, CODE_MS, CODE_TRIES, FOUND_FOR_DAYS } from "./find-payment.ts";
import type { PaymentAddress } from "./payment-view.ts";

const PURPOSE = "payment code";
/** Payments that a code opens. */
const MOST_FOUND = 10;

/** A request for a code, from which the code is derived; nothing of it is stored. */
type CodeRequest = { id: string; email: string; atMs: number };

const codeRequestSchema = z.tuple([z.uuid(), z.string(), z.number()]);

function readCodeRequest(receipt: string): CodeRequest | undefined {
  const parsed = codeRequestSchema.safeParse(unseal(PURPOSE, receipt));
  if (!parsed.success) return undefined;
  const [id, email, atMs] = parsed.data;
  return currentMs() - atMs < CODE_MS ? { id, email, atMs } : undefined;
}

/** Cannot be computed without our secret. */
function computeCode({ id, email }: CodeRequest): string {
  const bytes = Buffer.from(keyedHash(PURPOSE, `${id} ${email}`), "base64url");
  return String(bytes.readBigUInt64BE() % 10n ** BigInt(CODE_DIGITS)).padStart(CODE_DIGITS, "0");
}

/**
 * Mails a code to an address and returns the receipt for its page. Nothing is looked up, so that neither the answer nor its
 * timing reveals whether the address has payments.
 */
export async function sendPaymentCode(email: string, language: Language): Promise<string> {
  const request = { id: newId(), email, atMs: currentMs() };
  const receipt = receiptFor(email, request);
  const mail = paymentCodeMail({ recipient: email, language, code: computeCode(request), receipt });
  await asSystem("payments.code", (db) => queueMail(db, { ...mail, key: request.id }));
  return receipt;
}

/** A receipt, also for the case that no mail is sent because of the limits: it looks the same. */
export const receiptFor = (
  email: string,
  { id, atMs }: Pick<CodeRequest, "id" | "atMs"> = { id: newId(), atMs: currentMs() },
): string => seal(PURPOSE, [id, email, atMs]);

/** The address of a receipt; undefined when it is invalid or has expired. */
export const addressOfReceipt = (receipt: string): string | undefined =>
  readCodeRequest(receipt)?.email;

/** The payments of the address of a receipt; undefined for a wrong code. */
export async function findPayments(
  receipt: string,
  code: string,
): Promise<PaymentAddress[] | undefined> {
  const request = readCodeRequest(receipt);
  if (!request) return undefined;
  // Counted per request, so that a stranger uses up only their own tries.
  if (!allow("payment-code", request.id, { count: CODE_TRIES, perMs: DAY })) return undefined;
  if (!isSameText(computeCode(request), code)) return undefined;
  const since = new Date(currentTime().getTime() - FOUND_FOR_DAYS * DAY);
  const rows = await asSystem("payments.find", (db) =>
    db
      .select({ token: orders.token })
      .from(orders)
      .where(
        and(
          eq(sql`lower(${orders.payer_email})`, request.email.toLowerCase()),
          or(eq(orders.status, "held"), orders.owes, gt(orders.updated_at, since)),
        ),
      )
      .orderBy(desc(orders.created_at))
      .limit(MOST_FOUND),
  );
  return rows.map(({ token }) => ({ token, shared: false }));
}

/** One payment in the list of a browser. */
export type FoundPayment = Pick<
  typeof orders.$inferSelect,
  "label_fr" | "label_en" | "price_amount" | "price_currency" | "status" | "owes"
> &
  PaymentAddress;

/** The orders of the payment pages that a browser remembers, in that sequence, without those that no longer exist. */
export async function listBrowserPayments(
  addresses: readonly PaymentAddress[],
): Promise<FoundPayment[]> {
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
