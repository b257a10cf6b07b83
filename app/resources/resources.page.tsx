import { ClipboardList, type LucideIcon, Megaphone, Palette } from "lucide-react";
import type { ReactNode } from "react";
import { asVisitor } from "../core/database/doors/doors.server.ts";
import { readOrSamples } from "../core/http/fallback.server.ts";
import { formatSize } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { type Language, pathIn } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { FrenchNote, PageBanner, PageHead } from "../site/frame/page-head.tsx";
import { SectionHead } from "../ui/section.tsx";
import { Local } from "../ui/text.tsx";
import type { Route } from "./+types/resources.page.ts";
import { ResourceList } from "./resource-list.tsx";
import { SAMPLE_RESOURCES } from "./resources.samples.ts";
import {
  findBrandingDocument,
  formatName,
  listMediaKitDocuments,
  type Resource,
  TAB_PARAMETER,
  tabsOf,
} from "./resources.ts";
import { listResources } from "./resources.visitor.server.ts";

export const handle = {
  reads: ["static_files", "file_categories"],
  parameters: { category: TAB_PARAMETER },
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const resources = await readOrSamples(
    context,
    "static_files",
    () => asVisitor(listResources),
    () => SAMPLE_RESOURCES,
  );
  const category = url.searchParams.get("category");
  return { tab: tabsOf(resources).find((key) => key === category) ?? null, resources };
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

/** Three cards that lead to what they promise: the documents that staff chose, and the forms. */
function Kits({ resources }: { resources: Resource[] }) {
  const { t, language } = useI18n();
  const here = pathIn(language, "/resources");
  const download = ({ id }: Resource) => `${here}/${id}/download`;
  const kit = listMediaKitDocuments(resources);
  const branding = findBrandingDocument(resources);
  return (
    <div className="bg-white">
      <div className="wrap section">
        <SectionHead title={t("resources.kitsTitle")} />
        <ul className="grid gap-x-10 gap-y-8 md:grid-cols-3">
          {kit.length > 0 && (
            <Card
              id="media-kit"
              Icon={Megaphone}
              title={t("resources.media")}
              text={t("resources.mediaText")}
            >
              <MediaKit kit={kit} download={download} />
            </Card>
          )}
          {branding && (
            <Card Icon={Palette} title={t("resources.branding")} text={t("resources.brandingText")}>
              <CardLink href={download(branding)}>{t("resources.brandingLink")}</CardLink>
            </Card>
          )}
          <Card
            Icon={ClipboardList}
            title={t("resources.formsCard")}
            text={t("resources.formsText")}
          >
            <CardLink href={`${here}?category=forms`}>{t("resources.formsLink")}</CardLink>
          </Card>
        </ul>
      </div>
    </div>
  );
}

type CardProps = {
  id?: string;
  Icon: LucideIcon;
  title: string;
  text: string;
  children: ReactNode;
};

function Card({ id, Icon, title, text, children }: CardProps) {
  return (
    <li id={id} className="border-t-2 border-ink pt-6">
      <Icon aria-hidden="true" size={28} className="mb-4 text-leaf" />
      <h3 className="text-xl">{title}</h3>
      <p className="mt-2 text-muted">{text}</p>
      {children}
    </li>
  );
}

const CardLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className="link mt-2 inline-flex min-h-11 items-center" href={href}>
    {children}
  </a>
);

type KitProps = { kit: Resource[]; download: (resource: Resource) => string };

/** The one document, or each of them by its title, with what it weighs. */
function MediaKit({ kit, download }: KitProps) {
  const { t, language } = useI18n();
  const [first, ...others] = kit;
  if (first && others.length === 0) {
    return <CardLink href={download(first)}>{t("resources.mediaLink")}</CardLink>;
  }
  return (
    <>
      <p id="media-kit-documents" className="mt-4 font-semibold">
        {t("resources.mediaLink")}
      </p>
      <ul aria-labelledby="media-kit-documents" className="wrap-anywhere">
        {kit.map((resource) => (
          <li key={resource.id} className="mt-2">
            <a className="link inline-flex min-h-11 items-center" href={download(resource)}>
              <Local value={localized(resource, "title", language)} />
            </a>
            <span className="block text-xs text-muted">{formatWeight(resource, language)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A document elsewhere is of a kind, but nobody knows what it weighs. */
const formatWeight = (resource: Resource, language: Language) =>
  [formatName(resource), resource.file_size > 0 && formatSize(language, resource.file_size)]
    .filter(Boolean)
    .join(" · ");
