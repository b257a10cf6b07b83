import { createHmac } from "node:crypto";
import { generateRandomString } from "better-auth/crypto";
import { cookieLine, cookiesAreSecure, cookieValues } from "../../core/http/cookies.server.ts";
import { isSameText, keyring } from "../../core/secrets/keys.server.ts";
import { librarySecrets } from "../library/auth-secrets.server.ts";

/** The prefix over https, with which browsers accept a cookie only from encrypted pages. */
export const SECURE = "__Secure-";
export const COOKIE_PREFIX = "fge";
export const SESSION_COOKIE = `${COOKIE_PREFIX}.session_token`;
export const SECOND_STEP_COOKIE = `${COOKIE_PREFIX}.two_factor`;
export const DEVICE_COOKIE = `${COOKIE_PREFIX}.device`;
export const PASSKEY_COOKIE = `${COOKIE_PREFIX}.passkey`;

/** The name under which the sign-in library sets a cookie. */
export const libraryCookie = (name: string): string => (cookiesAreSecure() ? SECURE + name : name);

const HOUR = 3_600;
/** How long a session lasts after the last visit, in seconds. */
export const SESSION_LASTS = 12 * HOUR;
/** How long it lasts after the sign-in at most; a trigger enforces the same. */
export const SESSION_ENDS = 7 * 24 * HOUR;

/** The prefix of session tokens: the number of the key that made them. */
export const sessionPrefix = () => `${keyring().current("sign-in").number.toString(36)}-`;

export const newSessionToken = () => sessionPrefix() + generateRandomString(32);

/** The session cookie of a request, if its signature is ours; else an empty text. */
export function sessionOf({ headers }: Pick<Request, "headers">): string {
  return readSessionCookie(headers.get("cookie"));
}

/** The same from the header. It does not ask the database, so it is cheap enough for every request. */
export function readSessionCookie(header: string | null | undefined): string {
  return cookieValues(header, libraryCookie(SESSION_COOKIE)).find(isSealed) ?? "";
}

function isSealed(value: string): boolean {
  const sealed = decoded(value);
  const end = sealed.lastIndexOf(".");
  return end > 0 && isSameText(sealed.slice(end + 1), sealOf(sealed.slice(0, end)));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}

/** The `Set-Cookie` line of a session, as the library writes it. */
export function sessionCookie(token: string): string {
  const value = encodeURIComponent(`${token}.${sealOf(token)}`);
  return cookieLine(libraryCookie(SESSION_COOKIE), value, { maxAge: SESSION_LASTS });
}

/** The library's signature of a cookie's value. */
function sealOf(value: string): string {
  const [current] = librarySecrets();
  return createHmac("sha256", current?.value ?? "")
    .update(value)
    .digest("base64");
}
