import worker from "./worker.browser.ts?inline-script";

/** The service worker, below the only addresses that it may answer. */
export function loader() {
  return new Response(worker, {
    headers: { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" },
  });
}
