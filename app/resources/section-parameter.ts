import type { Parameter } from "../core/http/address-checks.ts";
import { RESOURCE_TABS } from "./resources.ts";

// The tabs of this process: an invented one must not fill the page cache, and what the tabs are is asked
// before anything is read. Whoever comes with the link of a new one before the page was read sees all of it.
let known: ReadonlySet<string> = new Set(RESOURCE_TABS.map(({ key }) => key));

/** To be called with the tabs as they were read. */
export function learnTabs(keys: readonly string[]): void {
  known = new Set(keys);
}

/** The tab that an address asks for; one that is no more shows all documents. */
export const TAB: Parameter = {
  check: (value) => (known.has(value) ? value : undefined),
  refused: "ignored",
};
