import { SUBSCRIBER_LIST } from "../../../app/newsletter/newsletter.record.ts";
import {
  deleteSubscribers,
  exportSubscribers,
  unsubscribe,
} from "../../../app/newsletter/newsletter.staff.server.ts";
import { parseListQuery } from "../../../app/records/list/list-query.ts";
import type { Managed } from "../../admin/records/managed.ts";

/** What staff do with them, each operation with what the log says of it. */
export default [
  {
    table: "newsletter_subscriptions",
    remove: deleteSubscribers,
    changes: [
      { of: unsubscribe, run: (db, id) => unsubscribe(db, [id]), action: "unsubscribe" },
      {
        of: exportSubscribers,
        run: (db) => exportSubscribers(db, parseListQuery(SUBSCRIBER_LIST, new URLSearchParams())),
        action: "export",
        about: "many",
      },
    ],
  },
] satisfies Managed[];
