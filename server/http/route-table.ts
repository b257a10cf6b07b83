import type { ServerBuild } from "react-router";
import type { AddressCheck, Parameter } from "../../app/core/http/address-checks.ts";
import type { RouteHandle } from "../../app/core/http/request-info.ts";

/** A route of the site map that has an address, with what its handle and those of its layouts declare. */
export type SiteRoute = {
  id: string;
  /** Its address in parts: `["news", ":id"]`. */
  parts: readonly string[];
  /** An address that matches no record: its 404 page is cached once and served for all unknown addresses. */
  notFoundPath: string;
  /** A screen of the back office, whose query is passed on unchecked. */
  office: boolean;
  hydrated: boolean;
  /** Answers with a document; a file or a feed has no component. */
  screen: boolean;
  /** Has an action, so it accepts POST. */
  writable: boolean;
  /** The content tables that its page reads; null when the page must not be cached. */
  reads: readonly string[] | null;
  /** The content tables that its layouts read, which the 404 page shows too. */
  layoutReads: readonly string[];
  parameters: readonly (readonly [name: string, parameter: Parameter])[];
  segments: Readonly<Record<string, AddressCheck>>;
};

/** The route of a path, and the path in canonical form; `isValid` is false when no record can have this address. */
type Match = { route: SiteRoute; path: string; isValid: boolean };

type Route = {
  id: string;
  parentId?: string;
  path?: string;
  module: { default?: unknown; handle?: unknown; action?: unknown };
};

/** Every route of the site map that has an address. */
export function siteRoutes(build: ServerBuild): SiteRoute[] {
  const routes = build.routes as Record<string, Route | undefined>;
  const chainOf = (route: Route): Route[] => {
    const parent = route.parentId === undefined ? undefined : routes[route.parentId];
    return parent ? [...chainOf(parent), route] : [route];
  };
  return Object.values(routes)
    .filter((route) => route?.path !== undefined && route.id !== "root")
    .map((route) => siteRoute(chainOf(route as Route)));
}

function siteRoute(chain: Route[]): SiteRoute {
  const route = chain.at(-1) as Route;
  const handles = chain.map(({ module }) => (module.handle ?? {}) as RouteHandle);
  const handle = handles.at(-1) ?? {};
  const path = chain.reduce(
    (base, { path = "" }) => (path.startsWith("/") ? path : `${base}/${path}`),
    "",
  );
  const readsOf = (some: RouteHandle[]) => [...new Set(some.flatMap(({ reads }) => reads ?? []))];
  const parts = path.split("/").filter(Boolean);
  return {
    id: route.id,
    parts,
    notFoundPath: notFoundPathOf(parts, route.module.default !== undefined),
    office: handles.some(({ office }) => office),
    hydrated: handles.some(({ hydrate }) => hydrate),
    screen: route.module.default !== undefined,
    writable: route.module.action !== undefined,
    reads: handle.reads === undefined ? null : readsOf(handles),
    layoutReads: readsOf(handles.slice(0, -1)),
    parameters: Object.entries(handle.parameters ?? {}),
    segments: handle.segments ?? {},
  };
}

/** A route with parameters renders its own 404 page; the others share the one of the site. */
function notFoundPathOf(parts: readonly string[], screen: boolean): string {
  if (!screen || !parts.some((part) => part.startsWith(":"))) {
    return parts[0] === "en" ? "/en/-/-" : "/-/-";
  }
  return `/${parts.map((part) => (part.startsWith(":") ? "-" : part)).join("/")}`;
}

type Node = { fixed: Map<string, Node>; variable?: Node; splat?: SiteRoute; route?: SiteRoute };

/**
 * Finds the route of a path, as React Router would: fixed parts come before parameters, parameters before the
 * splat. React Router's own search takes a hundred times as long as a cached answer.
 */
export function routeFinder(routes: readonly SiteRoute[]): (pathname: string) => Match | undefined {
  const root: Node = { fixed: new Map() };
  for (const route of routes) add(root, route);
  return (pathname) => {
    const decoder = decoderFor(pathname);
    const decode = decoder ?? keepAsIs;
    const route = find(root, pathname, 1, decode);
    if (!route) return undefined;
    // The back office renders its own 404 page.
    if (!decoder && !route.office) return { route, path: pathname, isValid: false };
    return canonicalMatch(route, pathname, decode);
  };
}

function add(root: Node, route: SiteRoute): void {
  let node = root;
  for (const part of route.parts) {
    if (part === "*") {
      node.splat = route;
      return;
    }
    if (part.startsWith(":")) {
      node.variable ??= { fixed: new Map() };
      node = node.variable;
      continue;
    }
    const next = node.fixed.get(part) ?? { fixed: new Map() };
    node.fixed.set(part, next);
    node = next;
  }
  node.route = route;
}

/** Searches part by part, so that a path of a thousand parts costs no more than the few that could match. */
function find(node: Node, pathname: string, from: number, decode: Decode): SiteRoute | undefined {
  if (from >= pathname.length) return node.route ?? node.splat;
  const slash = pathname.indexOf("/", from);
  const to = slash === -1 ? pathname.length : slash;
  const part = decode(pathname.slice(from, to));
  const fixed =
    node.fixed.get(part) ??
    node.fixed.get(part.toLowerCase()) ??
    // The address in a QR code is in capitals.
    node.fixed.get(part.toUpperCase());
  return (
    (fixed && find(fixed, pathname, to + 1, decode)) ??
    (node.variable && find(node.variable, pathname, to + 1, decode)) ??
    node.splat
  );
}

function canonicalMatch(route: SiteRoute, pathname: string, decode: Decode): Match {
  const unmatched = { route, path: pathname, isValid: false };
  // Only the splat of the back office has addresses; it renders its own 404 page.
  if (route.parts.at(-1) === "*" && !route.office) return unmatched;
  const parts: string[] = [];
  for (const [index, segment] of pathname.slice(1).split("/").entries()) {
    const part = route.parts[index] ?? "*";
    if (part !== "*" && !part.startsWith(":")) {
      parts.push(part);
      continue;
    }
    const value = decode(segment);
    const check = route.segments[part.slice(1)];
    const spelled = check ? check(value) : value;
    if (spelled === undefined) return unmatched;
    parts.push(encodeURIComponent(spelled));
  }
  return { route, path: `/${parts.join("/")}`, isValid: true };
}

/** Decodes one part of a path. */
type Decode = (part: string) => string;

/** React Router leaves a path undecoded when any part of it is badly encoded. */
const keepAsIs: Decode = (part) => part;

/** The decoder of a path; undefined when the path is badly encoded. */
function decoderFor(pathname: string): Decode | undefined {
  if (!pathname.includes("%")) return keepAsIs;
  try {
    // The result is compared, since a bundler would drop an unused call and its error with it.
    return decodeURIComponent(pathname) === pathname ? keepAsIs : decodeURIComponent;
  } catch {
    return undefined;
  }
}
