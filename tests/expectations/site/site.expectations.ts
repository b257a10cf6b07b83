import { NOTHING } from "../../database/table-expectation.ts";
import type { Expectations } from "../../support/expectations.ts";

export default {
  tables: {
    moved_links: { row: (n) => ({ token_hash: n }), staff: NOTHING, notifies: false },
  },
  addresses: {
    "/icons/:icon": "/icons/192.png",
    "/*": "/cette-page/n-existe-pas",
  },
  screens: {
    "frame/not-found.page.tsx": "form",
  },
} satisfies Expectations;
