import { groupFields, groupsOf, type Typed } from "../kit/groups.ts";
import { type NavigationItem, NETWORKS, type SiteSettings } from "./settings.ts";

/**
 * What the fields of a form say of a setting, whole or not, and the fields that show it: both ways, so that
 * the preview and the server read a form alike.
 */
type Reading<Value> = { read: (typed: Typed) => Value; fields: (value: Value) => Typed };

const text = (typed: Typed, field: string) => typed[field]?.trim() ?? "";

/** A text that is left out when it is blank. */
const maybe = <Field extends string>(typed: Typed, field: Field) =>
  (text(typed, field) ? { [field]: text(typed, field) } : {}) as { [K in Field]?: string };

const named = (typed: Typed) => ({
  label: text(typed, "label"),
  ...maybe(typed, "label_en"),
  path: text(typed, "path"),
});

/** Entries count in the order in which they stand in the form. */
function readItem(typed: Typed, place: number): NavigationItem {
  const submenu = groupsOf(typed, "submenu").map(named);
  return { ...named(typed), order: place + 1, ...(submenu.length > 0 && { submenu }) };
}

function itemFields({ label, label_en = "", path, submenu = [] }: NavigationItem): Typed {
  return { label, label_en, path, ...groupFields("submenu", submenu) };
}

const READINGS: { [Key in keyof SiteSettings]: Reading<SiteSettings[Key]> } = {
  site_logo: {
    read: (typed) => ({
      main_logo: text(typed, "main_logo"),
      alt_text: text(typed, "alt_text"),
      width: Number.parseInt(text(typed, "width"), 10) || 0,
      height: Number.parseInt(text(typed, "height"), 10) || 0,
      link: text(typed, "link"),
    }),
    fields: ({ width, height, ...logo }) => ({
      ...logo,
      width: String(width),
      height: String(height),
    }),
  },
  main_navigation: {
    read: (typed) => ({
      brand_text: text(typed, "brand_text"),
      items: groupsOf(typed, "items").map(readItem),
    }),
    fields: ({ brand_text, items }) => ({
      brand_text,
      ...groupFields("items", items.toSorted((a, b) => a.order - b.order).map(itemFields)),
    }),
  },
  contact_info: {
    read: (typed) => ({
      address: text(typed, "address"),
      ...maybe(typed, "address_en"),
      postal_code: text(typed, "postal_code"),
      email: text(typed, "email"),
      phone: text(typed, "phone"),
      social_media: Object.assign(
        {},
        ...Object.keys(NETWORKS).map((network) => maybe(typed, network)),
      ),
    }),
    fields: ({ social_media, ...contact }) => ({ ...contact, ...social_media }),
  },
  federation: {
    read: (typed) => ({
      name: text(typed, "name"),
      name_en: text(typed, "name_en"),
      short_name: text(typed, "short_name"),
      export_prefix: text(typed, "export_prefix"),
    }),
    fields: (federation) => federation,
  },
};

/** The fields that show a setting in its form. */
export const fieldsOfSetting = <Key extends keyof SiteSettings>(
  key: Key,
  settings: SiteSettings,
): Typed => READINGS[key].fields(settings[key]);

/** The setting that a form holds. */
export const typedSetting = <Key extends keyof SiteSettings>(
  key: Key,
  typed: Typed,
): SiteSettings[Key] => READINGS[key].read(typed);
