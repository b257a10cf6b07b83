import * as z from "zod";
import { tooLong } from "../../i18n/too-long.ts";
import { checkGroups, type FormValues, groupNumbers } from "../../kit/form/field-groups.ts";
import {
  box,
  oneOf,
  optional,
  optionalAddress,
  required,
  webAddress,
} from "../../kit/form/schema.ts";
import type { TextFormat } from "../../texts/text-document.ts";
import { sentText, wordsOfField } from "../../texts/text-fields.ts";
import {
  HOME_PARTS,
  type HomeSectionKey,
  SECTION_TYPES,
  type SectionSettings,
  type SectionType,
} from "../pages.ts";
import { PARTS, settingsFromForm } from "./section-settings.ts";

const MAX_CONTENT = 50_000;
const MAX_ENTRIES = 40;

/** A plain text. */
const plainText = z.preprocess(
  (value) => (typeof value === "string" ? wordsOfField(value) : value),
  optional(MAX_CONTENT),
);

const texts = {
  title: optional(),
  title_en: optional(),
  content: plainText,
  content_en: plainText,
  image_url: optionalAddress(),
  is_active: box,
};

const fields = z.object({
  ...texts,
  // Checked by the type of the section.
  content: sentText,
  content_en: sentText,
  section_type: oneOf(SECTION_TYPES, "Le type est requis").default("text"),
  /** When empty, an unused one is chosen. */
  section_key: z
    .string()
    .trim()
    .max(60, tooLong(60))
    .regex(/^[a-z0-9-]*$/, "Des minuscules sans accent, des chiffres et des tirets")
    .default(""),
});

/** The schema of an entry in the list of each type. */
const ENTRIES: Partial<Record<SectionType, z.ZodType<object>>> = {
  gallery: z.object({
    url: webAddress(),
    alt: required("Décrivez l’image pour les personnes qui ne la voient pas"),
    alt_en: optional(),
  }),
  stats: z.object({
    value: required("Le chiffre est requis", 30),
    title: required("Indiquez ce que compte ce chiffre"),
    title_en: optional(),
  }),
  features: z.object({
    title: required("Le titre est requis"),
    title_en: optional(),
    text: required("Le texte est requis", 2_000),
    text_en: optional(2_000),
  }),
  testimonials: z.object({
    text: required("Le témoignage est requis", 2_000),
    text_en: optional(2_000),
    name: required("Le nom est requis"),
    role: optional(),
    role_en: optional(),
  }),
};

const buttonSchema = z.object({
  button_label: optional(80),
  button_label_en: optional(80),
  button_link: optionalAddress(),
});
const altSchema = z.object({ alt: optional(), alt_en: optional() });

type Context = z.core.$RefinementCtx;
const addIssue = (context: Context, field: string, message: string) =>
  context.addIssue({ code: "custom", path: [field], message });

/** Checks the required fields of each type. */
function checkType(type: SectionType, values: FormValues, context: Context): void {
  const blank = (field: string) => !values[field]?.trim();
  const required: Partial<Record<SectionType, [field: string, message: string]>> = {
    text: ["content", "Le contenu est requis"],
    image: ["image_url", "L’image est requise"],
    cta: ["title", "Le titre est requis"],
  };
  const [field, message] = required[type] ?? [];
  if (field && message && blank(field)) addIssue(context, field, message);
  const { fields: names, list } = PARTS[type];
  if (names) {
    const checked = (names.includes("alt") ? altSchema : buttonSchema).safeParse(values);
    for (const issue of checked.error?.issues ?? []) {
      addIssue(context, String(issue.path[0]), issue.message);
    }
    if (!blank("button_label") && blank("button_link")) {
      addIssue(context, "button_link", "Indiquez où mène le bouton");
    }
    if (blank("button_label") && !blank("button_link")) {
      addIssue(context, "button_label", "Indiquez le texte du bouton");
    }
  }
  const entry = ENTRIES[type];
  if (!list || !entry) return;
  const { length } = groupNumbers(values, list.name);
  // The list has no field of its own: errors about the whole list are shown beside the type.
  if (length === 0)
    addIssue(context, "section_type", "Ajoutez au moins un élément à cette section");
  if (length > MAX_ENTRIES) addIssue(context, "section_type", `Au plus ${MAX_ENTRIES} éléments`);
  checkGroups(values, list.name, entry, context);
}

const settings = z
  .record(z.string(), z.string())
  .transform((values, context): { settings: SectionSettings } => {
    const type = SECTION_TYPES.find((one) => one === (values.section_type ?? "text"));
    if (!type) return { settings: {} };
    checkType(type, values, context);
    return { settings: settingsFromForm(type, values) };
  });

/** The form of a section. Fields that its type does not have are dropped. */
export const sectionFormSchema = fields.and(settings).transform((section, context) => {
  const { section_type: type } = section;
  const { image, content } = PARTS[type];
  return {
    ...section,
    ...checkTexts(type, section, context),
    ...(!image && { image_url: null }),
    ...(!content && { content: null, content_en: null }),
  };
});

type SectionTexts = {
  content: string | null;
  content_en: string | null;
  format: TextFormat;
};

/** A text section is in Markdown, the others are plain text. */
function checkTexts(
  type: SectionType,
  { content, content_en }: Pick<SectionTexts, "content" | "content_en">,
  context: Context,
): SectionTexts {
  if (type === "text") return { content, content_en, format: "markdown" };
  const read = (field: string, value: string | null) => {
    const checked = plainText.safeParse(value);
    if (checked.success) return checked.data;
    addIssue(context, field, checked.error.issues[0]?.message ?? "");
    return null;
  };
  return {
    content: read("content", content),
    content_en: read("content_en", content_en),
    format: "plain",
  };
}

export type SectionForm = z.output<typeof sectionFormSchema>;

const homeFields = z.object({ ...texts, title: required("Le titre est requis") });

/** The form of a built-in section of the home page. */
export const homeSectionSchema = (key: HomeSectionKey) =>
  homeFields.transform(({ content, content_en, image_url, ...section }) => ({
    ...section,
    ...(HOME_PARTS[key].content && { content, content_en }),
    ...(HOME_PARTS[key].image && { image_url }),
  }));

export type HomeSectionForm = z.output<ReturnType<typeof homeSectionSchema>>;
