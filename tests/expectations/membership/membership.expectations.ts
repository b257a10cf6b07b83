import { newId } from "../../../app/core/secrets/id.server.ts";
import { ACTIVE_ONLY, NEWEST, NOTHING } from "../../database/table-expectation.ts";
import type { Expectations } from "../../support/expectations.ts";

export default {
  tables: {
    members: {
      row: (n) => ({ first_name: "F", last_name: "L", email: `${n}@example.gn` }),
      visitorInserts: {
        refused: [{ status: "active" }, { status: "suspended" }, { status: "expired" }],
      },
      notifies: true,
      searched: ["first_name", "last_name", "email", "organisation"],
      order: NEWEST,
    },
    clubs: {
      row: () => ({}),
      // Memberships give the numbers.
      staff: { reads: ["id", "number", "created_at"] },
      notifies: false,
      keeps: "rows",
    },
    club_places: {
      // It counts among no licences.
      row: (n) => ({ club: 1, code: n, by_player: true, expires_at: "2030-01-01" }),
      // Whoever reads a code can accept an invitation.
      staff: NOTHING,
      notifies: false,
    },
    club_invitees: {
      row: (n) => ({ club: 1, place_id: newId(), address_hash: n, list_id: newId() }),
      staff: { reads: ["id", "email"] },
      notifies: false,
    },
    club_officers: {
      row: (n) => ({ club: 1, name: "N", email: `${n}@example.gn` }),
      staff: { reads: ["id", "email"] },
      notifies: false,
    },
    club_profiles: {
      row: () => ({ club: 1 }),
      staff: NOTHING,
      notifies: false,
    },
    club_purchases: {
      row: () => ({ club: 1, order_id: newId(), count: 1, until: "2030-01-01" }),
      staff: NOTHING,
      notifies: false,
    },
    membership_types: {
      row: () => ({ name: "N", description: "D", price: 1000 }),
      visitorReads: ACTIVE_ONLY,
      notifies: true,
      searched: ["name", "name_en", "description"],
      order: NEWEST,
    },
  },
  addresses: {
    "/admin/members/:id": "/admin/members/01930000-0000-7000-8000-00000000a001",
    "/admin/members/:id/payments": "/admin/members/01930000-0000-7000-8000-00000000a001/payments",
    "/admin/payments/memberships/:id":
      "/admin/payments/memberships/01930000-0000-7000-8000-00000000a001",
    "/admin/membership-types/:id": "/admin/membership-types/01930000-0000-7000-8000-000000005001",
    // No link of ours: it shows what somebody sees whose link is wrong.
    "/membership/application/:token": "/membership/application/x",
    "/membership/renewal/:token": "/membership/renewal/x",
  },
  screens: {
    "apply/application.page.tsx": "form",
    "apply/membership.page.tsx": "form",
    "renewal/renewal.page.tsx": "form",
  },
  openForms: [
    {
      address: "/membership?type=01930000-0000-7000-8000-000000005001",
      screen: "apply/membership.page.tsx",
    },
  ],
} satisfies Expectations;
