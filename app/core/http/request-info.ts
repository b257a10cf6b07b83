import { createContext } from "react-router";
import type { AddressCheck, Parameter } from "./address-checks.ts";

/** What a request knows of the page being made, and what the page tells the cache about itself. */
export type RequestInfo = {
  /** True when a read failed and samples stood in: the last good copy is better. */
  degraded: boolean;
  /** The caller's address, for rate limits only; never stored. */
  ip: string;
  /** The address is that of a proxy that we were not told to trust: everybody's, so it limits nobody. */
  sharedAddress?: boolean;
  /** For the scripts of hydrated screens. */
  nonce: string;
  /** Ties an error screen to its line in the log. */
  reference: string;
  /** The pattern of its address. The address itself may hold a token, and is never told. */
  route?: string;
  /** The status of a page that failed for a reason of ours, such as a database that is away. */
  failure?: number;
  /** The page is only looked at: nothing that somebody typed would be lost by leading elsewhere. */
  reading?: boolean;
  /** A ready page stands for whatever is not there, so that nothing is rendered to say so. */
  hasNotFoundPage?: boolean;
  /** Nothing is there, and nothing was rendered. */
  missing?: boolean;
  /** What React alone does for this document, for the benchmark. */
  renderAgain?: () => string;
};

export const requestInfoContext = createContext<RequestInfo>();

/** Lets the body of this request take its time: for who is known, and watches that it goes on coming. */
export const allowSlowBodyContext = createContext<() => void>(() => {});

/** A route's own words about itself, in `export const handle`. */
export type RouteHandle = {
  /** The content tables its loader reads. A route without this is never kept in the page cache. */
  reads?: readonly string[];
  /** The query parameters its loader reads, in the order of its address. All others are left out of it. */
  parameters?: Readonly<Record<string, Parameter>>;
  /** What may stand at each variable place of its path: anything else is not there. */
  segments?: Readonly<Record<string, AddressCheck>>;
  /** Whether the browser gets the framework and takes the page over. */
  hydrate?: boolean;
  /** Whether it belongs to the back office, which has a stylesheet of its own. */
  office?: boolean;
  /** What its screen of the back office says when it cannot be read. */
  loadFailure?: string;
};

/** Whether something is sent here from a page of another site, which the router refuses by the same comparison. */
export function isCrossOriginPost(request: Request): boolean {
  const origin = request.headers.get("origin");
  if (origin === null || request.method === "GET" || request.method === "HEAD") return false;
  return origin !== new URL(request.url).origin;
}

/**
 * Whether a POST comes from a page of ours. The router checks this for screens, not for resource
 * routes: those ask here.
 */
export function isSameOriginRequest(request: Request, url: URL): boolean {
  const site = request.headers.get("sec-fetch-site");
  return site === "same-origin" || request.headers.get("origin") === url.origin;
}
