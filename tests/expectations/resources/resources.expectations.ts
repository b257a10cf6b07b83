import type { Expectations } from "../../support/expectations.ts";

export default {
  addresses: {
    "/admin/resources/:id": "/admin/resources/01930000-0000-7000-8000-000000007001",
    "/resources/:id": "/resources/01930000-0000-7000-8000-000000007001",
    "/resources/:id/download": "/resources/01930000-0000-7000-8000-000000007001/download",
  },
  screens: {
    "resource.page.tsx": "viewer",
    "resources.page.tsx": "list",
  },
} satisfies Expectations;
