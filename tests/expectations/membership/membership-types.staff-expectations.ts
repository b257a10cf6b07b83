import type { MembershipTypeForm } from "../../../app/membership/types/membership-types.record.ts";
import {
  activateMembershipTypes,
  adoptSampleTypes,
  createMembershipType,
  deactivateMembershipTypes,
  deleteMembershipTypes,
  updateMembershipType,
} from "../../../app/membership/types/membership-types.staff.server.ts";
import { membershipTypes } from "../../../app/membership/types/membership-types.table.server.ts";
import type { Managed } from "../../admin/records/managed.ts";

const membershipType: MembershipTypeForm = {
  name: "Club universitaire",
  name_en: "University club",
  description: "Pour les équipes des universités.",
  description_en: null,
  price: 50_000,
  period: "par an",
  period_en: "per year",
  features: ["Dix licences"],
  features_en: ["Ten licences"],
  member_type: "club",
  included_licences: 10,
  is_active: true,
};

/** What staff do with them, each operation with what the log says of it. */
export default [
  {
    table: "membership_types",
    form: membershipType,
    create: createMembershipType,
    update: updateMembershipType,
    remove: deleteMembershipTypes,
    changes: [
      {
        of: deactivateMembershipTypes,
        run: (db, id) => deactivateMembershipTypes(db, [id]),
        action: "deactivate",
      },
      {
        of: activateMembershipTypes,
        run: (db, id) => activateMembershipTypes(db, [id]),
        action: "activate",
        given: { is_active: false },
      },
      {
        of: adoptSampleTypes,
        async run(db) {
          await db.delete(membershipTypes);
          return adoptSampleTypes(db);
        },
        action: "create",
        about: "another row",
      },
    ],
  },
] satisfies Managed[];
