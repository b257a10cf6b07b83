import type { Expectations } from "../../support/expectations.ts";

/** What staff write: another card, or a suspension. */
const CHANGED = [
  "issue",
  "suspended_from",
  "suspended_until",
  "suspension_reason",
  "suspended_by",
  "updated_at",
];

let lastKey = 0;

export default {
  tables: {
    licences: {
      row: () => ({}),
      // Memberships give numbers, and none is taken away.
      staff: {
        reads: ["id", "serial", "member_id", ...CHANGED, "replaced_by", "created_at"],
        changes: CHANGED,
      },
      notifies: false,
      keeps: "rows",
    },
    licence_cards: {
      row: (n) => ({ serial: 1, issue: 1, key_number: 1, valid_from: "2030-01-01", code: n }),
      // Whoever writes a code makes it a true one.
      staff: {},
      notifies: false,
    },
    licence_photos: {
      row: () => ({ member_id: "01930000-0000-7000-8000-000000000000", content: "/9j/" }),
      notifies: false,
    },
    licence_keys: {
      row: () => ({ number: ++lastKey, public_key: "x", sealed: "x" }),
      // Whoever reads a key can sign cards.
      staff: {},
      notifies: false,
    },
  },
  addresses: {
    // Nobody's: these show what somebody sees whose link is wrong, and who scanned something else.
    "/admin/members/:id/club": "/admin/members/01930000-0000-7000-8000-000000000000/club",
    "/admin/members/:id/club/statutes":
      "/admin/members/01930000-0000-7000-8000-000000000000/club/statutes",
    "/admin/members/:id/licence": "/admin/members/01930000-0000-7000-8000-000000000000/licence",
    "/licences/:token": "/licences/x",
    "/licences/:token/:file": "/licences/x/card.pdf",
    "/V/:code": "/V/X",
    "/V/:code/photo.jpg": "/V/X/photo.jpg",
  },
  screens: {
    "card.page.tsx": "form",
    "check.page.tsx": "form",
    "offline/control.page.tsx": "control",
    "register.page.tsx": "form",
  },
} satisfies Expectations;
