import { type FormValues, groupFields, groupsOf } from "../../kit/form/field-groups.ts";
import type { SectionSettings, SectionType } from "../pages.ts";

/** The parts of a section type beside its title. */
type Parts = {
  content?: true;
  image?: true;
  /** Fields of its settings. */
  fields?: readonly (keyof SectionSettings & string)[];
  /** The list among its settings, and the fields of its entries. */
  list?: { name: "items" | "images"; of: readonly string[] };
};

const BUTTON = ["button_label", "button_label_en", "button_link"] as const;

/** The parts of each type, in its form and in its stored settings. */
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

/** The settings in a form, for a type; blank fields are left out. */
export function settingsFromForm(type: SectionType, values: FormValues): SectionSettings {
  const { fields = [], list } = PARTS[type];
  const settings = pickFilled(values, fields);
  if (!list) return settings;
  return {
    ...settings,
    [list.name]: groupsOf(values, list.name).map((entry) => pickFilled(entry, list.of)),
  };
}

function pickFilled(values: FormValues, fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((name) => (values[name]?.trim() ? [[name, values[name].trim()]] : [])),
  );
}

/** The form fields of settings. */
export function settingsFields({ items = [], images = [], ...settings }: SectionSettings) {
  return { ...settings, ...groupFields("items", items), ...groupFields("images", images) };
}
