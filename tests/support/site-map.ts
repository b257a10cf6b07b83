import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../app/routes.ts";

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

/** Screens of the back office, and those before it. */
export const isOfficeScreen = (route: MappedRoute) => route.file.endsWith(".admin.tsx");

/** Screens of the public site have a page file; the other public routes answer with a file or a feed. */
export const isScreen = (route: MappedRoute) => route.file.endsWith(".page.tsx");

/**
 * A real address for each pattern with parameters, on sample content. Without one, a screen cannot
 * be looked at, so a new pattern must be added here.
 */
const EXAMPLES: Record<string, string> = {
  "/:slug": "/ligue-nationale",
  "/*": "/cette-page/n-existe-pas",
  "/admin/address/:token": "/admin/address/x",
  "/admin/reset/:token": "/admin/reset/x",
  "/admin/*": "/admin/nulle-part",
  "/admin/events/:id": "/admin/events/01930000-0000-7000-8000-000000002001",
  "/admin/files/:id": "/admin/files/01930000-0000-7000-8000-000000007001",
  "/admin/files/:id/replace": "/admin/files/01930000-0000-7000-8000-000000007001/replace",
  // The samples' categories have no fixed id.
  "/admin/files/categories/:id": "/admin/files/categories/01930000-0000-7000-8000-000000000000",
  // Nobody's: these show what stands where nothing is.
  "/admin/payments/:id": "/admin/payments/01930000-0000-7000-8000-000000000000",
  "/admin/registrations/:id": "/admin/registrations/01930000-0000-7000-8000-000000000000",
  "/admin/resources/:id": "/admin/resources/01930000-0000-7000-8000-000000007001",
  "/admin/leadership/:id": "/admin/leadership/01930000-0000-7000-8000-000000003001",
  "/admin/highlights/:id": "/admin/highlights/01930000-0000-7000-8000-000000006001",
  // The samples hold no message.
  "/admin/messages/:id": "/admin/messages/01930000-0000-7000-8000-000000000000",
  "/admin/members/:id": "/admin/members/01930000-0000-7000-8000-00000000a001",
  "/admin/membership-types/:id": "/admin/membership-types/01930000-0000-7000-8000-000000005001",
  "/admin/news/:id": "/admin/news/01930000-0000-7000-8000-000000001001",
  "/admin/pages/:id": "/admin/pages/01930000-0000-7000-8000-000000008002",
  "/admin/pages/:id/edit": "/admin/pages/01930000-0000-7000-8000-000000008002/edit",
  "/admin/pages/:id/sections/new": "/admin/pages/01930000-0000-7000-8000-000000008002/sections/new",
  "/admin/pages/:id/sections/:section":
    "/admin/pages/01930000-0000-7000-8000-000000008002/sections/01930000-0000-7000-8000-000000009101",
  "/admin/pages/settings/:setting": "/admin/pages/settings/menu",
  "/admin/partners/:id": "/admin/partners/01930000-0000-7000-8000-000000004001",
  "/events/:id": "/events/01930000-0000-7000-8000-000000002001",
  // No link of ours: these show what somebody sees whose link is wrong.
  "/newsletter/one-click/:token": "/newsletter/one-click/x",
  "/newsletter/return/:token": "/newsletter/return/x",
  "/newsletter/unsubscribe/:token": "/newsletter/unsubscribe/x",
  "/membership/application/:token": "/membership/application/x",
  "/payments/:token": "/payments/x",
  "/payments/notices/:provider": "/payments/notices/simulated",
  "/payments/simulated/:token": "/payments/simulated/x",
  "/tickets/:token": "/tickets/x",
  "/tickets/proof/:token": "/tickets/proof/x",
  "/tickets/:token/calendar.ics": "/tickets/x/calendar.ics",
  "/news/:id": "/news/01930000-0000-7000-8000-000000001001",
  "/news/tag/:tag": "/news/tag/championnat",
  "/resources/:id": "/resources/01930000-0000-7000-8000-000000007001",
  "/resources/:id/download": "/resources/01930000-0000-7000-8000-000000007001/download",
};

const FOOTBALL = "/events/01930000-0000-7000-8000-000000002001";
const FULL_EVENT = "/events/01930000-0000-7000-8000-000000002004";
const PLAYER = "/membership?type=01930000-0000-7000-8000-000000005001";

/** Forms that an address opens in their screen, with its file: weighed and looked at as well. */
export const OPEN_FORMS = [
  { address: `${FOOTBALL}?register=1`, file: "registrations/event.page.tsx" },
  { address: `${FULL_EVENT}?register=1`, file: "registrations/event.page.tsx" },
  { address: PLAYER, file: "membership/membership.page.tsx" },
].flatMap((form) => [form, { ...form, address: `/en${form.address}` }]);

/** The address to visit for a pattern, in its language. */
export function exampleAddress(pattern: string): string {
  const english = pattern === "/en" || pattern.startsWith("/en/");
  const neutral = english ? pattern.slice(3) || "/" : pattern;
  const example = EXAMPLES[neutral] ?? neutral;
  if (/[:*]/.test(example)) throw new Error(`no example address for ${pattern}: add it here`);
  return english ? (example === "/" ? "/en" : `/en${example}`) : example;
}
