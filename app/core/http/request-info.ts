import { createContext } from "react-router";
import type { AddressCheck, Parameter } from "./address-checks.ts";

/** What is known of a request, and what its rendering reports to the cache. */
export type RequestInfo = {
  /** A read failed and the page shows a fallback, so the last good copy is better. */
  degraded: boolean;
  /** The caller's address, for rate limits only; never stored. */
  ip: string;
  /** The address is that of an untrusted proxy, shared by all visitors, so no limit applies to it. */
  sharedAddress?: boolean;
  /** For the scripts of hydrated screens. */
  nonce: string;
  /** Ties an error screen to its line in the log. */
  reference: string;
  /** The pattern of its address. The address itself may contain a token, and is never logged. */
  route?: string;
  /** The status of a page that failed for a known reason, such as an unavailable database. */
  failure?: number;
  /** A GET or HEAD, in which no input of the visitor can be lost. */
  reading?: boolean;
  /** The 404 page is cached, so a missing record need not be rendered. */
  hasNotFoundPage?: boolean;
  /** The record is missing, and nothing was rendered. */
  missing?: boolean;
  /** Renders the document again, for the benchmark. */
  renderAgain?: () => string;
};

export const requestInfoContext = createContext<RequestInfo>();

/** Lifts the time limit of the request's body, for a signed-in user whose upload has its own. */
export const allowSlowBodyContext = createContext<() => void>(() => {});

/** What a route declares in `export const handle`. */
export type RouteHandle = {
  /** The content tables its loader reads. A route without this is never cached. */
  reads?: readonly string[];
  /** The query parameters its loader reads, in canonical order. Others are dropped. */
  parameters?: Readonly<Record<string, Parameter>>;
  /** The checks of its path parameters: an invalid value is a 404. */
  segments?: Readonly<Record<string, AddressCheck>>;
  /** What a telephone is told of a page that it keeps for itself, in place of the site's. */
  manifest?: string;
  /** Whether the page is hydrated. */
  hydrate?: boolean;
  /** Whether it belongs to the back office, which has a stylesheet of its own. */
  office?: boolean;
  /** The message of a back-office screen whose loader fails. */
  loadFailure?: string;
};

/** Whether a POST comes from another origin, which React Router refuses by the same comparison. */
export function isCrossOriginPost(request: Request): boolean {
  const origin = request.headers.get("origin");
  if (origin === null || request.method === "GET" || request.method === "HEAD") return false;
  return origin !== new URL(request.url).origin;
}

/**
 * Whether a POST comes from a page of the site. React Router checks this for screens, but not for resource routes.
 */
export function isSameOriginRequest(request: Request, url: URL): boolean {
  const site = request.headers.get("sec-fetch-site");
  return site === "same-origin" || request.headers.get("origin") === url.origin;
}
