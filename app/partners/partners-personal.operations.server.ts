import { getTableColumns, inArray } from "drizzle-orm";
import type { SystemDb } from "../core/database/doors/doors.server.ts";
import { type PersonalTable, words } from "../core/database/doors/personal-table.server.ts";
import type { Fields } from "../records/record-fields.ts";
import { partnerRecord } from "./partners.record.ts";
import { partners } from "./partners.table.server.ts";

/** The personal data of a partner's contact. */
export const partnerContactData: PersonalTable = {
  table: partners,
  title: words("Contact d’un partenaire", "Partner’s contact person"),
  owner: { by: "address", emails: [partners.contact_email], name: partners.contact_name },
  fields: {
    name: words("Partenaire", "Partner"),
    contact_name: words("Nom", "Name"),
    contact_email: words("E-mail", "E-mail"),
    contact_phone: words("Téléphone", "Phone"),
  },
  hidden: Object.keys(getTableColumns(partners)).filter(isNotPersonal),
  erase: forgetContacts,
  keeps: words(
    "Le partenaire lui-même, sans le nom, l’e-mail ni le téléphone de son contact.",
    "The partner itself, without the name, e-mail or phone of its contact person.",
  ),
};

/** The name says which partner it is. */
function isNotPersonal(column: string): boolean {
  const fields: Fields = partnerRecord.form;
  return column !== "name" && !fields[column]?.personal;
}

async function forgetContacts(db: SystemDb, ids: readonly string[]): Promise<void> {
  const none = { contact_name: null, contact_email: null, contact_phone: null };
  await db
    .update(partners)
    .set(none)
    .where(inArray(partners.id, [...ids]));
}
