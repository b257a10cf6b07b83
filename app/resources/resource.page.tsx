import { ArrowLeft, Download, ExternalLink, Lock } from "lucide-react";
import { data } from "react-router";
import { formatDate, formatSize } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { asVisitor } from "../platform/database/doors.server.ts";
import { readOr } from "../platform/fallback.server.ts";
import { isId } from "../platform/id.server.ts";
import { Missing } from "../site/missing.tsx";
import { PageBanner } from "../site/page-banner.tsx";
import { PageHead } from "../site/page-head.tsx";
import { Local } from "../ui/text.tsx";
import type { Route } from "./+types/resource.page.ts";
import { SAMPLE_RESOURCES } from "./resources.samples.ts";
import { fileKind, type Resource } from "./resources.ts";
import { findResource } from "./resources.visitor.server.ts";

export const handle = { reads: ["static_files", "file_categories"] };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id } = params;
  const resource = isId(id)
    ? await readOr(
        context,
        "static_files",
        () => asVisitor((db) => findResource(db, id)),
        () => SAMPLE_RESOURCES.find((sample) => sample.id === id),
      )
    : undefined;
  return data({ resource }, { status: resource ? 200 : 404 });
}

/** One document with its address: read it in the browser, or save it. */
export default function ResourcePage({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  if (loaderData.resource) return <ResourceDetail resource={loaderData.resource} />;
  return (
    <Missing
      title={t("resources.notFoundTitle")}
      message={t("resources.notFoundMessage")}
      back={{ path: "/resources", label: t("resources.back") }}
    />
  );
}

function ResourceDetail({ resource }: { resource: Resource }) {
  const { t, language } = useI18n();
  const title = localized(resource, "title", language);
  const description = localized(resource, "description", language);
  const facts = [
    t(`resources.category.${resource.category}`),
    fileKind(resource),
    formatSize(language, resource.file_size),
    formatDate(language, resource.created_at),
  ];
  return (
    <>
      <PageHead title={title.text} description={description.text} />
      <PageBanner title={<Local value={title} />} lead={<Local value={description} />}>
        <p className="mt-5 text-sm text-mist">{facts.join(" · ")}</p>
        {resource.is_protected && (
          <p className="mt-3 flex items-center gap-2 font-semibold">
            <Lock aria-hidden="true" size={18} />
            {t("resources.protected")}
          </p>
        )}
        <p className="mt-8 flex flex-wrap gap-4">
          <a className="button button-yellow" href={resource.file_url}>
            <ExternalLink aria-hidden="true" size={20} />
            {t("resources.open")}
          </a>
          <a
            className="button button-line"
            href={pathIn(language, `/resources/${resource.id}/download`)}
          >
            <Download aria-hidden="true" size={20} />
            {t("resources.download")}
          </a>
        </p>
      </PageBanner>
      <p className="wrap py-12">
        <a
          className="link inline-flex min-h-11 items-center gap-2"
          href={pathIn(language, "/resources")}
        >
          <ArrowLeft aria-hidden="true" size={18} />
          {t("resources.back")}
        </a>
      </p>
    </>
  );
}
