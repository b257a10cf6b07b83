import type { IncomingHttpHeaders } from "node:http";
import {
  LANGUAGE_COOKIE,
  type Language,
  languageOf,
  neutralPath,
  pathIn,
} from "../../app/i18n/languages.ts";
import { routeFinder, type SiteRoute } from "./route-table.ts";

/** The path and query of a request. */
type RequestTarget = {
  path: string;
  /** With its question mark, or empty. */
  query: string;
  /** The path was written in another way (`//about`, `/about/`, `/./about`, `/fr/about`). */
  isNonCanonical: boolean;
};

/**
 * The path of a request, normalised as a browser would, so that the router gets exactly what was checked here.
 * Undefined when it is not the address of a page.
 */
export function readTarget(url: string): RequestTarget | undefined {
  const parsed = URL.parse(url.startsWith("/") ? `http://site${url}` : url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return undefined;
  const tidy = parsed.pathname.replaceAll(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
  // French has no prefix, and people who know /en try /fr.
  const path = tidy.replace(/^\/fr(?=\/|$)/, "") || "/";
  return { path, query: parsed.search, isNonCanonical: path !== url.split("?", 1)[0] };
}

/**
 * The address under which a page is cached: its path with the parameters that it reads, in a fixed order.
 * Undefined when a required parameter is invalid.
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
    const canonicalValue = check(value);
    if (canonicalValue !== undefined) canonical.set(name, canonicalValue);
    else if (refused === "missing") return undefined;
  }
  return canonical.size === 0 ? path : `${path}?${canonical}`;
}

/**
 * The language that a visitor has just switched to: the Referer is the same page in the other language, or they
 * went from an untranslated page to the home page of the other language. The switch is a plain link, which needs
 * neither a script nor a redirect.
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

/** A cheap check of the Referer: whether `chosenLanguage` can return a language. */
export function mayBeLanguageSwitch(referer: string, url: string): boolean {
  const neutral = neutralPath(url);
  if (neutral === "/") return ENGLISH.test(referer) === (url === "/");
  // The link to the other language carries only the parameters that the page reads.
  const other = languageOf(url) === "en" ? "fr" : "en";
  return withoutQuery(referer).endsWith(pathIn(other, withoutQuery(neutral)));
}

const withoutQuery = (url: string) => url.split("?", 1)[0] ?? "";

const ROBOT = /bot|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|lighthouse/i;

/** A cheap check of the Cookie header: whether `prefersEnglish` can be true. */
export const prefersLanguage = (cookie: string) => cookie.includes(`${LANGUAGE_COOKIE}=en`);

/** Whether the home page should redirect to English: the visitor chose it before, and is no robot. */
export function prefersEnglish(headers: IncomingHttpHeaders): boolean {
  return (
    new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=en(?:;|$)`).test(headers.cookie ?? "") &&
    !ROBOT.test(headers["user-agent"] ?? "")
  );
}

/** The cookie that stores the language for a year. */
export function languageCookie(language: Language, https: boolean): string {
  return `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly${https ? "; Secure" : ""}`;
}

/**
 * Replaces NUL, which PostgreSQL cannot store, by the replacement character: neither occurs in any address.
 */
export const withoutNul = (url: string): string => url.replaceAll("%00", "%EF%BF%BD");

/** The page that a request asks for, as far as its address says. */
export type RequestedPage = {
  route: SiteRoute;
  /** Its path in canonical form. */
  path: string;
  /** What the router is given, and the key of the page in the cache: only the parameters that the page reads. */
  address: string;
  /** The canonical address, when the request used another spelling. */
  redirectTo?: string;
};

/** An address without a page: the route whose 404 page answers, or a data request that is refused. */
type UnknownAddress = { notFound: SiteRoute | "data" };

const DATA = ".data";

/** Reads an address without rendering anything or reading a record; undefined when it is malformed. */
export function addressReader(
  routes: readonly SiteRoute[],
): (url: string) => RequestedPage | UnknownAddress | undefined {
  const findRoute = routeFinder(routes);
  return (url) => {
    const target = readTarget(url);
    if (!target) return undefined;
    const { path, query } = target;
    // React Router's data requests, which only hydrated screens send.
    const isData = path.endsWith(DATA);
    const match = findRoute(isData ? path.slice(0, -DATA.length) || "/" : path);
    if (!match) return undefined;
    const { route } = match;
    if (isData)
      return route.hydrated ? { route, path, address: path + query } : { notFound: "data" };
    if (!match.isValid) return { notFound: route };
    if (route.office) return requestedPage(route, match.path, match.path + query, target);
    const address = canonicalAddress(match.path, query, route.parameters);
    return address === undefined
      ? { notFound: route }
      : requestedPage(route, match.path, address, target);
  };
}

function requestedPage(
  route: SiteRoute,
  path: string,
  address: string,
  target: { path: string; query: string; isNonCanonical: boolean },
): RequestedPage {
  const redirectTo =
    target.isNonCanonical || path !== target.path ? path + target.query : undefined;
  return { route, path, address, redirectTo };
}
