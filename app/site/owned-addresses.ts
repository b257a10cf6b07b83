/** The first words of the site map's addresses. A test compares them with `app/routes.ts`. */
export const SITE_MAP_WORDS = [
  "about",
  "admin",
  "contact",
  "en",
  "events",
  "membership",
  "news",
  "newsletter",
  "partners",
  "payments",
  "privacy",
  "resources",
  "terms",
  "tickets",
] as const;

/** Those that the server answers before the site map is asked. */
const SERVER_WORDS = ["api", "assets", "files", "healthz", "pictures", "readyz"] as const;

/** Whether an address of one word belongs to the site itself, so that no written page may take it. */
export const isOwnedAddress = (slug: string) =>
  [...SITE_MAP_WORDS, ...SERVER_WORDS].some((word) => word === slug);
