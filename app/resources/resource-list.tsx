import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { BriefResourceCard, ResourceCard } from "./resource-card.tsx";
import {
  categoryLabel,
  groupByCategory,
  type Resource,
  type ResourceTab,
  tabLabel,
  tabsOf,
} from "./resources.ts";

type Props = {
  resources: readonly Resource[];
  /** The category to show; all of them when null. */
  tab: ResourceTab | null;
  /** Behind a document. */
  brief?: boolean;
};

/** The documents under the headings of their categories, with the tabs that filter them. */
export function ResourceList({ resources, tab, brief }: Props) {
  const { t } = useI18n();
  const Card = brief ? BriefResourceCard : ResourceCard;
  const groups = groupByCategory(resources, tab);
  return (
    <div className="wrap section space-y-16">
      <CategoryTabs resources={resources} tab={tab} />
      {groups.map((group, place) => (
        <section
          key={group.category}
          aria-labelledby={`category-${place}`}
          className="gap-10 border-t border-line pt-8 lg:grid lg:grid-cols-[260px_1fr]"
        >
          <h2 id={`category-${place}`} className="mb-6 text-2xl">
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
      <ul className="flex flex-wrap gap-2">
        {[null, ...tabsOf(resources)].map((key) => (
          <li key={key ?? "all"}>
            <a
              className="tab"
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
