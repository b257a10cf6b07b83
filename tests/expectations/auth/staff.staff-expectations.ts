import { endOwnSessions } from "../../../app/auth/sessions/sessions.staff.server.ts";
import {
  deactivateStaff,
  renameStaff,
  requireSecondFactor,
  waiveSecondFactor,
} from "../../../app/auth/staff/accounts.staff.server.ts";
import {
  approveAdmission,
  changeRoles,
  inviteStaff,
  reinviteStaff,
  requestActivation,
  withdrawActivation,
  withdrawInvitation,
} from "../../../app/auth/staff/invitations.staff.server.ts";
import { ADMINISTRATOR } from "../../../app/auth/staff/staff-roles.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import type { Managed } from "../../admin/records/managed.ts";
import { ACCOUNT } from "../../database/parents.ts";

/** Whoever asked waited long enough, where nobody else could agree. */
const LONG_AGO = "2020-01-01T00:00:00Z";

/** What staff do with them, each operation with what the log says of it. */
export default [
  {
    table: "profiles",
    changes: [
      {
        of: inviteStaff,
        run: (db) =>
          inviteStaff(db, {
            name: "Hawa Soumah",
            email: `${newId()}@example.org`,
            ...ADMINISTRATOR,
          }),
        action: "create",
        about: "another row",
      },
      { of: reinviteStaff, run: (db, id) => reinviteStaff(db, id), action: "invite" },
      { of: withdrawInvitation, run: (db, id) => withdrawInvitation(db, id), action: "withdraw" },
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
      {
        of: changeRoles,
        run: (db, id) => changeRoles(db, id, { role: "user", roles: ["editor"] }),
        action: "roles",
        given: { is_active: true },
      },
      { of: deactivateStaff, run: (db, id) => deactivateStaff(db, id), action: "deactivate" },
      {
        of: requestActivation,
        run: (db, id) => requestActivation(db, id),
        action: "ask-activation",
        given: { is_active: false, role: "admin" },
      },
      {
        of: approveAdmission,
        run: (db, id) => approveAdmission(db, id),
        action: "activate",
        given: {
          role: "admin",
          is_active: false,
          admission_asked_by: ACCOUNT,
          admission_from: LONG_AGO,
        },
      },
      {
        of: withdrawActivation,
        run: (db, id) => withdrawActivation(db, id),
        action: "withdraw-activation",
        given: { is_active: false, admission_asked_by: ACCOUNT },
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
] satisfies Managed[];
