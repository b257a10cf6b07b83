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
  },
  screens: {
    "me.page.tsx": "form",
    "link.page.tsx": "form",
  },
} satisfies Expectations;
