import type { TextFormat } from "../texts/text-document.ts";

/** News categories, in the order in which lists offer them. */
export const NEWS_CATEGORIES = [
  "Communiqué",
  "Compétition",
  "Formation",
  "Partenariat",
  "International",
] as const;
export type NewsCategory = (typeof NEWS_CATEGORIES)[number];

/** A news article as stored. French is required; `_en` twins are optional translations. */
export type News = {
  id: string;
  title: string;
  title_en: string | null;
  excerpt: string;
  excerpt_en: string | null;
  content: string;
  content_en: string | null;
  /** How the content is written; without it, plain: each line is a paragraph. */
  format?: TextFormat;
  category: NewsCategory;
  image_url: string | null;
  /** Lower-case words without spaces, shown with a # and used in addresses. */
  tags: string[];
  published: boolean;
  public_from: Date | null;
  public_until: Date | null;
  /** The day that it bears. */
  dated_at: Date;
};

/** Home shows at most this many news cards. */
export const HOME_NEWS_LIMIT = 3;
