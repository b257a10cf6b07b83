import type { Expectations } from "../../tests/support/expectations.ts";

export default {
  screens: {
    "privacy.page.tsx": "list",
    "terms.page.tsx": "list",
  },
} satisfies Expectations;
