import { EVERYTHING, NOTHING } from "../../tests/database/table-expectation.ts";
import type { Expectations } from "../../tests/support/expectations.ts";

export default {
  tables: {
    document_texts: {
      row: (n) => ({ file_url: `/files/uploads/${n}.pdf` }),
      staff: NOTHING,
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
  screens: {
    "search.page.tsx": "list",
  },
} satisfies Expectations;
