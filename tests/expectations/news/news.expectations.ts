import type { Expectations } from "../../support/expectations.ts";

export default {
  tables: {
    news: {
      row: () => ({ title: "T", excerpt: "E", content: "C", category: "Communiqué" }),
      visitorReads: {
        shown: { published: true, public_from: "2020-01-01", public_until: "2999-01-01" },
        hidden: [
          { published: false },
          { published: true, public_from: "2998-01-01" },
          { published: true, public_from: "2020-01-01", public_until: "2020-01-02" },
        ],
      },
      notifies: true,
      searched: ["title", "title_en", "excerpt"],
      order: { by: ["dated_at", "id"] },
    },
  },
  addresses: {
    "/admin/news/:id": "/admin/news/01930000-0000-7000-8000-000000001001",
    "/news/:id": "/news/01930000-0000-7000-8000-000000001001",
    "/news/tag/:tag": "/news/tag/championnat",
  },
  screens: {
    "article.page.tsx": "story",
    "news.page.tsx": "list",
    "tag.page.tsx": "list",
  },
} satisfies Expectations;
