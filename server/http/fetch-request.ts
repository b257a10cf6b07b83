import { canonicalAddress, readTarget } from "./addresses.ts";
import { routeFinder, type SiteRoute } from "./route-table.ts";

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
export type UnknownAddress = { nobody: SiteRoute | "data" };

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
