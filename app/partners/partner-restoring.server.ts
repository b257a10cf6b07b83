import { restorable } from "../kit/form/restoring.server.ts";
import { formDefaults } from "../kit/form/save.server.ts";
import { partnerFormSchema } from "./partner-schema.ts";
import { findPartner, updatePartner } from "./partners.staff.server.ts";
import { partners } from "./partners.table.server.ts";

export const partnerRestoring = restorable({
  table: partners,
  find: findPartner,
  fieldsOf: formDefaults,
  schema: partnerFormSchema,
  update: updatePartner,
});
