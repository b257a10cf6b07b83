import { createContext } from "react-router";

/** What a request knows of the page being made, and what the page tells the cache about itself. */
export type PageInfo = {
  /** True when a read failed and samples stood in: the last good copy is better. */
  degraded: boolean;
  /** Whether something was sent: what was typed must come back, whatever cannot be read beside it. */
  sent?: boolean;
  /** The caller's address, for rate limits only; never stored. */
  ip: string;
  /** For the scripts of hydrated screens. */
  nonce: string;
  /** Ties an error screen to its line in the log. */
  reference: string;
  /** The status of a page that failed for a reason of ours, such as a database that is away. */
  failure?: number;
};

export const pageInfoContext = createContext<PageInfo>();

/** A route's own words about itself, in `export const handle`. */
export type RouteHandle = {
  /** The content tables its loader reads. A route without this is never kept in the page cache. */
  reads?: readonly string[];
  /** Whether the browser gets the framework and takes the page over. */
  hydrate?: boolean;
  /** Whether it belongs to the back office, which has a stylesheet of its own. */
  office?: boolean;
  /** What its screen of the back office says when it cannot be read. */
  loadFailure?: string;
};
