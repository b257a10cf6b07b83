import { Download, Eye, FileText, Lock } from "lucide-react";
import { COVER_CARD_WIDTH, variantOf } from "../files/files.ts";
import { formatNumber, formatSize } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { Local } from "../ui/text.tsx";
import { fileKind, type Resource } from "./resources.ts";

/** One document: what it is, how heavy it is, and the two things one can do with it. */
export function ResourceCard({ resource }: { resource: Resource }) {
  const { t, language } = useI18n();
  const title = localized(resource, "title", language);
  const here = pathIn(language, `/resources/${resource.id}`);
  return (
    <article className="card flex flex-col gap-4 p-6">
      <div className="flex gap-4">
        <Cover address={resource.cover_url} />
        <div>
          <h3 className="text-lg font-bold">
            <Local value={title} />
          </h3>
          <Facts resource={resource} />
        </div>
      </div>
      <p className="text-sm text-muted">
        <Local value={localized(resource, "description", language)} />
      </p>
      {resource.is_protected && (
        <p className="flex items-center gap-2 text-sm font-semibold">
          <Lock aria-hidden="true" size={16} />
          {t("resources.protected")}
        </p>
      )}
      <p className="mt-auto flex flex-wrap gap-x-6 border-t border-line pt-2">
        <a className="link inline-flex min-h-11 items-center gap-2" href={here}>
          <Eye aria-hidden="true" size={18} />
          {t("resources.view")}
          <span className="quiet"> : {title.text}</span>
        </a>
        <a className="link inline-flex min-h-11 items-center gap-2" href={`${here}/download`}>
          <Download aria-hidden="true" size={18} />
          {t("resources.download")}
          <span className="quiet"> : {title.text}</span>
        </a>
      </p>
    </article>
  );
}

/** One document of the list behind another: its title, which leads to it, and how heavy it is. */
export function BriefResourceCard({ resource }: { resource: Resource }) {
  const { language } = useI18n();
  return (
    <article className="card card-link p-6">
      <h3 className="text-lg font-bold">
        <a href={pathIn(language, `/resources/${resource.id}`)}>
          <Local value={localized(resource, "title", language)} />
        </a>
      </h3>
      <Facts resource={resource} />
    </article>
  );
}

function Facts({ resource }: { resource: Resource }) {
  const { t, language } = useI18n();
  return (
    <p className="mt-1 text-xs text-muted">
      {fileKind(resource)} · {formatSize(language, resource.file_size)} ·{" "}
      {resource.pages ? `${t("resources.pages", { count: resource.pages })} · ` : ""}
      {t("resources.downloads", {
        count: resource.download_count,
        formatted: formatNumber(language, resource.download_count),
      })}
    </p>
  );
}

/** The first page of the document, or what stands for it. */
function Cover({ address }: { address?: string | null }) {
  if (address) {
    return (
      <img
        src={variantOf(address, COVER_CARD_WIDTH, "webp")}
        alt=""
        width={64}
        height={86}
        loading="lazy"
        decoding="async"
        data-placeholder="/pictures/placeholder-document-320.webp"
        className="h-[86px] w-16 shrink-0 rounded-control border border-line object-cover object-top"
      />
    );
  }
  return (
    <span className="flex size-12 shrink-0 items-center justify-center rounded-control bg-mint text-leaf">
      <FileText aria-hidden="true" size={24} />
    </span>
  );
}
