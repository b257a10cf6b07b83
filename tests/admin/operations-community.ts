import {
  createHighlight,
  deleteHighlights,
  hideHighlights,
  moveHighlight,
  showHighlights,
  updateHighlight,
} from "../../app/community/highlights.staff.server.ts";
import type { HighlightForm } from "../../app/community/highlights-form.ts";
import type { MemberForm } from "../../app/membership/member-form.ts";
import { MEMBER_LIST } from "../../app/membership/member-list.ts";
import {
  createMember,
  deleteMembers,
  exportMembers,
  setMemberStatus,
  updateMember,
} from "../../app/membership/members.staff.server.ts";
import type { MembershipTypeForm } from "../../app/membership/membership-type-form.ts";
import {
  activateMembershipTypes,
  adoptSampleTypes,
  createMembershipType,
  deactivateMembershipTypes,
  deleteMembershipTypes,
  updateMembershipType,
} from "../../app/membership/membership-types.staff.server.ts";
import { membershipTypes } from "../../app/membership/membership-types.table.server.ts";
import type { PartnerForm } from "../../app/partners/partner-form.ts";
import {
  createPartner,
  deletePartners,
  setPartnerStatus,
  updatePartner,
} from "../../app/partners/partners.staff.server.ts";
import { parseListQuery } from "../../app/records/list-query.ts";
import type { Managed } from "./managed.ts";

const highlight: HighlightForm = {
  kind: "club",
  name: "Lions de Kaloum",
  image_url: null,
  gamertag: null,
  level: null,
  level_en: null,
  members_count: 42,
  achievements: ["Champion national"],
  achievements_en: ["National champions"],
  category: null,
  category_en: null,
  contribution: null,
  contribution_en: null,
  is_active: true,
};

const member: MemberForm = {
  first_name: "M’Balia",
  last_name: "Béavogui",
  email: "mbalia@example.org",
  phone: "+224622000001",
  birth_date: "2001-02-03",
  address: "Quartier Dorota",
  city: "N’Zérékoré",
  member_type: "club",
  status: "active",
  membership_type_id: null,
  membership_start: "2030-01-01",
  membership_end: "2031-01-01",
  language: "en",
};

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
  is_active: true,
};

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

/** What staff do with people: members, partners, cards. */
export const COMMUNITY: Managed[] = [
  {
    table: "highlights",
    form: highlight,
    create: createHighlight,
    update: updateHighlight,
    remove: deleteHighlights,
    changes: [
      { of: hideHighlights, run: (db, id) => hideHighlights(db, [id]), action: "unpublish" },
      {
        of: showHighlights,
        run: (db, id) => showHighlights(db, [id]),
        action: "publish",
        given: { is_active: false },
      },
      {
        of: moveHighlight,
        run: (db, id) => moveHighlight(db, id, "up"),
        action: "move",
        given: { order: 2 },
      },
    ],
  },
  {
    table: "members",
    form: member,
    create: createMember,
    update: updateMember,
    remove: deleteMembers,
    changes: [
      {
        of: setMemberStatus,
        run: (db, id) => setMemberStatus(db, [id], "suspended"),
        action: "status",
      },
      {
        of: exportMembers,
        run: (db) => exportMembers(db, parseListQuery(MEMBER_LIST, new URLSearchParams("q=bah"))),
        action: "export",
        about: "many",
      },
    ],
  },
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
];
