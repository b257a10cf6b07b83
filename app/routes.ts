import { layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";

/** One public screen: French at `path`, English at `/en` + `path`, from one line. */
function screen(path: string, file: string): RouteConfigEntry[] {
  const english = path === "/" ? "/en" : `/en${path}`;
  return [route(path, file, { id: `fr:${path}` }), route(english, file, { id: `en:${path}` })];
}

/** An address without a screen: a file or a feed, in both languages. */
const answer = screen;

// THE SITE MAP. One line per screen, in the order of the addresses.
export default [
  layout("site/site.layout.tsx", { id: "site" }, [
    ...screen("/", "home/home.page.tsx"),
    ...screen("/about", "about/about.page.tsx"),
    ...screen("/contact", "contact/contact.page.tsx"),
    ...screen("/events", "events/events.page.tsx"),
    ...screen("/events/:id", "events/event.page.tsx"),
    ...screen("/membership", "membership/membership.page.tsx"),
    ...screen("/membership/community", "community/community.page.tsx"),
    ...screen("/news", "news/news.page.tsx"),
    ...screen("/news/:id", "news/article.page.tsx"),
    ...screen("/news/tag/:tag", "news/tag.page.tsx"),
    ...screen("/newsletter", "newsletter/newsletter.page.tsx"),
    ...screen("/newsletter/unsubscribe/:token", "newsletter/unsubscribe.page.tsx"),
    ...screen("/partners", "partners/partners.page.tsx"),
    ...screen("/privacy", "legal/privacy.page.tsx"),
    ...screen("/resources", "resources/resources.page.tsx"),
    ...screen("/resources/:id", "resources/resource.page.tsx"),
    ...screen("/terms", "legal/terms.page.tsx"),
    ...screen("/:slug", "pages/cms.page.tsx"),
    ...screen("/*", "site/not-found.page.tsx"),
  ]),

  ...answer("/events.ics", "events/events-calendar.route.ts"),
  ...answer("/feed.xml", "news/feed.route.ts"),
  ...answer("/newsletter/one-click/:token", "newsletter/one-click.route.ts"),
  ...answer("/resources/:id/download", "resources/download.route.ts"),
  route("/robots.txt", "site/robots.route.ts"),
  route("/sitemap.xml", "site/sitemap.route.ts"),
] satisfies RouteConfig;
