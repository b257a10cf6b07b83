import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Loads the data of the screen again at intervals while something is under way and the tab is visible. */
export function usePolling(busy: boolean, everyMs: number): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!busy) return;
    const timer = setInterval(() => {
      if (!document.hidden) revalidate();
    }, everyMs);
    return () => clearInterval(timer);
  }, [busy, everyMs, revalidate]);
}
