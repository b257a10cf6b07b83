import { env } from "./env.server.ts";

type Attributes = { path?: string; maxAge: number };

/** Whether browsers may send our cookies over encrypted connections alone. */
export const cookiesAreSecure = () => env().PUBLIC_URL.startsWith("https:");

/** The header line that sets a cookie: no script reads it, and it does not travel in the open. */
export function cookieLine(name: string, value: string, { path = "/", maxAge }: Attributes) {
  const secure = cookiesAreSecure() ? "; Secure" : "";
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; SameSite=Lax; HttpOnly${secure}`;
}

/** The values that were sent for a cookie: usually one, and what is not ours may stand before it. */
export function cookieValues(header: string | null | undefined, name: string): string[] {
  const start = `${name}=`;
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(start)).map((pair) => pair.slice(start.length));
}

/** The value of a cookie, as it was sent. */
export const cookieValue = (header: string | null | undefined, name: string): string | undefined =>
  cookieValues(header, name)[0];
