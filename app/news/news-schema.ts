import * as z from "zod";
import { oneOf, optional, optionalAddress, required } from "../kit/form/schema.ts";
import { publicationFields, publicationOf } from "../kit/publication/publication-schema.ts";
import { AT_A_MOMENT } from "../kit/publication/publication-words.ts";
import { MARKDOWN, requiredText, sentText } from "../texts/text-fields.ts";
import { NEWS_CATEGORIES } from "./news.ts";

const MAX_TAGS = 12;

/** Tags as they are typed, "finale, Conakry", become lower-case words for addresses. */
const tags = z
  .string()
  .default("")
  .transform((text) => {
    const words = text.split(/[,\n]/).map((word) => word.trim().replace(/^#/, ""));
    const clean = words.map((word) => word.toLowerCase().replaceAll(/\s+/g, "-"));
    return [...new Set(clean.filter((word) => word !== ""))];
  })
  .pipe(
    z
      .array(z.string().max(40, "Une étiquette est trop longue"))
      .max(MAX_TAGS, `Au plus ${MAX_TAGS} étiquettes`),
  );

const fields = z.object({
  title: required("Le titre est requis"),
  title_en: optional(),
  excerpt: required("Le résumé est requis", 1_000),
  excerpt_en: optional(1_000),
  content: requiredText("Le contenu est requis"),
  content_en: sentText,
  category: oneOf(NEWS_CATEGORIES, "La catégorie est requise"),
  image_url: optionalAddress(),
  tags,
  published: z.enum(["draft", "published", AT_A_MOMENT]).default("draft"),
  ...publicationFields,
});

/** What staff write of an article. */
export const newsFormSchema = fields.transform((article, context) => ({
  ...article,
  ...publicationOf(article.published, article, context),
  ...MARKDOWN,
}));

export type NewsForm = z.output<typeof newsFormSchema>;
