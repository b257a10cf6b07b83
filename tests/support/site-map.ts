import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../app/routes.ts";

/** One screen or answer of the site map: its pattern, such as `/en/events/:id`, and its file. */
export type MappedRoute = { pattern: string; file: string };

/** Every address pattern of `app/routes.ts`, layouts resolved, in its order. */
export async function mappedRoutes(): Promise<MappedRoute[]> {
  return flatten(await routes, "");
}

function flatten(entries: RouteConfigEntry[], base: string): MappedRoute[] {
  return entries.flatMap((entry) => {
    const pattern =
      entry.path === undefined ? base : `${base}/${entry.path}`.replace(/\/{2,}/g, "/");
    if (entry.children?.length) return flatten(entry.children, pattern);
    return [{ pattern, file: entry.file }];
  });
}

/** Screens have a page file; the other routes answer with a file or a feed. */
export const isScreen = (route: MappedRoute) => route.file.endsWith(".page.tsx");

/**
 * A real address for each pattern with parameters, on sample content. Without one, a screen cannot
 * be looked at, so a new pattern must be added here.
 */
const EXAMPLES: Record<string, string> = {
  "/:slug": "/ligue-nationale",
  "/*": "/cette-page/n-existe-pas",
  "/events/:id": "/events/01930000-0000-7000-8000-000000002001",
  // No link of ours: these show what somebody sees whose link is wrong.
  "/newsletter/one-click/:token": "/newsletter/one-click/x",
  "/newsletter/unsubscribe/:token": "/newsletter/unsubscribe/x",
  "/news/:id": "/news/01930000-0000-7000-8000-000000001001",
  "/news/tag/:tag": "/news/tag/championnat",
  "/resources/:id": "/resources/01930000-0000-7000-8000-000000007001",
  "/resources/:id/download": "/resources/01930000-0000-7000-8000-000000007001/download",
};

/** The address to visit for a pattern, in its language. */
export function exampleAddress(pattern: string): string {
  const english = pattern === "/en" || pattern.startsWith("/en/");
  const neutral = english ? pattern.slice(3) || "/" : pattern;
  const example = EXAMPLES[neutral] ?? neutral;
  if (/[:*]/.test(example)) throw new Error(`no example address for ${pattern}: add it here`);
  return english ? (example === "/" ? "/en" : `/en${example}`) : example;
}
