import { newId } from "../../../app/core/secrets/id.server.ts";
import {
  createPage,
  deletePages,
  pageFormSchema,
  setPageStatus,
  updatePage,
} from "../../../app/pages/pages.staff.server.ts";
import { sectionFormSchema } from "../../../app/pages/sections/section-schema.ts";
import {
  activateSections,
  createSection,
  deactivateSections,
  deleteSections,
  moveSection,
  updateSection,
} from "../../../app/pages/sections/sections.staff.server.ts";
import type { Managed } from "../../admin/records/managed.ts";
import { PUBLISHED_PAGE } from "../../database/parents.ts";

const page = pageFormSchema.parse({ title: "Nos clubs", title_en: "Our clubs" });

const section = sectionFormSchema.parse({
  section_type: "stats",
  title: "La saison",
  "items.0.value": "17",
  "items.0.title": "clubs",
});

/** What staff do with them, each operation with what the log says of it. */
export default [
  {
    table: "page_sections",
    form: () => ({ ...section, page_id: PUBLISHED_PAGE, section_key: newId() }),
    create: createSection,
    update: updateSection,
    remove: deleteSections,
    changes: [
      {
        of: deactivateSections,
        run: (db, id) => deactivateSections(db, [id]),
        action: "deactivate",
      },
      {
        of: activateSections,
        run: (db, id) => activateSections(db, [id]),
        action: "activate",
        given: { is_active: false },
      },
      {
        of: moveSection,
        run: (db, id) => moveSection(db, id, "up"),
        action: "move",
        given: { sort_order: 1_000 },
      },
    ],
  },
  {
    table: "pages",
    form: () => ({ ...page, slug: `nos-clubs-${newId()}` }),
    create: createPage,
    update: updatePage,
    remove: deletePages,
    changes: [
      {
        of: setPageStatus,
        run: (db, id) => setPageStatus(db, [id], "archived"),
        action: "status",
      },
    ],
  },
] satisfies Managed[];
