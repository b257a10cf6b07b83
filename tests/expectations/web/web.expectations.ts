import { EVERYTHING, NOTHING } from "../../database/table-expectation.ts";
import type { Expectations } from "../../support/expectations.ts";

export default {
  tables: {
    document_texts: {
      row: (n) => ({ file_url: `/files/uploads/${n}.pdf` }),
      staff: NOTHING,
      notifies: false,
    },
    preview_links: {
      row: (n) => ({
        kind: "news",
        record_id: n.slice(1),
        token_hash: n,
        snapshot: "{}",
        created_by: n.slice(1),
        expires_at: "2999-01-01T00:00:00Z",
      }),
      notifies: false,
    },
    search_entries: {
      row: (n) => ({
        kind: "news",
        record_id: n.slice(1),
        language: "fr",
        page: 0,
        path: "/news/x",
        title: "T",
        body: "B",
        happens_at: "2026-01-01T00:00:00Z",
        words: "'t':1",
      }),
      visitorReads: EVERYTHING,
      staff: NOTHING,
      notifies: false,
    },
    search_words: {
      row: (n) => ({ word: n }),
      visitorReads: EVERYTHING,
      staff: NOTHING,
      notifies: false,
    },
    search_words_due: { row: () => ({}), staff: NOTHING, notifies: false },
  },
  addresses: {
    "/admin/previews/:kind/:id": "/admin/previews/news/01930000-0000-7000-8000-000000001001",
    "/preview/:token": "/preview/x",
    "/share/:picture": "/share/site-fr-0123456789abcdef.jpg",
  },
  screens: {
    "preview.page.tsx": "story",
    "search.page.tsx": "list",
  },
} satisfies Expectations;
