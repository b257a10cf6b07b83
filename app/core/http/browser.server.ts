import { keyedHash } from "../secrets/keys.server.ts";
import type { FormValues } from "../values/check-fields.ts";
import { DAY_SECONDS, MINUTE } from "../values/durations.ts";
import { cookieLine, cookieValues } from "./cookies.server.ts";
import type { RequestInfo } from "./request-info.ts";

const COOKIE = "browser";
const KEY = /^[\w-]{43}$/;
const KEPT_DAYS = 180;
/** A browser without our cookie is recognised by what it sent for this long: a double click, a reload. */
export const SAME_FORM_MS = 10 * MINUTE;

/** The browser that sent a form, to find what was sent from it before. */
type Browser = {
  /** The hash that rows store. */
  id: string;
  /**
   * Whether it sent our cookie. Without one it is recognised by its address and the exact form, which is
   * enough for a double click, and only for a short time.
   */
  known: boolean;
};

/** Where a form came from. */
export type Sender = {
  /** Absent behind an untrusted proxy, where all requests have one address, so that no limit applies. */
  ip?: string;
  browser: Browser;
};

/** The sender of a form, and the cookie header by which their browser is recognised from now on. */
export function readSender(
  request: Request,
  { ip, sharedAddress }: RequestInfo,
  values: FormValues,
): Sender & { cookie: string } {
  const cookieKey = cookieValues(request.headers.get("cookie"), COOKIE).find((value) =>
    KEY.test(value),
  );
  const signature = [ip, request.headers.get("user-agent"), Object.entries(values)];
  const key = cookieKey ?? keyedHash("browser", JSON.stringify(signature));
  return {
    ip: sharedAddress ? undefined : ip,
    browser: { id: keyedHash("browser of a row", key), known: cookieKey !== undefined },
    cookie: cookieLine(COOKIE, key, { maxAge: KEPT_DAYS * DAY_SECONDS }),
  };
}

/** Whether a row was made by this browser, rather than by somebody who types the same person. */
export const isSameBrowser = (
  row: { browser: string | null; created_at: Date },
  { browser }: Sender,
  now: Date,
): boolean =>
  row.browser === browser.id &&
  (browser.known || now.getTime() - row.created_at.getTime() < SAME_FORM_MS);
