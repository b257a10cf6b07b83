import { NEWEST } from "../../database/table-expectation.ts";
import type { Expectations } from "../../support/expectations.ts";

export default {
  tables: {
    mail_outbox: {
      row: (n) => ({
        key: n,
        template: "newsletter-welcome",
        language: "fr",
        recipient: "n@example.gn",
        subject: "S",
        text_body: "T",
        html_body: "<p>T</p>",
      }),
      visitorInserts: {
        refused: [
          { status: "sent" },
          { status: "kept" },
          { status: "failed" },
          { status: "withheld" },
          { attempts: 1 },
        ],
      },
      staff: {
        // Everything but what the mail says.
        reads: [
          "id",
          "key",
          "template",
          "language",
          "recipient",
          "reply_to",
          "subject",
          "status",
          "attempts",
          "next_attempt_at",
          "sent_at",
          "last_error",
          "search_text",
          "created_at",
          "updated_at",
        ],
        adds: true,
      },
      notifies: false,
      searched: ["recipient", "subject"],
      order: NEWEST,
    },
    mail_refusals: {
      row: (n) => ({ address: `${n}@example.gn`, code: "5.1.1" }),
      staff: { reads: ["id", "address", "code", "refused_at"] },
      notifies: false,
    },
  },
} satisfies Expectations;
