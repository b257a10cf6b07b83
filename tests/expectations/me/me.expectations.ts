import { NOTHING } from "../../database/table-expectation.ts";
import type { Expectations } from "../../support/expectations.ts";

export default {
  tables: {
    me_sessions: {
      row: (n) => ({ token_hash: n, address_hash: n }),
      staff: NOTHING,
      notifies: false,
    },
    me_sign_ins: {
      row: (n) => ({ address_hash: n }),
      staff: NOTHING,
      notifies: false,
    },
  },
  addresses: {
    // No link of ours: it shows what somebody sees whose link is wrong.
    "/me/:token": "/me/x",
    "/me/club/:number": "/me/club/1",
    "/me/club/:number/list": "/me/club/1/list",
    "/me/club/:number/profile": "/me/club/1/profile",
    "/me/club/:number/statutes.pdf": "/me/club/1/statutes.pdf",
    "/me/departure/:id": "/me/departure/01930000-0000-7000-8000-000000000000",
    "/me/photo/:id": "/me/photo/01930000-0000-7000-8000-000000000000",
    "/join/:code": "/join/ABCDEFGHJKMN",
  },
  screens: {
    "me.page.tsx": "form",
    "link.page.tsx": "form",
    "photo.page.tsx": "form",
    "club/club.page.tsx": "form",
    "club/code.page.tsx": "form",
    "club/departure.page.tsx": "form",
    "club/invitation.page.tsx": "form",
    "club/player-list.page.tsx": "form",
    "club/profile.page.tsx": "form",
  },
} satisfies Expectations;
