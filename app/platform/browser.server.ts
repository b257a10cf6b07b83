import type { Typed } from "./check-fields.ts";
import { env } from "./env.server.ts";
import { keyedHash } from "./sealed.server.ts";

const COOKIE = "browser";
const KEPT_DAYS = 180;

/** The browser that sent a form, as far as it leads back to what was sent from it. */
export type Browser = {
  /** What a row remembers of it. */
  id: string;
  /**
   * It brought our cookie. Without one it is told by where the form came from and by every word in it,
   * which holds for a double click, and not for long.
   */
  known: boolean;
  /** The header that makes it known from now on. */
  cookie: string;
};

export function browserOf(request: Request, ip: string, typed: Typed): Browser {
  const sent = /(?:^|;\s*)browser=([\w-]{43})(?:;|$)/.exec(
    request.headers.get("cookie") ?? "",
  )?.[1];
  const told = [ip, request.headers.get("user-agent"), Object.entries(typed)];
  const key = sent ?? keyedHash("browser", JSON.stringify(told));
  const secure = env().PUBLIC_URL.startsWith("https:") ? "; Secure" : "";
  return {
    id: keyedHash("browser of a row", key),
    known: sent !== undefined,
    cookie: `${COOKIE}=${key}; Path=/; Max-Age=${KEPT_DAYS * 86_400}; SameSite=Lax; HttpOnly${secure}`,
  };
}
