import {
  chosenPrefix,
  ENGLISH,
  FRENCH,
  heldList,
  heldPage,
  IN_ENGLISH,
  keepChoice,
  refreshList,
} from "./list-store.browser.ts";

// The service worker of checks. Its scope is /V/ alone: it never sees another page of the site.

/** As much of it as is needed here; TypeScript knows either pages or workers. */
type Waiting = { waitUntil: (work: Promise<unknown>) => void };
type Asking = Waiting & { request: Request; respondWith: (answer: Promise<Response>) => void };
type Worker = {
  addEventListener: ((name: "install" | "activate", work: (event: Waiting) => void) => void) &
    ((name: "fetch", work: (event: Asking) => void) => void);
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
};

/** How long a bad line may take before the phone answers by itself. */
const PATIENCE_MS = 3_000;
/** How old the list may grow while there is a network. */
const LIST_AGE_MS = 3_600_000;

/** The answer of the site, or else of the page that this phone keeps. */
async function answerTo({ pathname, search }: URL): Promise<Response> {
  if (search === FRENCH || search === ENGLISH)
    await keepChoice(search === ENGLISH ? IN_ENGLISH : "");
  const prefix = await chosenPrefix();
  const page = await heldPage(prefix);
  const address = prefix + pathname + search;
  if (!page) return fetch(address, { redirect: "manual" });
  try {
    const response = await fetch(address, {
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (response.type === "opaqueredirect") return response;
    // A page of which half arrives is none.
    const body = await response.arrayBuffer();
    const { status, headers } = response;
    // Whatever the site cannot say now, the list may.
    if (status < 400 || status === 404) return new Response(body, { status, headers });
  } catch {
    // No network, or a bad one.
  }
  return page;
}

/** Whoever checks with the network is ready for when there is none. */
async function renewList(): Promise<void> {
  const list = await heldList();
  if (!list || Date.now() - list.made * 1000 > LIST_AGE_MS) await refreshList();
}

function listen(worker: Worker): void {
  worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
  worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
  worker.addEventListener("fetch", (event) => {
    // What the page itself fetches goes its way.
    if (event.request.mode !== "navigate") return;
    const answer = answerTo(new URL(event.request.url));
    event.respondWith(answer);
    event.waitUntil(answer.then(renewList).catch(() => {}));
  });
}

// Some libraries for Node.js define `self` too.
if ("ServiceWorkerGlobalScope" in globalThis) listen(self as unknown as Worker);
