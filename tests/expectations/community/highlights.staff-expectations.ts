import { type HighlightForm, highlightRecord } from "../../../app/community/highlights.record.ts";
import {
  createHighlight,
  deleteHighlights,
  hideHighlights,
  moveHighlight,
  showHighlights,
  updateHighlight,
} from "../../../app/community/highlights.staff.server.ts";
import { emptyRecord } from "../../../app/records/record-fields.ts";
import type { Managed } from "../../admin/records/managed.ts";

const highlight: HighlightForm = {
  ...emptyRecord(highlightRecord),
  kind: "club",
  name: "Lions de Kaloum",
  members_count: 42,
  achievements: ["Champion national"],
  achievements_en: ["National champions"],
};

/** What staff do with them, each operation with what the log says of it. */
export default [
  {
    table: "highlights",
    form: highlight,
    create: createHighlight,
    update: updateHighlight,
    remove: deleteHighlights,
    changes: [
      { of: hideHighlights, run: (db, id) => hideHighlights(db, [id]), action: "unpublish" },
      {
        of: showHighlights,
        run: (db, id) => showHighlights(db, [id]),
        action: "publish",
        given: { is_active: false },
      },
      {
        of: moveHighlight,
        run: (db, id) => moveHighlight(db, id, "up"),
        action: "move",
        given: { order: 2 },
      },
    ],
  },
] satisfies Managed[];
