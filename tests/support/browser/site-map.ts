import type { RouteConfigEntry } from "@react-router/dev/routes";
import { startApp } from "../../../app/core/app.ts";
import routes from "../../../app/routes.ts";
import { expectations } from "../expectations.ts";

/** One screen or answer of the site map: its pattern, such as `/en/events/:id`, its file and its name in the router. */
export type MappedRoute = { pattern: string; file: string; id: string };

/** Every address pattern of `app/routes.ts`, layouts resolved, in its order. */
export async function mappedRoutes(): Promise<MappedRoute[]> {
  return flatten(await routes, "");
}

/** As the router names a route that has no name of its own. */
export const routeId = ({ id, file }: RouteConfigEntry) => id ?? file.replace(/\.tsx?$/, "");

function flatten(entries: RouteConfigEntry[], base: string): MappedRoute[] {
  return entries.flatMap((entry) => {
    const pattern =
      entry.path === undefined ? base : `${base}/${entry.path}`.replace(/\/{2,}/g, "/");
    const own = { pattern, file: entry.file, id: routeId(entry) };
    if (!entry.children?.length) return [own];
    // A layout has no address; a list has one, and its forms lie over it.
    return [...(entry.path === undefined ? [] : [own]), ...flatten(entry.children, pattern)];
  });
}

/** Tells the product of its site map, as the server does at its start. */
export const tellSiteMap = async () =>
  startApp({
    siteMap: (await mappedRoutes()).map((route) => ({ ...route, screen: isScreen(route) })),
  });

/** Screens of the back office, and those before it. */
export const isOfficeScreen = (route: MappedRoute) => route.file.endsWith(".admin.tsx");

/** Screens of the public site have a page file; the other public routes answer with a file or a feed. */
export const isScreen = (route: MappedRoute) => route.file.endsWith(".page.tsx");

/** Forms that an address opens in their screen, in both languages. */
export const OPEN_FORMS = expectations.openForms.flatMap((form) => [
  form,
  { ...form, address: `/en${form.address}` },
]);

/** The address to visit for a pattern, in its language. */
export function exampleAddress(pattern: string): string {
  const english = pattern === "/en" || pattern.startsWith("/en/");
  const neutral = english ? pattern.slice(3) || "/" : pattern;
  const example = expectations.addresses[neutral] ?? neutral;
  if (/[:*]/.test(example)) {
    throw new Error(`no example address for ${pattern}: say one in an *.expectations.ts`);
  }
  return english ? (example === "/" ? "/en" : `/en${example}`) : example;
}
