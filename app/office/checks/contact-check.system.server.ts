import { asStaff, type Staff } from "../../core/database/doors/doors.server.ts";
import { placeholdersIn } from "../../settings/placeholders.ts";
import { listSettings } from "../../settings/settings.staff.server.ts";
import type { Finding } from "./probes.system.server.ts";

const NAMES: Record<string, string> = {
  address: "Adresse",
  address_en: "Adresse (anglais)",
  postal_code: "Boîte postale",
  email: "E-mail",
  phone: "Téléphone",
};

/** Whether visitors read an example where the federation's own details should stand. */
export async function publicContact(staff: Staff): Promise<Finding> {
  const found = placeholdersIn(await asStaff(staff, listSettings));
  return {
    level: found.length > 0 ? "warning" : "success",
    summary:
      found.length > 0
        ? "Des exemples sont publics : remplacez-les dans Pages et menu, Menu et logo, Coordonnées (/admin/pages/settings/contact)"
        : "Ce sont celles de la fédération",
    details: found.map(({ field, value }) => [NAMES[field] ?? field, value]),
  };
}
