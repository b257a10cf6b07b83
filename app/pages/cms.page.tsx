import { data, redirect } from "react-router";
import { PREVIEW_HEADERS, readPreview } from "../auth/sessions/guard.server.ts";
import { asVisitor, type VisitorDb } from "../core/database/doors/doors.server.ts";
import { readOrSamples } from "../core/http/fallback.server.ts";
import { currentTime } from "../core/process/clock.ts";
import type { PublicationState } from "../core/values/publication.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf, pathIn } from "../i18n/languages.ts";
import { DraftNotice, useDraftReason } from "../site/frame/draft-mark.tsx";
import { NotFound } from "../site/frame/not-found.tsx";
import type { Route } from "./+types/cms.page.ts";
import { SAMPLE_PAGES } from "./pages.samples.ts";
import { HOME_SLUG, type Page, pagePath, pageState, type WrittenPage } from "./pages.ts";
import { findDraft, findMovedPage, findPage, withTexts } from "./pages.visitor.server.ts";
import { SectionsPage } from "./sections/sections-page.tsx";

/** The words that can be a page's address. The slug of Home is not one: Home has the address `/`. */
const pageSlug = (slug: string) =>
  /^[a-z0-9-]+$/.test(slug) && slug !== HOME_SLUG ? slug : undefined;

export const handle = { reads: ["pages", "page_sections"], segments: { slug: pageSlug } };

const findSample = (slug: string): WrittenPage | undefined =>
  SAMPLE_PAGES.find(({ page }) => page.slug === slug && page.status === "published");

export async function loader({ request, context, params: { slug }, url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const { page, movedTo } = await readOrSamples(
    context,
    "pages",
    () => asVisitor((db) => readAddress(db, slug)),
    () => ({ page: findSample(slug), movedTo: undefined }),
  );
  if (page) return data({ ...withTexts(page, language), unseen: undefined });
  if (movedTo) {
    const location = pathIn(language, pagePath(movedTo));
    // A temporary redirect, since another page may take the address.
    throw redirect(location, { status: 301, headers: { "cache-control": "no-cache" } });
  }
  const draft = await readPreview(request, context, "pages.edit", (db) => findDraft(db, slug));
  const unseen = draft && pageState(draft.page, currentTime());
  return data(draft ? { ...withTexts(draft, language), unseen } : null, {
    status: draft ? 200 : 404,
    headers: draft && PREVIEW_HEADERS,
  });
}

/** The page at an address, or the new address of the page that had it before. */
async function readAddress(db: VisitorDb, slug: string) {
  const page = await findPage(db, slug);
  return { page, movedTo: page ? undefined : await findMovedPage(db, slug) };
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function CmsPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <NotFound />;
  const { unseen, page, sections } = loaderData;
  const mark = unseen && <Unseen page={page} state={unseen} />;
  return <SectionsPage page={page} sections={sections} mark={mark} />;
}

function Unseen({ page, state }: { page: Page; state: PublicationState }) {
  const { t } = useI18n();
  const draft = t(page.status === "archived" ? "draft.archived" : "draft.message");
  return (
    <DraftNotice
      message={useDraftReason(page, state, draft)}
      edit={{ href: `/admin/pages/${page.id}`, label: t("draft.edit") }}
    />
  );
}
