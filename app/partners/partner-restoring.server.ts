import { restorable } from "../kit/restoring.server.ts";
import { formDefaults } from "../kit/save.server.ts";
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
