import type { LeaderForm } from "../../../app/about/leadership.record.ts";
import {
  adoptSampleLeaders,
  createLeader,
  deleteLeaders,
  hideLeaders,
  moveLeader,
  showLeaders,
  updateLeader,
} from "../../../app/about/leadership.staff.server.ts";
import { leadershipTeam } from "../../../app/about/leadership.table.server.ts";
import type { Managed } from "../../admin/records/managed.ts";

const leader: LeaderForm = {
  name: "Kadiatou Barry",
  position: "Présidente",
  position_en: "President",
  bio: "Elle joue depuis toujours.",
  bio_en: null,
  image_url: "/pictures/leader-1.jpg",
  is_active: false,
};

/** What staff do with them, each operation with what the log says of it. */
export default [
  {
    table: "leadership_team",
    form: leader,
    create: createLeader,
    update: updateLeader,
    remove: deleteLeaders,
    changes: [
      { of: hideLeaders, run: (db, id) => hideLeaders(db, [id]), action: "unpublish" },
      {
        of: showLeaders,
        run: (db, id) => showLeaders(db, [id]),
        action: "publish",
        given: { is_active: false },
      },
      {
        of: moveLeader,
        run: (db, id) => moveLeader(db, id, "up"),
        action: "move",
        given: { order: 2 },
      },
      {
        of: adoptSampleLeaders,
        async run(db) {
          await db.delete(leadershipTeam);
          return adoptSampleLeaders(db);
        },
        action: "create",
        about: "another row",
      },
    ],
  },
] satisfies Managed[];
