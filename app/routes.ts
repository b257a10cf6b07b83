import { layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";

/** One public screen: French at `path`, English at `/en` + `path`, from one line. */
function screen(path: string, file: string): RouteConfigEntry[] {
  const english = path === "/" ? "/en" : `/en${path}`;
  return [route(path, file, { id: `fr:${path}` }), route(english, file, { id: `en:${path}` })];
}

/** A list of the back office, with the form that opens over it for a new record and for each one. */
function managed(
  path: string,
  list: string,
  form: string,
  ...more: RouteConfigEntry[]
): RouteConfigEntry {
  return route(path, list, [
    route("new", form, { id: `${path}/new` }),
    route(":id", form, { id: `${path}/:id` }),
    ...more,
  ]);
}

/** An address without a screen: a file or a feed, in both languages. */
const answer = screen;

// THE SITE MAP. One line per screen, in the order of the addresses.
export default [
  layout("site/site.layout.tsx", { id: "site" }, [
    ...screen("/", "pages/home/home.page.tsx"),
    ...screen("/about", "about/about.page.tsx"),
    ...screen("/contact", "contact/contact.page.tsx"),
    ...screen("/events", "events/events.page.tsx"),
    ...screen("/events/:id", "registrations/register/event.page.tsx"),
    ...screen("/join", "me/club/code.page.tsx"),
    ...screen("/join/:code", "me/club/invitation.page.tsx"),
    ...screen("/licences", "licences/register.page.tsx"),
    ...screen("/licences/:token", "licences/card.page.tsx"),
    ...screen("/me", "me/me.page.tsx"),
    ...screen("/me/:token", "me/link.page.tsx"),
    ...screen("/me/club/:number", "me/club/club.page.tsx"),
    ...screen("/me/club/:number/list", "me/club/player-list.page.tsx"),
    ...screen("/me/club/:number/profile", "me/club/profile.page.tsx"),
    ...answer("/me/club/:number/statutes.pdf", "me/club/statutes.route.ts"),
    ...screen("/me/departure/:id", "me/club/departure.page.tsx"),
    ...screen("/me/photo/:id", "me/photo.page.tsx"),
    ...screen("/membership", "membership/apply/membership.page.tsx"),
    ...screen("/membership/application/:token", "membership/apply/application.page.tsx"),
    ...screen("/membership/renewal/:token", "membership/renewal/renewal.page.tsx"),
    ...screen("/membership/community", "community/community.page.tsx"),
    ...screen("/news", "news/news.page.tsx"),
    ...screen("/news/:id", "news/article.page.tsx"),
    ...screen("/news/tag/:tag", "news/tag.page.tsx"),
    ...screen("/newsletter", "newsletter/newsletter.page.tsx"),
    ...screen("/newsletter/return/:token", "newsletter/return.page.tsx"),
    ...screen("/newsletter/unsubscribe/:token", "newsletter/unsubscribe.page.tsx"),
    ...screen("/partners", "partners/partners.page.tsx"),
    ...screen("/pay/:token", "payments/page/payment.page.tsx"),
    ...screen("/payments", "payments/page/find-payment.page.tsx"),
    ...screen("/payments/:token", "payments/page/payment.page.tsx"),
    ...screen("/payments/:token/receipts/:number", "payments/receipts/receipt.page.tsx"),
    ...screen("/payments/simulated/:token", "payments/providers/simulated/simulated.page.tsx"),
    ...screen("/preview/:token", "web/preview.page.tsx"),
    ...screen("/privacy", "legal/legal.page.tsx"),
    ...screen("/privacy/data", "people/own-data.page.tsx"),
    ...screen("/privacy/data/:token", "people/own-data-link.page.tsx"),
    ...screen("/privacy/data/read/:token", "people/own-data-read.page.tsx"),
    ...screen("/resources", "resources/resources.page.tsx"),
    ...screen("/resources/:id", "resources/resource.page.tsx"),
    ...screen("/search", "web/search.page.tsx"),
    ...screen("/terms", "legal/legal.page.tsx"),
    ...screen("/tickets/:token", "registrations/tickets/ticket.page.tsx"),
    ...screen("/tickets/proof/:token", "registrations/proofs/proof.page.tsx"),
    ...screen("/V/:code", "licences/check.page.tsx"),
    ...screen("/:slug", "pages/cms.page.tsx"),
    ...screen("/*", "site/frame/not-found.page.tsx"),
  ]),
  ...screen("/V/control", "licences/offline/control.page.tsx"),

  layout("office/frame/entrance.layout.tsx", { id: "entrance" }, [
    route("/admin/address/:token", "auth/account/address.admin.tsx"),
    route("/admin/forgotten", "auth/passwords/forgotten.admin.tsx"),
    route("/admin/login", "auth/sign-in/sign-in.admin.tsx"),
    route("/admin/login/second-factor", "auth/second-factor/second-factor.admin.tsx"),
    route("/admin/reset/:token", "auth/passwords/reset.admin.tsx"),
  ]),
  route("/admin/logout", "auth/sign-in/sign-out.route.ts"),

  layout("office/frame/admin.layout.tsx", { id: "admin" }, [
    layout("office/frame/screens.layout.tsx", { id: "screens" }, [
      route("/admin", "office/home/dashboard.admin.tsx"),
      route("/admin/account", "auth/account/account.admin.tsx"),
      route("/admin/account/confirm", "auth/second-factor/confirm.admin.tsx"),
      route("/admin/activity", "office/home/activity.admin.tsx"),
      route("/admin/audit", "office/journal/audit.admin.tsx", [
        route(":id/undo", "office/journal/undo.admin.tsx"),
      ]),
      route("/admin/mails", "mail/sent-mails.admin.tsx"),
      route("/admin/retention", "people/retention/retention.admin.tsx"),
      route("/admin/backups", "backups/screen/backups.admin.tsx"),
      route("/admin/backups/rest", "backups/quarantine/quarantine.admin.tsx"),
      route("/admin/backups/restore", "backups/restore/restore.admin.tsx"),
      route("/admin/bin", "office/journal/bin.admin.tsx"),
      route("/admin/diagnostic", "office/checks/diagnostic.admin.tsx"),
      route("/admin/diagnostic/links", "office/links/links.admin.tsx"),
      managed(
        "/admin/events",
        "events/events.admin.tsx",
        "events/event-form.admin.tsx",
        route(":id/cancel", "events/cancellation/event-cancel-form.admin.tsx"),
        route(":id/door", "events/door/event-door.admin.tsx"),
      ),
      route("/admin/health", "office/health/health.admin.tsx"),
      managed(
        "/admin/highlights",
        "community/highlights.admin.tsx",
        "community/highlights-form.admin.tsx",
      ),
      managed("/admin/leadership", "about/leadership.admin.tsx", "about/leadership-form.admin.tsx"),
      route("/admin/files", "files/files.admin.tsx", [
        route("new", "files/upload/upload.admin.tsx"),
        route("settings", "files/upload/upload-limit-form.admin.tsx"),
        route(":id", "files/admin/file.admin.tsx"),
      ]),
      route("/admin/files/:id/replace", "files/upload/replace.route.ts"),
      managed(
        "/admin/files/categories",
        "files/admin/categories.admin.tsx",
        "files/admin/category-form.admin.tsx",
      ),
      route("/admin/files/at", "files/file-by-url.route.ts"),
      route("/admin/files/choose", "files/admin/choose.route.ts"),
      route("/admin/files/upload", "files/upload/upload.route.ts"),
      route("/admin/files/zip", "files/zip.route.ts"),
      route("/admin/drafts", "records/drafts/drafts.route.ts"),
      route("/admin/texts/document", "texts/editor/document.route.ts"),
      route("/admin/texts/costs", "texts/editor/costs.route.ts"),
      route("/admin/texts/pages", "texts/editor/pages.route.ts"),
      route("/admin/messages", "contact/messages.admin.tsx", [
        route(":id", "contact/message.admin.tsx"),
      ]),
      managed(
        "/admin/members",
        "membership/members/members.admin.tsx",
        "membership/members/member-form.admin.tsx",
        route(":id/club", "me/club/member-club.admin.tsx"),
        route(":id/licence", "licences/member-licence.admin.tsx"),
        route(":id/payments", "membership/members/member-payments.admin.tsx"),
      ),
      route("/admin/members/:id/club/statutes", "me/club/staff-statutes.route.ts"),
      route("/admin/members/cards", "licences/card-sheets.route.ts"),
      route("/admin/members/export", "membership/members/members-export.route.ts"),
      route("/admin/members/photos", "licences/photos/photos.admin.tsx"),
      managed(
        "/admin/membership-types",
        "membership/types/membership-types.admin.tsx",
        "membership/types/membership-type-form.admin.tsx",
      ),
      managed("/admin/news", "news/news.admin.tsx", "news/news-form.admin.tsx"),
      route("/admin/newsletter", "newsletter/newsletter.admin.tsx"),
      route("/admin/newsletter/export", "newsletter/newsletter-export.route.ts"),
      route("/admin/pages", "pages/pages.admin.tsx", [
        route("new", "pages/page-form.admin.tsx", { id: "/admin/pages/new" }),
      ]),
      route("/admin/pages/settings", "pages/settings/settings.admin.tsx", [
        route(":setting", "pages/settings/setting-form.admin.tsx"),
      ]),
      managed(
        "/admin/pages/legal",
        "legal/legal-texts.admin.tsx",
        "legal/legal-text-form.admin.tsx",
      ),
      route("/admin/pages/:id", "pages/page.admin.tsx", [
        route("edit", "pages/page-form.admin.tsx", { id: "/admin/pages/:id/edit" }),
        route("sections/new", "pages/sections/section-form.admin.tsx", {
          id: "/admin/pages/:id/sections/new",
        }),
        route("sections/:section", "pages/sections/section-form.admin.tsx", {
          id: "/admin/pages/:id/sections/:section",
        }),
      ]),
      managed("/admin/partners", "partners/partners.admin.tsx", "partners/partner-form.admin.tsx"),
      route("/admin/people", "people/people.admin.tsx"),
      route("/admin/people/duplicates", "people/duplicates/duplicates.admin.tsx"),
      route("/admin/people/duplicates/:kept/:gone", "people/duplicates/merge.admin.tsx"),
      route("/admin/people/:id", "people/person.admin.tsx"),
      route("/admin/people/:id/data.json", "people/person-data.route.ts"),
      route("/admin/payments", "payments/payments.admin.tsx", [
        route(":id", "payments/payment.admin.tsx"),
      ]),
      route("/admin/payments/announced", "payments/offline/transfer-claims.admin.tsx"),
      route("/admin/payments/export", "payments/ledger/ledger-export.route.ts"),
      route("/admin/payments/memberships", "membership/members/membership-desk.admin.tsx", [
        route(":id", "membership/members/member-payments.admin.tsx", {
          id: "/admin/payments/memberships/:id",
        }),
      ]),
      route("/admin/payments/online", "payments/providers/online-payments.admin.tsx"),
      route("/admin/payments/payouts", "payments/refunds/payouts.admin.tsx"),
      route("/admin/payments/payouts/export", "payments/refunds/payouts-export.route.ts"),
      route("/admin/payments/receipts/:number", "payments/receipts/receipt.admin.tsx"),
      route("/admin/payments/settings", "payments/providers/treasury-settings.admin.tsx", [
        route(":setting", "pages/settings/setting-form.admin.tsx", {
          id: "/admin/payments/settings/:setting",
        }),
      ]),
      route("/admin/payments/till", "payments/tills/till.admin.tsx"),
      route("/admin/payments/till/state", "payments/tills/till-state.route.ts"),
      route("/admin/payments/tills", "payments/tills/tills.admin.tsx"),
      route("/admin/payments/tills/:id", "payments/tills/till.admin.tsx", {
        id: "/admin/payments/tills/:id",
      }),
      route("/admin/payments/totals", "payments/ledger/totals.admin.tsx"),
      route("/admin/previews/:kind/:id", "web/previews.route.ts"),
      route("/admin/registrations", "registrations/registrations.admin.tsx", [
        route("new", "registrations/admin/registration-form.admin.tsx"),
        route(":id", "registrations/admin/registration.admin.tsx"),
        route(":id/edit", "registrations/admin/correction-form.admin.tsx"),
        route(":id/move", "registrations/admin/move-form.admin.tsx"),
      ]),
      route("/admin/registrations/door", "registrations/door/door.admin.tsx"),
      route("/admin/registrations/export", "registrations/admin/registrations-export.route.ts"),
      managed(
        "/admin/resources",
        "resources/resources.admin.tsx",
        "resources/resource-form.admin.tsx",
      ),
      route("/admin/resources/media-kit", "resources/media-kit.admin.tsx", [
        route("new", "resources/media-kit-form.admin.tsx"),
      ]),
      route("/admin/staff", "auth/staff/staff.admin.tsx", [
        route("new", "auth/staff/staff-form.admin.tsx"),
        route(":id", "auth/staff/staff-account.admin.tsx"),
      ]),
      route("/admin/translations", "office/journal/translations.admin.tsx"),
      route("/admin/translations/:table/:id", "office/journal/translation.route.ts"),
      route("/admin/versions/:table/:id", "office/journal/versions.admin.tsx"),
      route("/admin/test-database", "office/checks/database-test.admin.tsx"),
      route("/admin/*", "office/journal/missing.admin.tsx"),
    ]),
  ]),

  route("/.well-known/security.txt", "site/security-text.route.ts"),
  route("/apple-touch-icon.png", "site/icons/apple-icon.route.ts"),
  ...answer("/events.ics", "events/page/events-calendar.route.ts"),
  ...answer("/events/:id/calendar.ics", "events/page/event-calendar.route.ts"),
  route("/favicon.ico", "site/icons/favicon.route.ts"),
  ...answer("/feed.xml", "news/feed.route.ts"),
  route("/icons/:icon", "site/icons/icon.route.ts"),
  ...answer("/licences/:token/:file", "licences/card-file.route.ts"),
  ...answer("/manifest.webmanifest", "site/icons/manifest.route.ts"),
  ...answer("/newsletter/one-click/:token", "newsletter/one-click.route.ts"),
  ...answer("/privacy/data/read/:token/file", "people/own-data-file.route.ts"),
  route("/metrics", "office/health/metrics.route.ts"),
  route("/payments/notices/:provider", "payments/attempts/notices.route.ts"),
  route("/reports", "site/policy-reports/policy-reports.route.ts"),
  ...answer("/resources/:id/download", "resources/download.route.ts"),
  ...answer("/tickets/:token/calendar.ics", "registrations/tickets/ticket-calendar.route.ts"),
  ...answer("/tickets/:token/ticket.pdf", "registrations/tickets/ticket-file.route.ts"),
  route("/robots.txt", "site/robots.route.ts"),
  route("/share/:picture", "web/share-picture.route.ts"),
  route("/sitemap.xml", "web/sitemap.route.ts"),
  route("/V/:code/photo.jpg", "licences/photos/checked-photo.route.ts"),
  ...answer("/V/control.webmanifest", "site/icons/manifest.route.ts"),
  route("/V/clubs", "licences/offline/club-names.route.ts"),
  route("/V/list", "licences/offline/list.route.ts"),
  route("/V/worker.js", "licences/offline/worker.route.ts"),
] satisfies RouteConfig;
