import { createHash } from "node:crypto";
import type { Expectations } from "../../support/expectations.ts";

/** A day to come that is no other row's. */
const dayOf = (n: string) => {
  const days = createHash("sha256").update(n).digest().readUInt32BE(0) % 300_000;
  return new Date(Date.UTC(2100, 0, 1) + days * 86_400_000).toISOString().slice(0, 10);
};

export default {
  tables: {
    legal_texts: {
      row: (n) => ({ document: "terms", starts_on: dayOf(n), content: "{refunds}" }),
      visitorReads: { shown: { published: true }, hidden: [{ published: false }] },
      notifies: true,
    },
  },
  addresses: {
    "/admin/pages/legal/:id": "/admin/pages/legal/01930000-0000-7000-8000-000000000000",
  },
  screens: {
    "legal.page.tsx": "list",
  },
} satisfies Expectations;
