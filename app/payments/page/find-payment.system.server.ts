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
/** Of one browser, in one go. */
const FOUND = 10;

/** One wish to find payments: what its code is made of, and since when it counts. Nothing of it is stored. */
type Wish = { id: string; email: string; atMs: number };

const wishSchema = z.tuple([z.uuid(), z.string(), z.number()]);

function readWish(receipt: string): Wish | undefined {
  const parsed = wishSchema.safeParse(unseal(PURPOSE, receipt));
  if (!parsed.success) return undefined;
  const [id, email, atMs] = parsed.data;
  return currentMs() - atMs < CODE_MS ? { id, email, atMs } : undefined;
}

/** A number that nobody can know without our secret or the mail. */
function computeCode({ id, email }: Wish): string {
  const bytes = Buffer.from(keyedHash(PURPOSE, `${id} ${email}`), "base64url");
  return String(bytes.readBigUInt64BE() % 10n ** BigInt(CODE_DIGITS)).padStart(CODE_DIGITS, "0");
}

/**
 * Writes a code to an address, known or not, and returns the receipt that its page goes by. Nobody is looked
 * for, so neither the answer nor the time that it takes tells whether somebody pays with that address.
 */
export async function sendPaymentCode(email: string, language: Language): Promise<string> {
  const wish = { id: newId(), email, atMs: currentMs() };
  const receipt = receiptFor(email, wish);
  const mail = paymentCodeMail({ recipient: email, language, code: computeCode(wish), receipt });
  await asSystem("payments.code", (db) => queueMail(db, { ...mail, key: wish.id }));
  return receipt;
}

/** A receipt for which nothing was written, when too much was: it looks the same. */
export const receiptFor = (
  email: string,
  { id, atMs }: Pick<Wish, "id" | "atMs"> = { id: newId(), atMs: currentMs() },
): string => seal(PURPOSE, [id, email, atMs]);

/** The address to which a receipt says that we wrote; undefined when it is not ours, or its time is over. */
export const addressOfReceipt = (receipt: string): string | undefined => readWish(receipt)?.email;

/** The payments of the address, for whoever shows what we wrote to it; undefined for a wrong code. */
export async function findPayments(
  receipt: string,
  code: string,
): Promise<PaymentAddress[] | undefined> {
  const wish = readWish(receipt);
  if (!wish) return undefined;
  // Counted by the wish: a stranger who tries uses up their own, not somebody else's.
  if (!allow("payment-code", wish.id, { count: CODE_TRIES, perMs: DAY })) return undefined;
  if (!isSameText(computeCode(wish), code)) return undefined;
  const since = new Date(currentTime().getTime() - FOUND_FOR_DAYS * DAY);
  const rows = await asSystem("payments.find", (db) =>
    db
      .select({ token: orders.token })
      .from(orders)
      .where(
        and(
          eq(sql`lower(${orders.payer_email})`, wish.email.toLowerCase()),
          or(eq(orders.status, "held"), orders.owes, gt(orders.updated_at, since)),
        ),
      )
      .orderBy(desc(orders.created_at))
      .limit(FOUND),
  );
  return rows.map(({ token }) => ({ token, shared: false }));
}

/** One line of the page that finds payments again. */
export type FoundPayment = Pick<
  typeof orders.$inferSelect,
  "label_fr" | "label_en" | "price_amount" | "price_currency" | "status" | "owes"
> &
  PaymentAddress;

/** The orders of the payments that a browser knows, in its order; what is no more is left out. */
export async function listBrowserPayments(
  known: readonly PaymentAddress[],
): Promise<FoundPayment[]> {
  if (known.length === 0) return [];
  const tokens = (isShared: boolean) =>
    known.filter(({ shared }) => shared === isShared).map(({ token }) => token);
  const rows = await asSystem("payments.find", (db) =>
    db
      .select({
        own: orders.token,
        share: orders.share_token,
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
  return known.flatMap(({ token, shared }) => {
    const row = rows.find(({ own, share }) => token === (shared ? share : own));
    if (!row) return [];
    const { own, share, ...order } = row;
    return [{ ...order, token, shared }];
  });
}

/**
 * The payments that a browser knows: the addresses of their pages, the newest first. A phone that runs out of
 * memory while its owner types a PIN closes the page, and this is how it finds it again.
 */

const COOKIE = "payments";
const SEVEN_DAYS_S = (7 * DAY) / 1_000;
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
  const all = [...more, ...readPaymentsCookie(request)].map(cookieEntry);
  const value = [...new Set(all)].slice(0, REMEMBERED).join(SEPARATOR);
  return cookieLine(COOKIE, value, { maxAge: SEVEN_DAYS_S });
}

const cookieEntry = ({ token, shared }: PaymentAddress) => (shared ? SHARED : "") + token;

/** For whoever borrowed the phone. */
export const clearedPaymentsCookie = () => cookieLine(COOKIE, "", { maxAge: 0 });
