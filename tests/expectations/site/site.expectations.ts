import type { Expectations } from "../../support/expectations.ts";

export default {
  addresses: {
    "/icons/:icon": "/icons/192.png",
    "/*": "/cette-page/n-existe-pas",
  },
  screens: {
    "not-found.page.tsx": "form",
  },
} satisfies Expectations;
