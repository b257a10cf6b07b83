import fr from "../../i18n/fr/index.ts";
import { env } from "../process/env.server.ts";

type Attributes = { path?: string; maxAge: number };

/** Whether our cookies are `Secure`: sent over encrypted connections only. */
export const cookiesAreSecure = () => env().PUBLIC_URL.startsWith("https:");

/** The header line that sets a cookie. Scripts cannot read it, and it is only sent encrypted. */
export function cookieLine(name: string, value: string, { path = "/", maxAge }: Attributes) {
  const secure = cookiesAreSecure() ? "; Secure" : "";
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; SameSite=Lax; HttpOnly${secure}`;
}

/** All values sent for a cookie: usually one, but another application may have set one of the same name. */
export function cookieValues(header: string | null | undefined, name: string): string[] {
  const start = `${name}=`;
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(start)).map((pair) => pair.slice(start.length));
}

/** The value of a cookie, as it was sent. */
export const cookieValue = (header: string | null | undefined, name: string): string | undefined =>
  cookieValues(header, name)[0];

/** A message for the next page that a visitor sees, by its key. */
export type Flash = keyof typeof fr.toasts;

export const FLASH_COOKIE = "flash";

/** The message of a cookie header; undefined for any key that is not ours. */
export function readFlash(cookie: string | undefined): Flash | undefined {
  const name = new RegExp(`(?:^|;\\s*)${FLASH_COOKIE}=([A-Za-z]{1,40})(?:;|$)`).exec(
    cookie ?? "",
  )?.[1];
  return name && Object.hasOwn(fr.toasts, name) ? (name as Flash) : undefined;
}

/** Sent with a redirect: the next page shows the message once. */
export const setFlash = (flash: Flash) => cookieLine(FLASH_COOKIE, flash, { maxAge: 60 });

export const clearFlash = () => cookieLine(FLASH_COOKIE, "", { maxAge: 0 });
