import { app } from "../core/app.ts";
import { Fault } from "../core/values/errors.ts";

/** One line of the site map: its address, from the root, and whether a screen stands there. */
type Line = { pattern: string; screen: boolean };

declare module "../core/app.ts" {
  interface App {
    /** What `app/routes.ts` lists: it is built into the product, and known only there. */
    siteMap: readonly Line[];
  }
}

function siteMap(): readonly Line[] {
  const map = app().siteMap;
  if (!map) throw new Fault("no site map was set");
  return map;
}

/** The public screens without parameters, in French: what search engines are told of by themselves. */
export const plainScreens = (): string[] =>
  siteMap()
    .filter(({ pattern, screen }) => screen && !/[:*]|^\/(?:admin|en)(?:\/|$)/.test(pattern))
    .map(({ pattern }) => pattern);

/** The first segments of addresses that the server answers or redirects before the routes are matched. */
const SERVER_SEGMENTS = ["api", "assets", "files", "fr", "healthz", "pictures", "readyz"];

/** Whether an address with one segment belongs to the site itself, so that no page may have it as its slug. */
export const isOwnedAddress = (slug: string): boolean =>
  SERVER_SEGMENTS.includes(slug) || siteMap().some(({ pattern }) => pattern.split("/")[1] === slug);

/** The pattern of the site map that matches a path; fixed segments win over variable ones. Undefined when none does. */
export function patternOf(path: string): string | undefined {
  const parts = path.toLowerCase().split("/").filter(Boolean);
  const fits = (pattern: string) => {
    const wanted = pattern.split("/").filter(Boolean);
    const same = (part: string, place: number) => part.startsWith(":") || part === parts[place];
    return wanted.length === parts.length && wanted.every(same);
  };
  const fixed = (pattern: string) => pattern.split("/").filter((part) => !part.startsWith(":"));
  return siteMap()
    .map(({ pattern }) => pattern)
    .filter(fits)
    .toSorted((one, other) => fixed(other).length - fixed(one).length)[0];
}

/** Whether the server answers a path before the routes are matched, such as a stored file. */
export const isServed = (path: string): boolean =>
  SERVER_SEGMENTS.includes(path.split("/")[1] ?? "");
