import { env } from "./env.server.ts";

type Attributes = { path?: string; maxAge: number };

/** Whether browsers may send our cookies over encrypted connections alone. */
export const cookiesAreSecure = () => env().PUBLIC_URL.startsWith("https:");

/** The header line that sets a cookie: no script reads it, and it does not travel in the open. */
export function cookieLine(name: string, value: string, { path = "/", maxAge }: Attributes) {
  const secure = cookiesAreSecure() ? "; Secure" : "";
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; SameSite=Lax; HttpOnly${secure}`;
}

/** The value of a cookie, as it was sent. */
export function cookieValue(header: string | null | undefined, name: string): string | undefined {
  const start = `${name}=`;
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
}
