import { showFirstSteps } from "../../../app/office/home/first-steps.staff.server.ts";
import type { Managed } from "../../admin/records/managed.ts";

/** What staff do with the list of first steps, with what the log says of it. */
export default [
  {
    table: "site_settings",
    changes: [
      {
        of: showFirstSteps,
        run: (db) => showFirstSteps(db),
        action: "update",
        given: { setting_key: "first_steps", setting_value: ["Logo"] },
      },
    ],
  },
] satisfies Managed[];
