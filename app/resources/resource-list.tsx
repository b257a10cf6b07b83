import { Download, Eye, FileText, Lock } from "lucide-react";
import { COVER_CARD_WIDTH, variantOf } from "../files/files.ts";
import { formatNumber, formatSize } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { EmptyState } from "../ui/section.tsx";
import { Local } from "../ui/text.tsx";
import {
  categoryLabel,
  formatName,
  groupByCategory,
  isViewable,
  type Resource,
  type ResourceTab,
  tabLabel,
  tabsOf,
} from "./resources.ts";

type Props = {
  resources: readonly Resource[];
  /** The category to show; all of them when null. */
  tab: ResourceTab | null;
  /** Whether the list stands behind an open document. */
  brief?: boolean;
};

/** The documents under the headings of their categories, with the tabs that filter them. */
export function ResourceList({ resources, tab, brief }: Props) {
  const { t } = useI18n();
  const Card = brief ? BriefResourceCard : ResourceCard;
  const groups = groupByCategory(resources, tab);
  return (
    <div className="wrap section stack-16">
      <CategoryTabs resources={resources} tab={tab} />
      {groups.map((group, index) => (
        <section
          key={group.category}
          aria-labelledby={`category-${index}`}
          className="gap-10 border-t border-line pt-8 lg:grid lg:grid-cols-[260px_1fr]"
        >
          <h2 id={`category-${index}`} className="mb-6 text-2xl">
            {categoryLabel(group.category, { t })}
          </h2>
          {group.resources.length > 0 ? (
            <ul className="grid content-start gap-6 md:grid-cols-2">
              {group.resources.map((resource) => (
                <li key={resource.id} className="grid">
                  <Card resource={resource} />
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState title={t("resources.emptyTitle")} message={t("resources.emptyMessage")} />
          )}
        </section>
      ))}
      {groups.length === 0 && (
        <EmptyState title={t("resources.emptyTitle")} message={t("resources.emptyMessage")} />
      )}
    </div>
  );
}

function CategoryTabs({ resources, tab }: Pick<Props, "resources" | "tab">) {
  const { t, language } = useI18n();
  const here = pathIn(language, "/resources");
  return (
    <nav aria-label={t("resources.tabsLabel")}>
      <ul className="flex gap-2 overflow-auto py-1">
        {[null, ...tabsOf(resources)].map((key) => (
          <li key={key ?? "all"}>
            <a
              className="tab whitespace-nowrap"
              href={key ? `${here}?category=${key}` : here}
              aria-current={key === tab ? "true" : undefined}
            >
              {key ? tabLabel(key, resources, { t }) : t("resources.tabs.all")}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** One document: its description, its size, and the links to view and download it. */
function ResourceCard({ resource }: { resource: Resource }) {
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
        {isViewable(resource) && (
          <a className="link inline-flex min-h-11 items-center gap-2" href={here}>
            <Eye aria-hidden="true" size={18} />
            {t("resources.view")}
            <span className="quiet"> : {title.text}</span>
          </a>
        )}
        <a
          className="inline-flex min-h-11 items-center gap-2 hover:underline"
          href={`${here}/download`}
        >
          <Download aria-hidden="true" size={18} />
          {t("resources.download")}
          <span className="quiet"> : {title.text}</span>
        </a>
      </p>
    </article>
  );
}

/** One document of the list behind an open one: its title as a link, and its size. */
function BriefResourceCard({ resource }: { resource: Resource }) {
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

/** What it is and weighs; below, how often it was downloaded. */
function Facts({ resource }: { resource: Resource }) {
  const { t, language } = useI18n();
  return (
    <p className="mt-1 text-xs text-muted">
      {[
        formatName(resource),
        formatSize(language, resource.file_size),
        ...(resource.pages ? [t("resources.pages", { count: resource.pages })] : []),
      ].join(" · ")}
      <span className="block">
        {t("resources.downloads", {
          count: resource.download_count,
          formatted: formatNumber(language, resource.download_count),
        })}
      </span>
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
        className="h-[86px] w-16 shrink-0 rounded-control border border-line object-cover"
      />
    );
  }
  return (
    <span className="flex size-12 shrink-0 items-center justify-center rounded-control bg-mint text-leaf">
      <FileText aria-hidden="true" size={24} />
    </span>
  );
}
