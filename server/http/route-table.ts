import type { ServerBuild } from "react-router";
import type { AddressCheck, Parameter } from "../../app/core/http/address-checks.ts";
import type { RouteHandle } from "../../app/core/http/request-info.ts";

/** A route of the site map that has an address, with what it and its layouts say of themselves. */
export type SiteRoute = {
  id: string;
  /** Its address in parts: `["news", ":id"]`. */
  parts: readonly string[];
  /** An address where nothing can be: its page stands for all that are nobody's. */
  nowhere: string;
  /** Screens of the back office read what they like of their query. */
  office: boolean;
  hydrated: boolean;
  /** Answers with a document: a file or a feed has no component. */
  screen: boolean;
  /** Has a form or takes a notice: may be posted to. */
  writable: boolean;
  /** The content tables that its page reads; null when the page must not be kept. */
  reads: readonly string[] | null;
  /** Those of its layouts: what the page of nowhere shows. */
  frameReads: readonly string[];
  parameters: readonly (readonly [name: string, parameter: Parameter])[];
  segments: Readonly<Record<string, AddressCheck>>;
};

/** The route of a path, which is given back in its one spelling; `there` tells whether it can be an address of it. */
export type Match = { route: SiteRoute; path: string; there: boolean };

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
  const own = chain.at(-1) as Route;
  const handles = chain.map(({ module }) => (module.handle ?? {}) as RouteHandle);
  const handle = handles.at(-1) ?? {};
  const path = chain.reduce(
    (base, { path = "" }) => (path.startsWith("/") ? path : `${base}/${path}`),
    "",
  );
  const readsOf = (some: RouteHandle[]) => [...new Set(some.flatMap(({ reads }) => reads ?? []))];
  const parts = path.split("/").filter(Boolean);
  return {
    id: own.id,
    parts,
    nowhere: nowhereOf(parts, own.module.default !== undefined),
    office: handles.some(({ office }) => office),
    hydrated: handles.some(({ hydrate }) => hydrate),
    screen: own.module.default !== undefined,
    writable: own.module.action !== undefined,
    reads: handle.reads === undefined ? null : readsOf(handles),
    frameReads: readsOf(handles.slice(0, -1)),
    parameters: Object.entries(handle.parameters ?? {}),
    segments: handle.segments ?? {},
  };
}

/** A screen of single things says by itself that one is not there; for the others the site does. */
function nowhereOf(parts: readonly string[], screen: boolean): string {
  if (!screen || !parts.some((part) => part.startsWith(":"))) {
    return parts[0] === "en" ? "/en/-/-" : "/-/-";
  }
  return `/${parts.map((part) => (part.startsWith(":") ? "-" : part)).join("/")}`;
}

type Node = { fixed: Map<string, Node>; variable?: Node; rest?: SiteRoute; route?: SiteRoute };

/**
 * Finds the route of a path, as the router would: fixed parts come before variable ones, those before
 * the rest. Its own search costs a hundred times a cached answer, which anybody could ask for.
 */
export function routeFinder(routes: readonly SiteRoute[]): (pathname: string) => Match | undefined {
  const root: Node = { fixed: new Map() };
  for (const route of routes) add(root, route);
  return (pathname) => {
    const decode = readerOf(pathname);
    const read = decode ?? asItStands;
    const route = find(root, pathname, 1, read);
    if (!route) return undefined;
    // The back office says itself that such an address is nobody's.
    if (!decode && !route.office) return { route, path: pathname, there: false };
    return spell(route, pathname, read);
  };
}

function add(root: Node, route: SiteRoute): void {
  let node = root;
  for (const part of route.parts) {
    if (part === "*") {
      node.rest = route;
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

/** Part by part, so that a path of a thousand parts costs no more than the few that could match. */
function find(node: Node, pathname: string, from: number, read: Reader): SiteRoute | undefined {
  if (from >= pathname.length) return node.route ?? node.rest;
  const slash = pathname.indexOf("/", from);
  const to = slash === -1 ? pathname.length : slash;
  const part = read(pathname.slice(from, to));
  const fixed = node.fixed.get(part) ?? node.fixed.get(part.toLowerCase());
  return (
    (fixed && find(fixed, pathname, to + 1, read)) ??
    (node.variable && find(node.variable, pathname, to + 1, read)) ??
    node.rest
  );
}

function spell(route: SiteRoute, pathname: string, read: Reader): Match {
  const unmatched = { route, path: pathname, there: false };
  // What stands in the rest is nobody's address, but in the back office, which says so itself.
  if (route.parts.at(-1) === "*" && !route.office) return unmatched;
  const parts: string[] = [];
  for (const [place, segment] of pathname.slice(1).split("/").entries()) {
    const part = route.parts[place] ?? "*";
    if (part !== "*" && !part.startsWith(":")) {
      parts.push(part);
      continue;
    }
    const value = read(segment);
    const check = route.segments[part.slice(1)];
    const spelled = check ? check(value) : value;
    if (spelled === undefined) return unmatched;
    parts.push(encodeURIComponent(spelled));
  }
  return { route, path: `/${parts.join("/")}`, there: true };
}

/** Gives a part of a path in plain letters. */
type Reader = (part: string) => string;

/** How the router reads a path that is badly encoded anywhere. */
const asItStands: Reader = (part) => part;

/** Undefined for a path that is badly encoded. */
function readerOf(pathname: string): Reader | undefined {
  if (!pathname.includes("%")) return asItStands;
  try {
    // Its result is used: a bundler leaves out a call that seems to do nothing, and its error with it.
    return decodeURIComponent(pathname) === pathname ? asItStands : decodeURIComponent;
  } catch {
    return undefined;
  }
}
