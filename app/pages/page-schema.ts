import * as z from "zod";
import { oneOf, optional, required } from "../kit/form/schema.ts";
import { slugify } from "../kit/form/slug.ts";
import { parsePublication, publicationFields } from "../kit/publication/publication-schema.ts";
import { SCHEDULED } from "../kit/publication/publication-words.ts";
import { isOwnedAddress } from "../site/site-map.ts";
import { PAGE_STATUSES, type PageStatus } from "./pages.ts";

const MAX_SLUG = 80;

const slug = z
  .string()
  .max(MAX_SLUG, "Cette adresse est trop longue")
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    "Des minuscules sans accent, des chiffres et des tirets, comme « nos-clubs »",
  )
  .refine(
    (word) => !isOwnedAddress(word),
    "Cette adresse appartient déjà à une page du site : choisissez-en une autre",
  );

/** What staff write of a page. Without an address it takes that of its title. */
export const pageFormSchema = z
  .object({
    title: required("Le titre est requis"),
    title_en: optional(),
    slug: z.string().trim().default(""),
    meta_description: optional(),
    meta_description_en: optional(),
    status: oneOf([...PAGE_STATUSES, SCHEDULED], "Le statut est requis").default("draft"),
    ...publicationFields,
  })
  .transform(({ status, ...page }, context) => {
    const { published, ...moments } = parsePublication(status, page, context) ?? {};
    const stored: PageStatus = published || status === SCHEDULED ? "published" : status;
    return { ...page, ...moments, status: stored };
  })
  .transform((page, context) => {
    const checked = slug.safeParse(page.slug || slugify(page.title, MAX_SLUG));
    if (checked.success) return { ...page, slug: checked.data };
    const message = checked.error.issues[0]?.message;
    context.addIssue({ code: "custom", path: ["slug"], message });
    return z.NEVER;
  });

export type PageForm = z.output<typeof pageFormSchema>;
