import type { Parameter } from "../core/http/address-checks.ts";
import type { I18n } from "../i18n/i18n.ts";
import type { ListSpec } from "../records/list/list-query.ts";

/** The tabs of the Resources page, in order, with the file category that each shows. */
const RESOURCE_TABS = [
  { key: "official", category: "Documents Officiels" },
  { key: "guides", category: "Guides Pratiques" },
  { key: "reports", category: "Études et Rapports" },
  { key: "forms", category: "Formulaires" },
] as const;
/** The key of a tab: one of these, or of a category that staff made one. */
export type ResourceTab = string;

/** The categories of a new site: those of the tabs, and media kits. Staff may rename them. */
export const RESOURCE_SECTIONS = [...RESOURCE_TABS, { key: "media", category: "Médias" }] as const;
export const RESOURCE_CATEGORIES = RESOURCE_SECTIONS.map(({ category }) => category);

/** The section of a category, by its key or by its first name. */
export const sectionOf = ({
  category,
  category_key,
}: Pick<Resource, "category" | "category_key">) =>
  RESOURCE_SECTIONS.find((section) =>
    category_key ? section.key === category_key : section.category === category,
  );

/** The documents of the media kit, in the order that staff chose. */
export const listMediaKitDocuments = (resources: readonly Resource[]): Resource[] =>
  resources
    .filter(({ media_kit_place }) => typeof media_kit_place === "number")
    .sort((one, other) => placeInKit(one) - placeInKit(other) || (one.id < other.id ? -1 : 1));

const placeInKit = ({ media_kit_place }: Resource): number => media_kit_place ?? 0;

/** The tag of the document with the brand guidelines. */
export const BRANDING_TAG = "charte graphique";

export const isBranding = ({ tags }: Pick<Resource, "tags">): boolean =>
  tags.includes(BRANDING_TAG);

/** The brand guidelines: the newest document with the tag. `resources` are sorted, the newest first. */
export const findBrandingDocument = (resources: readonly Resource[]): Resource | undefined =>
  resources.find(isBranding);

/** Adds that tag, or removes it. */
export const tagsWithBranding = (tags: readonly string[], isOn: boolean): string[] => [
  ...tags.filter((tag) => tag !== BRANDING_TAG),
  ...(isOn ? [BRANDING_TAG] : []),
];

const tabKey = (resource: Pick<Resource, "category" | "category_key">): string | undefined =>
  sectionOf(resource)?.key ?? resource.category_key ?? undefined;

/** The tabs in the order of their categories: the built-in ones, and those of staff with at least one document. */
export function tabsOf(resources: readonly Resource[]): ResourceTab[] {
  const places = new Map<string, number>(
    RESOURCE_SECTIONS.map(({ key }, index) => [key, index + 1]),
  );
  const keys = new Set<string>(RESOURCE_TABS.map(({ key }) => key));
  for (const resource of resources) {
    const key = tabKey(resource);
    if (key === undefined) continue;
    if (key !== "media") keys.add(key);
    if (resource.category_place) places.set(key, resource.category_place);
  }
  const placeOf = (key: string) => places.get(key) ?? places.size + 1;
  return [...keys].sort((one, other) => placeOf(one) - placeOf(other));
}

/** The documents grouped by category: the categories of the tabs first, then the others. */
export function groupByCategory(resources: readonly Resource[], tab: ResourceTab | null) {
  const names = new Set(
    tabsOf(resources)
      .filter((key) => tab === null || tab === key)
      .flatMap((key) => {
        const inTab = resources.filter((resource) => tabKey(resource) === key);
        return inTab.length > 0
          ? inTab.map(({ category }) => category)
          : (RESOURCE_TABS.find((one) => one.key === key)?.category ?? []);
      }),
  );
  if (tab === null) for (const { category } of resources) names.add(category);
  return [...names]
    .map((category) => ({
      category,
      resources: resources.filter((resource) => resource.category === category),
    }))
    .filter((group) => tab !== null || group.resources.length > 0);
}

/** The label of a category: translated if it is built in, else the name that staff gave it. */
export const categoryLabel = (category: string, { t }: Pick<I18n, "t">): string => {
  const labels: Record<string, string> = t("resources.category", { returnObjects: true });
  return labels[category] ?? category;
};

/** The label of a tab: that of its category once staff have renamed it. */
export function tabLabel(
  tab: ResourceTab,
  resources: readonly Resource[],
  { t }: Pick<I18n, "t">,
): string {
  const first = resources.find((resource) => tabKey(resource) === tab);
  const section = RESOURCE_TABS.find(({ key }) => key === tab);
  if (first && first.category !== section?.category) return first.category;
  return section ? t(`resources.tabs.${section.key}`) : tab;
}

/** A downloadable document: the public view of a static file. */
export type Resource = {
  id: string;
  title: string;
  title_en: string | null;
  description: string;
  description_en: string | null;
  /** Address under /files/, or a full address elsewhere. */
  file_url: string;
  /** MIME type. */
  file_type: string;
  /** Bytes. */
  file_size: number;
  category: string;
  /** Absent in the samples, whose categories have their first names. */
  category_key?: string | null;
  category_place?: number;
  tags: string[];
  download_count: number;
  is_public: boolean;
  /** The PDF asks for a password. */
  is_protected: boolean;
  /** The position in the media kit; absent for other documents. */
  media_kit_place?: number | null;
  /** Pages of a PDF, once they are counted. */
  pages?: number | null;
  /** The picture of its first page, once it is made. */
  cover_url?: string | null;
  created_at: Date;
};

/** The name a download is saved under: lower-case title, spaces as dashes, and the ending. */
export function downloadName(title: string, extension = "pdf"): string {
  return `${title
    .toLowerCase()
    .replaceAll(/\s+/g, "-")
    .replaceAll(/[/\\"<>|:*?]/g, "")}.${extension}`;
}

const KINDS: Record<string, { label: string; extension: string }> = {
  "application/pdf": { label: "PDF", extension: "pdf" },
  "application/zip": { label: "ZIP", extension: "zip" },
  "application/msword": { label: "Word", extension: "doc" },
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": {
    label: "Word",
    extension: "docx",
  },
  "application/vnd.ms-excel": { label: "Excel", extension: "xls" },
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": {
    label: "Excel",
    extension: "xlsx",
  },
  "application/vnd.ms-powerpoint": { label: "PowerPoint", extension: "ppt" },
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": {
    label: "PowerPoint",
    extension: "pptx",
  },
  "text/plain": { label: "TXT", extension: "txt" },
  "image/jpeg": { label: "JPEG", extension: "jpg" },
  "image/png": { label: "PNG", extension: "png" },
};

/** The short name of a document's format. */
export function formatName({ file_type }: Pick<Resource, "file_type">): string {
  return KINDS[file_type]?.label ?? file_type.split("/").at(-1)?.toUpperCase() ?? "";
}

/** Whether the viewer can show it: only our own PDFs, since other sites do not allow cross-origin reads. */
export function isViewable({ file_type, file_url }: Pick<Resource, "file_type" | "file_url">) {
  return file_type === "application/pdf" && file_url.startsWith("/files/");
}

/** Whether browsers open the type. Other types are downloaded, and counted. */
export function opensInBrowser({ file_type }: Pick<Resource, "file_type">) {
  return /^(?:application\/pdf|text\/plain|image\/(?!svg).+|audio\/.+|video\/.+)$/.test(file_type);
}

/** The file extension of a download of this type. */
export function fileExtension({ file_type }: Pick<Resource, "file_type">): string {
  return KINDS[file_type]?.extension ?? "bin";
}

/** The filters and orders of the list of documents, given the names of the categories. */
export const resourceList = (categories: readonly string[]): ListSpec => ({
  filters: { category: categories },
  sorts: ["created_at", "title", "file_size", "download_count"],
  descending: true,
});

/** With the first names of the categories. */
export const RESOURCE_LIST = resourceList(RESOURCE_CATEGORIES);

// The tabs, cached per process: the address is checked before the database is read, and an unknown tab must not get a
// page of its own in the cache. A new tab is unknown until the page was read once; it then shows all documents.
let tabKeys: ReadonlySet<string> = new Set(RESOURCE_TABS.map(({ key }) => key));

/** To be called with the tabs of the documents that were read. */
export function setTabs(keys: readonly string[]): void {
  tabKeys = new Set(keys);
}

/** The tab in an address; an unknown one shows all documents. */
export const TAB_PARAMETER: Parameter = {
  check: (value) => (tabKeys.has(value) ? value : undefined),
  refused: "ignored",
};
