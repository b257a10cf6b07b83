import { NEWEST } from "../../tests/database/table-expectation.ts";
import type { Expectations } from "../../tests/support/expectations.ts";

export default {
  tables: {
    news: {
      row: () => ({ title: "T", excerpt: "E", content: "C", category: "Communiqué" }),
      visitorReads: { shown: { published: true }, hidden: [{ published: false }] },
      notifies: true,
      searched: ["title", "title_en", "excerpt"],
      order: NEWEST,
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
