import { DRAFT_PAGE, PUBLISHED_PAGE } from "../../database/parents.ts";
import { NEWEST } from "../../database/table-expectation.ts";
import type { Expectations } from "../../support/expectations.ts";

export default {
  tables: {
    former_slugs: {
      row: (n) => ({ slug: n, page_id: PUBLISHED_PAGE }),
      visitorReads: { shown: {}, hidden: [{ page_id: DRAFT_PAGE }] },
      notifies: false,
    },
    page_sections: {
      row: (n) => ({ page_id: PUBLISHED_PAGE, section_key: n, sort_order: 1 }),
      visitorReads: {
        shown: {},
        hidden: [{ is_active: false }, { page_id: DRAFT_PAGE }],
      },
      notifies: true,
      order: { within: `page_id = '${PUBLISHED_PAGE}'`, by: ["page_id", "sort_order", "id"] },
    },
    pages: {
      row: (n) => ({ slug: n, title: "T" }),
      visitorReads: {
        shown: { status: "published", public_from: "2020-01-01", public_until: "2999-01-01" },
        hidden: [
          { status: "draft" },
          { status: "archived" },
          { status: "published", public_from: "2998-01-01" },
          { status: "published", public_from: "2020-01-01", public_until: "2020-01-02" },
        ],
      },
      notifies: true,
      searched: ["title", "title_en"],
      order: NEWEST,
    },
  },
  addresses: {
    "/:slug": "/ligue-nationale",
    "/admin/pages/:id": "/admin/pages/01930000-0000-7000-8000-000000008002",
    "/admin/pages/:id/edit": "/admin/pages/01930000-0000-7000-8000-000000008002/edit",
    "/admin/pages/:id/sections/new":
      "/admin/pages/01930000-0000-7000-8000-000000008002/sections/new",
    "/admin/pages/:id/sections/:section":
      "/admin/pages/01930000-0000-7000-8000-000000008002/sections/01930000-0000-7000-8000-000000009101",
    "/admin/pages/settings/:setting": "/admin/pages/settings/menu",
  },
  screens: {
    "home/home.page.tsx": "home",
    // Staff build them of the parts of Home: a wide picture first, then what they like.
    "cms.page.tsx": "home",
  },
} satisfies Expectations;
