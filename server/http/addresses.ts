import type { IncomingHttpHeaders } from "node:http";
import {
  LANGUAGE_COOKIE,
  type Language,
  languageOf,
  neutralPath,
  pathIn,
} from "../../app/i18n/languages.ts";
import { routeFinder, type SiteRoute } from "./route-table.ts";

/** What a request asks for. */
export type Target = {
  path: string;
  /** With its question mark, or empty. */
  query: string;
  /** Asked for in another spelling of the path (`//about`, `/about/`, `/./about`, `/fr/about`). */
  untidy: boolean;
};

/**
 * The path that a request asks for, as a browser would write it: what the router is given is never
 * more than what was looked at here. Undefined for what is no address of a page.
 */
export function readTarget(url: string): Target | undefined {
  const whole = URL.parse(url.startsWith("/") ? `http://site${url}` : url);
  if (!whole || !/^https?:$/.test(whole.protocol)) return undefined;
  const tidy = whole.pathname.replaceAll(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
  // French has no prefix, and people who know /en try /fr.
  const path = tidy.replace(/^\/fr(?=\/|$)/, "") || "/";
  return { path, query: whole.search, untidy: path !== url.split("?", 1)[0] };
}

/**
 * The address under which a page is kept: its path with the parameters that it reads, in one order.
 * Undefined when one of them names nothing that there is.
 */
export function canonicalAddress(
  path: string,
  query: string,
  parameters: SiteRoute["parameters"],
): string | undefined {
  if (query === "" || parameters.length === 0) return path;
  const search = new URLSearchParams(query);
  const canonical = new URLSearchParams();
  for (const [name, { check, refused }] of parameters) {
    const value = search.get(name);
    if (!value) continue;
    const spelled = check(value);
    if (spelled !== undefined) canonical.set(name, spelled);
    else if (refused === "missing") return undefined;
  }
  return canonical.size === 0 ? path : `${path}?${canonical}`;
}

/**
 * The language that a visitor has just chosen: they come from the same page in the other one, or from
 * one that is not there to the home page of the other. Every such link is a language switch, so the
 * switch needs neither script nor redirect.
 */
export function chosenLanguage(
  headers: IncomingHttpHeaders,
  pathname: string,
): Language | undefined {
  const { referer, host } = headers;
  if (!referer || !URL.canParse(referer)) return undefined;
  const from = new URL(referer);
  const here = languageOf(pathname);
  const neutral = neutralPath(pathname);
  const switched =
    from.host === host &&
    languageOf(from.pathname) !== here &&
    (neutral === "/" || neutralPath(from.pathname) === neutral);
  return switched ? here : undefined;
}

const ENGLISH = /\/en(?:[/?]|$)/;

/** A quick look at a Referer: whether `chosenLanguage` is worth asking. */
export function mayBeTwin(referer: string, url: string): boolean {
  const neutral = neutralPath(url);
  if (neutral === "/") return ENGLISH.test(referer) === (url === "/");
  // What a page does not read of its query is not in the links to its twin.
  const other = languageOf(url) === "en" ? "fr" : "en";
  return withoutQuery(referer).endsWith(pathIn(other, withoutQuery(neutral)));
}

const withoutQuery = (url: string) => url.split("?", 1)[0] ?? "";

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
 * An address without the one letter that PostgreSQL cannot hold: nothing can have a name with it, so
 * it stands there as a letter that nothing has either.
 */
export const withoutNul = (url: string): string => url.replaceAll("%00", "%EF%BF%BD");

/** What a request asks for, as far as its address alone tells. */
export type RequestedPage = {
  route: SiteRoute;
  /** Its path in its one spelling. */
  path: string;
  /** What the router is given, and the name under which the page is kept: no more than the page reads. */
  address: string;
  /** Where it really is, when it was asked for in another spelling. */
  moved?: string;
};

/** Nobody's address: of which kind of page, or of data that is not given out. */
type UnknownAddress = { nobody: SiteRoute | "data" };

const DATA = ".data";

/** Reads an address; undefined for what is none. Nothing is rendered to know it, nor any record read. */
export function addressReader(
  routes: readonly SiteRoute[],
): (url: string) => RequestedPage | UnknownAddress | undefined {
  const findRoute = routeFinder(routes);
  return (url) => {
    const target = readTarget(url);
    if (!target) return undefined;
    const { path, query } = target;
    // The router's own form of a page, for the screens that are hydrated and no other.
    const isData = path.endsWith(DATA);
    const match = findRoute(isData ? path.slice(0, -DATA.length) || "/" : path);
    if (!match) return undefined;
    const { route } = match;
    if (isData) return route.hydrated ? { route, path, address: path + query } : { nobody: "data" };
    if (!match.there) return { nobody: route };
    if (route.office) return parseRequest(route, match.path, match.path + query, target);
    const address = canonicalAddress(match.path, query, route.parameters);
    return address === undefined
      ? { nobody: route }
      : parseRequest(route, match.path, address, target);
  };
}

function parseRequest(
  route: SiteRoute,
  path: string,
  address: string,
  target: { path: string; query: string; untidy: boolean },
): RequestedPage {
  const moved = target.untidy || path !== target.path ? path + target.query : undefined;
  return { route, path, address, moved };
}
