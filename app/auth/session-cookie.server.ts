import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "../platform/env.server.ts";

const COOKIE = /(?:^|;\s*)(?:__Secure-)?fge\.session_token=([^;]*)/g;

/**
 * The session that a cookie header carries, as it stands there; empty without one that we signed. This
 * costs a few microseconds, so that an invented session makes nobody ask the sign-in library, or
 * render a page for its bearer alone.
 */
export function sessionOf(cookie: string | null | undefined): string {
  for (const [, value = ""] of (cookie ?? "").matchAll(COOKIE)) if (isSigned(value)) return value;
  return "";
}

/** As the sign-in library signs its cookies: the token, a dot, and its HMAC in base64. */
function isSigned(value: string): boolean {
  const text = value.includes("%") ? decoded(value) : value;
  const dot = text.lastIndexOf(".");
  if (dot < 1) return false;
  const made = createHmac("sha256", env().SESSION_SECRET).update(text.slice(0, dot)).digest();
  const given = Buffer.from(text.slice(dot + 1), "base64");
  return given.length === made.length && timingSafeEqual(given, made);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}
