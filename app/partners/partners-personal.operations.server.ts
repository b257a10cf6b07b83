import { inArray } from "drizzle-orm";
import type { SystemDb } from "../core/database/doors/doors.server.ts";
import { type PersonalTable, words } from "../core/database/doors/personal-table.server.ts";
import { partners } from "./partners.table.server.ts";

/** What a partner's record holds of whom to contact there. */
export const partnerContactData: PersonalTable = {
  table: partners,
  title: words("Contact d’un partenaire", "Contact person of a partner"),
  owner: { by: "address", emails: [partners.contact_email], name: partners.contact_name },
  fields: {
    name: words("Partenaire", "Partner"),
    contact_name: words("Nom", "Name"),
    contact_email: words("E-mail", "E-mail"),
    contact_phone: words("Téléphone", "Phone"),
  },
  hidden: [
    "id",
    "description",
    "description_en",
    "logo_url",
    "website",
    "partnership_type",
    "partnership_start",
    "partnership_end",
    "status",
    "is_sample",
    "search_text",
    "created_at",
    "updated_at",
  ],
  erase: forgetContacts,
  keeps: words(
    "Le partenaire lui-même, sans le nom, l’e-mail ni le téléphone de son contact.",
    "The partner itself, without the name, e-mail or phone of its contact person.",
  ),
};

async function forgetContacts(db: SystemDb, ids: readonly string[]): Promise<void> {
  const none = { contact_name: null, contact_email: null, contact_phone: null };
  await db
    .update(partners)
    .set(none)
    .where(inArray(partners.id, [...ids]));
}
