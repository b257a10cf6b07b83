import { exportPerson, refuseErasure } from "../../../app/people/people.staff.server.ts";
import type { Managed } from "../../admin/records/managed.ts";

/** What staff do with them, each operation with what the log says of it. */
export default [
  {
    table: "erasures",
    changes: [
      {
        of: refuseErasure,
        run: (db, id) => refuseErasure(db, id, "Un litige est en cours."),
        action: "refuse",
      },
      { of: exportPerson, run: (db) => exportPerson(db), action: "export", about: "many" },
    ],
  },
] satisfies Managed[];
