import { createPreviewLink, endPreviewLink } from "../../../app/web/preview-links.staff.server.ts";
import type { Managed } from "../../admin/records/managed.ts";
import { PUBLISHED_PAGE } from "../../database/parents.ts";

const page = { kind: "pages", record_id: PUBLISHED_PAGE } as const;
const snapshot = JSON.stringify({ kind: "pages", written: { page: { title: "Clubs" } } });

/** What staff do with them, each operation with what the log says of it. */
export default [
  {
    table: "preview_links",
    changes: [
      {
        of: createPreviewLink,
        run: (db) => createPreviewLink(db, { ...page, days: 7 }),
        action: "create",
        about: "another row",
      },
      {
        of: endPreviewLink,
        run: (db, id) => endPreviewLink(db, id, page),
        action: "end",
        given: { ...page, snapshot },
      },
    ],
  },
] satisfies Managed[];
