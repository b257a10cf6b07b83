import { NEWEST } from "../../database/table-expectation.ts";
import type { Expectations } from "../../support/expectations.ts";

export default {
  tables: {
    newsletter_subscriptions: {
      row: (n) => ({
        email: `${n}@example.gn`,
        whatsapp: "+224620000000",
        consent_text: "J'accepte",
        consent_channel: "footer",
      }),
      visitorInserts: { refused: [{ status: "unsubscribed" }] },
      notifies: false,
      searched: ["email", "whatsapp"],
      order: NEWEST,
    },
  },
  addresses: {
    // No link of ours: these show what somebody sees whose link is wrong.
    "/newsletter/one-click/:token": "/newsletter/one-click/x",
    "/newsletter/return/:token": "/newsletter/return/x",
    "/newsletter/unsubscribe/:token": "/newsletter/unsubscribe/x",
  },
  screens: {
    "newsletter.page.tsx": "form",
    "unsubscribe.page.tsx": "form",
    "return.page.tsx": "form",
  },
} satisfies Expectations;
