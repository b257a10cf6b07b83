import type { Expectations } from "../../tests/support/expectations.ts";

export default {
  addresses: {
    "/*": "/cette-page/n-existe-pas",
  },
  screens: {
    "not-found.page.tsx": "form",
  },
} satisfies Expectations;
