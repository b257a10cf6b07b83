import type fr from "../i18n/fr/index.ts";
import { cookieLine } from "./cookies.server.ts";

/** A message for the next page that a visitor sees, by its key. */
export type Flash = keyof typeof fr.toasts;

export const FLASH_COOKIE = "flash";

/** The message that a request carries; anything but a plain word is none. */
export function readFlash(cookie: string | null): string | undefined {
  return new RegExp(`(?:^|;\\s*)${FLASH_COOKIE}=([A-Za-z]{1,40})(?:;|$)`).exec(cookie ?? "")?.[1];
}

/** Sent with a redirect: the next page shows the message once. */
export const setFlash = (flash: Flash) => cookieLine(FLASH_COOKIE, flash, { maxAge: 60 });

export const clearFlash = () => cookieLine(FLASH_COOKIE, "", { maxAge: 0 });
