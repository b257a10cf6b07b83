import type { Expectations } from "../../support/expectations.ts";

export default {
  addresses: {
    "/admin/*": "/admin/nulle-part",
    "/admin/translations/:table/:id":
      "/admin/translations/news/01930000-0000-7000-8000-000000001001",
    "/admin/versions/:table/:id": "/admin/versions/news/01930000-0000-7000-8000-000000001001",
    "/admin/audit/:id/undo": "/admin/audit/01930000-0000-7000-8000-000000000000/undo",
  },
} satisfies Expectations;
