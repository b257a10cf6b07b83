import * as z from "zod";
import { tooLong } from "../i18n/too-long.ts";
import { addressWord } from "../kit/address-word.ts";
import { oneOf, optional, required } from "../kit/form/schema.ts";
import { publicationFields, publicationOf } from "../kit/publication/publication-schema.ts";
import { AT_A_MOMENT } from "../kit/publication/publication-words.ts";
import { isOwnedAddress } from "../site/site-map.ts";
import { PAGE_STATUSES, type PageStatus } from "./pages.ts";

const MAX_SLUG = 80;

const slug = z
  .string()
  .max(MAX_SLUG, tooLong(MAX_SLUG))
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
    status: oneOf([...PAGE_STATUSES, AT_A_MOMENT], "Le statut est requis").default("draft"),
    ...publicationFields,
  })
  .transform(({ status, ...page }, context) => {
    const { published, ...moments } = publicationOf(status, page, context) ?? {};
    const stored: PageStatus = published || status === AT_A_MOMENT ? "published" : status;
    return { ...page, ...moments, status: stored };
  })
  .transform((page, context) => {
    const checked = slug.safeParse(page.slug || addressWord(page.title, MAX_SLUG));
    if (checked.success) return { ...page, slug: checked.data };
    const message = checked.error.issues[0]?.message;
    context.addIssue({ code: "custom", path: ["slug"], message });
    return z.NEVER;
  });

export type PageForm = z.output<typeof pageFormSchema>;
