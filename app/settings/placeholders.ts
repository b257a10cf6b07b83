import { type ContactInfo, DEFAULT_SETTINGS, type SiteSettings } from "./settings.ts";

/** What still stands on the site for something of the federation's own, by the field that holds it. */
export type Placeholder = { field: string; value: string };

const SAMPLE = DEFAULT_SETTINGS.contact_info;

/** Domains that nobody can have, and numbers that nobody answers. */
const NOBODYS: Partial<Record<keyof ContactInfo, RegExp>> = {
  email: /@(?:[^@]+\.)?(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/i,
  phone: /^\+?(?:00)?(?:224)?620000000$|^(\d)\1{7,}$/,
};

/** The contact details that are still those of an example, in either language. */
export function placeholdersIn({
  contact_info,
}: Pick<SiteSettings, "contact_info">): Placeholder[] {
  const fields = ["address", "address_en", "postal_code", "email", "phone"] as const;
  return fields.flatMap((field) => {
    const value = contact_info[field]?.trim() ?? "";
    const bare = field === "phone" ? value.replaceAll(/[^\d+]/g, "") : value;
    const isSample = value !== "" && (value === SAMPLE[field] || NOBODYS[field]?.test(bare));
    return isSample ? [{ field, value }] : [];
  });
}
