import { findSetting, saveSetting } from "../../../app/settings/settings.staff.server.ts";
import { DEFAULT_SETTINGS } from "../../../app/settings/settings.ts";
import type { Managed } from "../../admin/records/managed.ts";

const { site_logo } = DEFAULT_SETTINGS;

/** What staff do with them, each operation with what the log says of it. */
export default [
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
] satisfies Managed[];
