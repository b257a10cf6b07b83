import { Fault } from "../core/errors.ts";

/** One line of the site map: its address, from the root, and whether a screen stands there. */
type Line = { pattern: string; screen: boolean };

let lines: readonly Line[] | undefined;

/** Says, once at the start, what `app/routes.ts` lists: it is built into the product, and known only there. */
export function setSiteMap(map: readonly Line[]): void {
  lines = map;
}

function siteMap(): readonly Line[] {
  if (!lines) throw new Fault("no site map was set");
  return lines;
}

/** The public screens without parameters, in French: what search engines are told of by themselves. */
export const plainScreens = (): string[] =>
  siteMap()
    .filter(({ pattern, screen }) => screen && !/[:*]|^\/(?:admin|en)(?:\/|$)/.test(pattern))
    .map(({ pattern }) => pattern);

/** The first words of addresses that the server answers before the site map is asked. */
const SERVER_WORDS = ["api", "assets", "files", "healthz", "pictures", "readyz"];

/** Whether an address of one word belongs to the site itself, so that no written page may take it. */
export const isOwnedAddress = (slug: string): boolean =>
  SERVER_WORDS.includes(slug) || siteMap().some(({ pattern }) => pattern.split("/")[1] === slug);
