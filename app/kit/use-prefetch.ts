import { useSyncExternalStore } from "react";

const CHANGES = ["online", "offline"] as const;

function subscribe(changed: () => void): () => void {
  for (const change of CHANGES) window.addEventListener(change, changed);
  return () => {
    for (const change of CHANGES) window.removeEventListener(change, changed);
  };
}

/**
 * How a link fetches what stands behind it: once somebody points at it, and never without a network, since the router
 * then loads the whole page anew and the screen with all that is typed is gone.
 */
export const usePrefetch = (): "intent" | "none" =>
  useSyncExternalStore(
    subscribe,
    () => (navigator.onLine ? "intent" : "none"),
    () => "intent",
  );
