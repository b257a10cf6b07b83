import type { IncomingHttpHeaders } from "node:http";
import {
  LANGUAGE_COOKIE,
  type Language,
  languageOf,
  neutralPath,
  pathIn,
} from "../app/i18n/languages.ts";

/** The query parameters that public pages know. Others are dropped, so that nobody can fill the cache. */
const KNOWN_PARAMETERS = ["before", "category", "map", "register", "type"];
const MAX_VALUE = 64;

/**
 * The address under which a page is kept: its path with the parameters that it knows, in one order.
 * Tracking parameters, empty values and absurdly long ones are gone.
 */
export function canonicalAddress(url: string): string {
  const mark = url.indexOf("?");
  if (mark === -1) return url;
  const path = url.slice(0, mark);
  const given = new URLSearchParams(url.slice(mark + 1));
  const kept = new URLSearchParams();
  for (const name of KNOWN_PARAMETERS) {
    const value = given.get(name);
    if (value && value.length <= MAX_VALUE) kept.set(name, value);
  }
  return kept.size === 0 ? path : `${path}?${kept}`;
}

/** Where an untidy address (`//about`, `/about/`) really is; undefined for a tidy one. */
export function tidied(url: string): string | undefined {
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  if (!path.includes("//") && (path === "/" || !path.endsWith("/"))) return undefined;
  const tidy = path.replaceAll(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
  return mark === -1 ? tidy : tidy + url.slice(mark);
}

/**
 * The language that a visitor has just chosen: they come from the same page in the other one. Every
 * link between the two twins is a language switch, so the switch needs neither script nor redirect.
 */
export function chosenLanguage(
  headers: IncomingHttpHeaders,
  pathname: string,
): Language | undefined {
  const { referer, host } = headers;
  if (!referer || !URL.canParse(referer)) return undefined;
  const from = new URL(referer);
  const here = languageOf(pathname);
  const twin =
    from.host === host &&
    languageOf(from.pathname) !== here &&
    neutralPath(from.pathname) === neutralPath(pathname);
  return twin ? here : undefined;
}

/** A quick look at the end of a Referer: whether `chosenLanguage` is worth asking. */
export function mayBeTwin(referer: string, url: string): boolean {
  const neutral = neutralPath(url);
  return referer.endsWith(pathIn(languageOf(url) === "en" ? "fr" : "en", neutral));
}

const ROBOT = /bot|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|lighthouse/i;

/** A quick look at a cookie: whether `prefersEnglish` is worth asking. */
export const prefersLanguage = (cookie: string) => cookie.includes(`${LANGUAGE_COOKIE}=en`);

/** Whether the home page should send this visitor to English: they chose it before, and are a person. */
export function prefersEnglish(headers: IncomingHttpHeaders): boolean {
  return (
    new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=en(?:;|$)`).test(headers.cookie ?? "") &&
    !ROBOT.test(headers["user-agent"] ?? "")
  );
}

/** A year, and readable by nobody but us. */
export function languageCookie(language: Language, https: boolean): string {
  return `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly${https ? "; Secure" : ""}`;
}

/**
 * Whether the host that a request names is one. A browser's is; without one, the rest of the address
 * cannot be understood either.
 */
export function hasHost(headers: IncomingHttpHeaders, trustProxy: boolean): boolean {
  const forwarded = headers.forwarded?.match(/(?:^|[;,\s])host="?([^";,]*)/i)?.[1];
  const proxied = headers["x-forwarded-host"]?.toString().split(",", 1)[0];
  const named = trustProxy ? [headers.host, forwarded, proxied] : [headers.host];
  return named.every((host) => !host?.trim() || URL.canParse(`http://${host.trim()}`));
}

/**
 * An address without the one letter that PostgreSQL cannot hold: nothing can have a name with it, so
 * it stands there as a letter that nothing has either.
 */
export const withoutNul = (url: string): string => url.replaceAll("%00", "%EF%BF%BD");
