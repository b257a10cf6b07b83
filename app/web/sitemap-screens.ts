/** The screens without parameters, as search engines are told of them. A test compares them with the site map. */
export const SITEMAP_SCREENS = [
  "/",
  "/about",
  "/news",
  "/events",
  "/membership",
  "/membership/community",
  "/resources",
  "/partners",
  "/contact",
  "/newsletter",
  "/privacy",
  "/terms",
] as const;
