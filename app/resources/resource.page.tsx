import { Download, ExternalLink, Lock } from "lucide-react";
import { data } from "react-router";
import { asVisitor } from "../core/database/doors/doors.server.ts";
import { recordId } from "../core/http/address-checks.ts";
import { readOrSamples } from "../core/http/fallback.server.ts";
import { isId } from "../core/secrets/id.ts";
import { formatDate, formatSize } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { FrenchNote } from "../site/frame/french-note.tsx";
import { Missing } from "../site/frame/missing.tsx";
import { PageBanner } from "../site/frame/page-banner.tsx";
import { PageHead } from "../site/frame/page-head.tsx";
import { Local } from "../ui/text.tsx";
import type { Route } from "./+types/resource.page.ts";
import { ResourceList } from "./resource-list.tsx";
import { SAMPLE_RESOURCES } from "./resources.samples.ts";
import { categoryLabel, fileKind, isReadable, isViewable, type Resource } from "./resources.ts";
import { findResource, listResources } from "./resources.visitor.server.ts";
import { ViewerBlock } from "./viewer-block.tsx";
import { viewerScript } from "./viewer-script.server.ts";

export const handle = { reads: ["static_files", "file_categories"], segments: { id: recordId } };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id } = params;
  const record = isId(id)
    ? await readOrSamples(
        context,
        "static_files",
        () =>
          asVisitor(async (db) => {
            const resource = await findResource(db, id);
            return resource && { resource, resources: await listResources(db) };
          }),
        () => {
          const resource = SAMPLE_RESOURCES.find((sample) => sample.id === id);
          return resource && { resource, resources: SAMPLE_RESOURCES };
        },
      )
    : undefined;
  if (!record) return data(null, { status: 404 });
  return data({ ...record, script: isViewable(record.resource) ? viewerScript() : null });
}

/**
 * One document with its address: opened over the list by the viewer, or without its script read with
 * what the browser has, or saved.
 */
export default function ResourcePage({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  if (loaderData) {
    const { resource, resources, script } = loaderData;
    return (
      <>
        <ResourceDetail resource={resource} />
        <ResourceList resources={resources} tab={null} brief />
        {script && <ViewerBlock resource={resource} script={script} />}
      </>
    );
  }
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
    categoryLabel(resource.category, { t }),
    fileKind(resource),
    formatSize(language, resource.file_size),
    formatDate(language, resource.created_at),
  ];
  return (
    <>
      <PageHead title={title.text} description={description.text} />
      <PageBanner title={<Local value={title} />} lead={<Local value={description} />}>
        <p className="mt-5 text-sm text-mist">{facts.join(" · ")}</p>
        <FrenchNote of={[title, description]} />
        {resource.is_protected && (
          <p className="mt-3 flex items-center gap-2 font-semibold">
            <Lock aria-hidden="true" size={18} />
            {t("resources.protected")}
          </p>
        )}
        <p className="mt-8 flex flex-wrap gap-4 max-sm:flex-col">
          {isReadable(resource) && (
            <a className="button button-yellow" href={resource.file_url}>
              <ExternalLink aria-hidden="true" size={20} />
              {t("resources.open")}
            </a>
          )}
          <a
            className={`button ${isReadable(resource) ? "button-line" : "button-yellow"}`}
            href={pathIn(language, `/resources/${resource.id}/download`)}
          >
            <Download aria-hidden="true" size={20} />
            {t("resources.download")}
          </a>
        </p>
      </PageBanner>
    </>
  );
}
