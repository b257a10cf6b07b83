/** The tabs of the Resources page, in order, with the file category that each shows. */
export const RESOURCE_TABS = [
  { key: "official", category: "Documents Officiels" },
  { key: "guides", category: "Guides Pratiques" },
  { key: "reports", category: "Études et Rapports" },
  { key: "forms", category: "Formulaires" },
] as const;
export type ResourceTab = (typeof RESOURCE_TABS)[number]["key"];

/** Every category a resource can have: the tabs', and media kits. */
export const RESOURCE_CATEGORIES = [...RESOURCE_TABS.map((tab) => tab.category), "Médias"] as const;
export type ResourceCategory = (typeof RESOURCE_CATEGORIES)[number];

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
  category: ResourceCategory;
  download_count: number;
  is_public: boolean;
  /** Opening it asks for a password. */
  is_protected: boolean;
  created_at: Date;
};

/** The name a download is saved under: lower-case title, spaces as dashes, and the ending. */
export function downloadName(title: string, extension = "pdf"): string {
  return `${title.toLowerCase().replaceAll(/\s+/g, "-").replaceAll(/[/\\"<>|:*?]/g, "")}.${extension}`;
}
