import {
  PUBLICATION_STATES,
  type PublicationState,
  publicationState,
} from "../core/values/publication.ts";
import type { Language } from "../i18n/languages.ts";
import type { ListSpec } from "../records/list/list-query.ts";
import type { TextFormat, Written } from "../texts/text-document.ts";

export const PAGE_STATUSES = ["draft", "published", "archived"] as const;
export type PageStatus = (typeof PAGE_STATUSES)[number];

/** The states in the filter of the list: some depend on the publication dates. */
export const PAGE_STATES = [...PUBLICATION_STATES, "archived"] as const;
export type PageState = (typeof PAGE_STATES)[number];

export const SECTION_TYPES = [
  "hero",
  "text",
  "image",
  "gallery",
  "stats",
  "features",
  "testimonials",
  "cta",
] as const;
export type SectionType = (typeof SECTION_TYPES)[number];

/** The sections of the home page in their default order. */
export const HOME_SECTION_KEYS = [
  "hero",
  "about",
  "news",
  "events",
  "stats",
  "newsletter",
  "cta",
] as const;
export type HomeSectionKey = (typeof HOME_SECTION_KEYS)[number];

/** The parts of each of them beside its title. */
export const HOME_PARTS: Record<HomeSectionKey, { content?: true; image?: true }> = {
  hero: { content: true, image: true },
  about: { content: true },
  news: {},
  events: {},
  stats: {},
  newsletter: { content: true },
  cta: { content: true },
};

/** The slug of the home page, whose address is `/`. */
export const HOME_SLUG = "home";

/** Whether a section of the home page is a built-in one. */
export const isHomeKey = (key: string): key is HomeSectionKey =>
  (HOME_SECTION_KEYS as readonly string[]).includes(key);

/** The path of a page. */
export const pagePath = (slug: string) => (slug === HOME_SLUG ? "/" : `/${slug}`);

export type Page = {
  id: string;
  slug: string;
  title: string;
  title_en: string | null;
  meta_description: string | null;
  meta_description_en: string | null;
  status: PageStatus;
  public_from: Date | null;
  public_until: Date | null;
};

/** The publication state of a page; an archived page counts as a draft. */
export const pageState = (
  { status, public_from, public_until }: Pick<Page, "status" | "public_from" | "public_until">,
  now: Date,
): PublicationState =>
  publicationState({ published: status === "published", public_from, public_until }, now);

/** The data of a section beside its title, text and picture, by its type. */
export type SectionSettings = {
  /** gallery */
  images?: { url: string; alt: string; alt_en?: string }[];
  /** stats: figures; features: title and text; testimonials: quotes with name and role */
  items?: {
    value?: string;
    title?: string;
    title_en?: string;
    text?: string;
    text_en?: string;
    name?: string;
    role?: string;
    role_en?: string;
  }[];
  /** hero, cta */
  button_label?: string;
  button_label_en?: string;
  button_link?: string;
  /** image */
  alt?: string;
  alt_en?: string;
};

export type PageSection = {
  id: string;
  page_id: string;
  section_key: string;
  section_type: SectionType;
  title: string | null;
  title_en: string | null;
  content: string | null;
  content_en: string | null;
  /** How a text section is written; without it, and in the other ones, plain: each line is a paragraph. */
  format?: TextFormat;
  /** The rendered text of a text section, by language. */
  texts?: Partial<Record<Language, Written>>;
  image_url: string | null;
  settings: SectionSettings;
  is_active: boolean;
  sort_order: number;
};

/** A page with its active sections in their order. */
export type WrittenPage = { page: Page; sections: PageSection[] };

/** The filters and orders of the list of pages. */
export const PAGE_LIST: ListSpec = {
  filters: { status: PAGE_STATES },
  sorts: ["created_at", "title", "updated_at"],
  descending: true,
};
