import {
  activateStaff,
  deactivateStaff,
  inviteStaff,
  reinviteStaff,
  renameStaff,
  requireSecondFactor,
  waiveSecondFactor,
} from "../../app/auth/accounts.staff.server.ts";
import { endOwnSessions } from "../../app/auth/sessions.staff.server.ts";
import { deleteMessages, markRead, markReplied } from "../../app/contact/contact.staff.server.ts";
import { newId } from "../../app/core/id.server.ts";
import {
  deleteSubscribers,
  exportSubscribers,
  unsubscribe,
} from "../../app/newsletter/newsletter.staff.server.ts";
import { SUBSCRIBER_LIST } from "../../app/newsletter/subscriber-list.ts";
import { parseListQuery } from "../../app/records/list-query.ts";
import type { Managed } from "./managed.ts";
import { FILE_OPERATIONS } from "./operations-files.ts";

/** What staff do with what people send, and with accounts. */
export const SYSTEM: Managed[] = [
  ...FILE_OPERATIONS,
  {
    table: "contact_messages",
    remove: deleteMessages,
    changes: [
      { of: markRead, run: (db, id) => markRead(db, [id]), action: "read" },
      { of: markReplied, run: (db, id) => markReplied(db, [id]), action: "reply" },
    ],
  },
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
  {
    table: "profiles",
    changes: [
      {
        of: inviteStaff,
        run: (db) => inviteStaff(db, { name: "Hawa Soumah", email: `${newId()}@example.org` }),
        action: "create",
        about: "another row",
      },
      { of: reinviteStaff, run: (db, id) => reinviteStaff(db, id), action: "invite" },
      { of: renameStaff, run: (db, id) => renameStaff(db, id, "Hawa Bah"), action: "rename" },
      {
        of: requireSecondFactor,
        run: (db, id) => requireSecondFactor(db, id),
        action: "second-factor",
      },
      {
        of: waiveSecondFactor,
        run: (db, id) => waiveSecondFactor(db, id),
        action: "second-factor",
        given: { two_factor_required: true },
      },
      { of: deactivateStaff, run: (db, id) => deactivateStaff(db, id), action: "deactivate" },
      {
        of: activateStaff,
        run: (db, id) => activateStaff(db, id),
        action: "activate",
        given: { is_active: false },
      },
      {
        of: endOwnSessions,
        run: (db, id) =>
          endOwnSessions(db, { id, name: "N", email: "n@example.gn" }, { currentId: id }),
        action: "end-sessions",
        about: "oneself",
      },
    ],
  },
];
