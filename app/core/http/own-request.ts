/** Whether something is sent here from a page of another site, which the router refuses by the same comparison. */
export function isForeignPost(request: Request): boolean {
  const origin = request.headers.get("origin");
  if (origin === null || request.method === "GET" || request.method === "HEAD") return false;
  return origin !== new URL(request.url).origin;
}

/**
 * Whether a POST comes from a page of ours. The router checks this for screens, not for resource
 * routes: those ask here.
 */
export function isOwnRequest(request: Request, url: URL): boolean {
  const site = request.headers.get("sec-fetch-site");
  return site === "same-origin" || request.headers.get("origin") === url.origin;
}
