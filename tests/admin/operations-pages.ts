import { newId } from "../../app/core/id.server.ts";
import { pageFormSchema } from "../../app/pages/page-form.ts";
import {
  createPage,
  deletePages,
  setPageStatus,
  updatePage,
} from "../../app/pages/pages.staff.server.ts";
import { sectionFormSchema } from "../../app/pages/section-form.ts";
import {
  activateSections,
  createSection,
  deactivateSections,
  deleteSections,
  moveSection,
  updateSection,
} from "../../app/pages/sections.staff.server.ts";
import { findSetting, saveSetting } from "../../app/settings/settings.staff.server.ts";
import { DEFAULT_SETTINGS } from "../../app/settings/settings.ts";
import { PUBLISHED_PAGE } from "../database/tables.ts";
import type { Managed } from "./managed.ts";

const page = pageFormSchema.parse({ title: "Nos clubs", title_en: "Our clubs" });

const section = sectionFormSchema.parse({
  section_type: "stats",
  title: "La saison",
  "items.0.value": "17",
  "items.0.title": "clubs",
});

const { site_logo } = DEFAULT_SETTINGS;

/** What staff do to pages, and to what stands on all of them. */
export const PAGE_OPERATIONS: Managed[] = [
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
  {
    table: "site_settings",
    changes: [
      {
        of: saveSetting,
        run: async (db) => {
          const version = (await findSetting(db, "site_logo"))?.updated_at.toISOString();
          await saveSetting(db, "site_logo", { ...site_logo, width: 64 }, version);
        },
        action: "update",
        given: { setting_key: "site_logo", setting_value: site_logo },
      },
      {
        of: saveSetting,
        run: (db) => saveSetting(db, "federation", DEFAULT_SETTINGS.federation),
        action: "create",
        about: "another row",
      },
    ],
  },
];
