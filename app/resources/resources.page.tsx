import { ClipboardList, Megaphone, Palette } from "lucide-react";
import { asVisitor } from "../core/database/doors.server.ts";
import { readWithFallback } from "../core/fallback.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { FrenchNote } from "../site/french-note.tsx";
import { PageBanner } from "../site/page-banner.tsx";
import { PageHead } from "../site/page-head.tsx";
import { SectionHead } from "../ui/section-head.tsx";
import type { Route } from "./+types/resources.page.ts";
import { ResourceList } from "./resource-list.tsx";
import { SAMPLE_RESOURCES } from "./resources.samples.ts";
import { type Kit, kitIn, type Resource, tabsOf } from "./resources.ts";
import { listResources } from "./resources.visitor.server.ts";
import { TAB } from "./section-parameter.ts";

export const handle = {
  reads: ["static_files", "file_categories"],
  parameters: { category: TAB },
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const resources = await readWithFallback(
    context,
    "static_files",
    () => asVisitor(listResources),
    () => SAMPLE_RESOURCES,
  );
  const asked = url.searchParams.get("category");
  return { tab: tabsOf(resources).find((key) => key === asked) ?? null, resources };
}

export default function ResourcesPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { tab, resources } = loaderData;
  return (
    <>
      <PageHead
        title={t("resources.title")}
        description={t("resources.lead")}
        noindex={tab !== null}
      />
      <PageBanner title={t("resources.title")} lead={t("resources.lead")}>
        <FrenchNote
          some
          of={resources.flatMap((one) => [
            localized(one, "title", language),
            localized(one, "description", language),
          ])}
        />
      </PageBanner>
      <ResourceList resources={resources} tab={tab} />
      <Kits resources={resources} />
    </>
  );
}

/** Three cards that lead to what they promise: the two kits that staff chose, and the forms. */
function Kits({ resources }: { resources: Resource[] }) {
  const { t, language } = useI18n();
  const here = pathIn(language, "/resources");
  const download = (kit: Kit) => {
    const resource = kitIn(resources, kit);
    return resource && `${here}/${resource.id}/download`;
  };
  const cards = [
    {
      key: "media",
      Icon: Megaphone,
      href: download("media"),
      text: t("resources.mediaText"),
      link: t("resources.mediaLink"),
      title: t("resources.media"),
    },
    {
      key: "branding",
      Icon: Palette,
      href: download("branding"),
      text: t("resources.brandingText"),
      link: t("resources.brandingLink"),
      title: t("resources.branding"),
    },
    {
      key: "forms",
      Icon: ClipboardList,
      href: `${here}?category=forms`,
      text: t("resources.formsText"),
      link: t("resources.formsLink"),
      title: t("resources.formsCard"),
    },
  ].filter((card) => card.href);
  return (
    <div className="bg-white">
      <div className="wrap section">
        <SectionHead title={t("resources.kitsTitle")} />
        <ul className="grid gap-x-10 gap-y-8 md:grid-cols-3">
          {cards.map(({ key, Icon, href, title, text, link }) => (
            <li key={key} className="border-t-2 border-ink pt-6">
              <Icon aria-hidden="true" size={28} className="mb-4 text-leaf" />
              <h3 className="text-xl">{title}</h3>
              <p className="mt-2 text-muted">{text}</p>
              <a className="link mt-2 inline-flex min-h-11 items-center" href={href}>
                {link}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
