import {
  deleteMessages,
  markRead,
  markReplied,
} from "../../../app/contact/contact.staff.server.ts";
import type { Managed } from "../../admin/records/managed.ts";

/** What staff do with them, each operation with what the log says of it. */
export default [
  {
    table: "contact_messages",
    remove: deleteMessages,
    changes: [
      { of: markRead, run: (db, id) => markRead(db, [id]), action: "read" },
      { of: markReplied, run: (db, id) => markReplied(db, [id]), action: "reply" },
    ],
  },
] satisfies Managed[];
