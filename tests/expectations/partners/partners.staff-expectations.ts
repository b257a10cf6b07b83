import type { PartnerForm } from "../../../app/partners/partners.staff.server.ts";
import {
  createPartner,
  deletePartners,
  setPartnerStatus,
  updatePartner,
} from "../../../app/partners/partners.staff.server.ts";
import type { Managed } from "../../admin/records/managed.ts";

const partner: PartnerForm = {
  name: "Nimba Télécom",
  description: "Le réseau des finales.",
  description_en: "The network of the finals.",
  logo_url: "/pictures/partner-4.jpg",
  website: "https://nimba.example",
  partnership_type: "technical",
  status: "inactive",
  contact_name: "Hawa Soumah",
  contact_email: "hawa@example.org",
  contact_phone: "+224622000000",
  partnership_start: "2030-01-01",
  partnership_end: "2031-01-01",
};

/** What staff do with them, each operation with what the log says of it. */
export default [
  {
    table: "partners",
    form: partner,
    create: createPartner,
    update: updatePartner,
    remove: deletePartners,
    changes: [
      {
        of: setPartnerStatus,
        run: (db, id) => setPartnerStatus(db, [id], "inactive"),
        action: "status",
      },
    ],
  },
] satisfies Managed[];
