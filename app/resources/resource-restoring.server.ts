import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { staticFiles } from "../files/files.table.server.ts";
import { recordForm } from "../kit/form/restoring.server.ts";
import { formDefaults } from "../kit/form/save.server.ts";
import { resourceFormSchema } from "./resource-schema.ts";
import { findAnyResource, findCategoryName, updateResource } from "./resources.staff.server.ts";
import { isBranding, type Resource } from "./resources.ts";

type Fields = Record<string, string>;

/** The fields of a document; a record as it is stored names its category by its id alone. */
export const resourceFields = (
  resource: Pick<Resource, "tags"> & { updated_at: Date },
): Fields => ({
  ...formDefaults(resource),
  branding: isBranding(resource) ? "on" : "",
});

export const resourceRestoring = {
  ...recordForm({
    table: staticFiles,
    find: findAnyResource,
    fieldsOf: resourceFields,
    schema: resourceFormSchema,
    update: updateResource,
  }),
  complete: async (db: StaffDb, fields: Fields) => ({
    ...fields,
    category: await findCategoryName(db, fields.category_id),
  }),
};
