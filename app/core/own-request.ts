/**
 * Whether a POST comes from a page of ours. The router checks this for screens, not for resource
 * routes: those ask here.
 */
export function isOwnRequest(request: Request, url: URL): boolean {
  const site = request.headers.get("sec-fetch-site");
  return site === "same-origin" || request.headers.get("origin") === url.origin;
}
