import fr from "../../i18n/fr/index.ts";
import { cookieLine } from "./cookies.server.ts";

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
