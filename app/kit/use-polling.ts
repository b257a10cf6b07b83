import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** What is under way is looked at again from time to time, as long as somebody looks at the screen. */
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
