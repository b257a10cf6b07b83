import { restorable } from "../kit/form/restoring.server.ts";
import { formDefaults } from "../kit/form/save.server.ts";
import { leaderFormSchema } from "./leader-schema.ts";
import { findLeader, updateLeader } from "./leadership.staff.server.ts";
import { leadershipTeam } from "./leadership.table.server.ts";

export const leaderRestoring = restorable({
  table: leadershipTeam,
  find: findLeader,
  fieldsOf: formDefaults,
  schema: leaderFormSchema,
  update: updateLeader,
});
