import { type FormValues, groupFields, groupsOf } from "../../kit/form/field-groups.ts";
import type { SectionSettings, SectionType } from "../pages.ts";

/** What a section of a type is made of, beside its title. */
type Parts = {
  content?: true;
  image?: true;
  /** Fields of its settings. */
  fields?: readonly (keyof SectionSettings & string)[];
  /** The list among its settings, and the fields of its entries. */
  list?: { name: "items" | "images"; of: readonly string[] };
};

const BUTTON = ["button_label", "button_label_en", "button_link"] as const;

/** The parts of each type: what its form asks for and what is kept of it. */
export const PARTS: Record<SectionType, Parts> = {
  hero: { content: true, image: true, fields: BUTTON },
  text: { content: true },
  image: { content: true, image: true, fields: ["alt", "alt_en"] },
  gallery: { content: true, list: { name: "images", of: ["url", "alt", "alt_en"] } },
  stats: { list: { name: "items", of: ["value", "title", "title_en"] } },
  features: {
    content: true,
    list: { name: "items", of: ["title", "title_en", "text", "text_en"] },
  },
  testimonials: {
    content: true,
    list: { name: "items", of: ["text", "text_en", "name", "role", "role_en"] },
  },
  cta: { content: true, fields: BUTTON },
};

/** The settings that a form holds for a type, as they were typed; what is blank is left out. */
export function settingsFromForm(type: SectionType, values: FormValues): SectionSettings {
  const { fields = [], list } = PARTS[type];
  const own = filled(values, fields);
  if (!list) return own;
  return {
    ...own,
    [list.name]: groupsOf(values, list.name).map((entry) => filled(entry, list.of)),
  };
}

function filled(values: FormValues, fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((name) => (values[name]?.trim() ? [[name, values[name].trim()]] : [])),
  );
}

/** The fields that show settings in a form. */
export function settingsFields({ items = [], images = [], ...own }: SectionSettings) {
  return { ...own, ...groupFields("items", items), ...groupFields("images", images) };
}
