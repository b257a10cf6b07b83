import { recordForm } from "../../kit/form/restoring.server.ts";
import { formDefaults } from "../../kit/form/save.server.ts";
import { membershipTypeFormSchema } from "./membership-type-schema.ts";
import {
  findMembershipType,
  type StoredType,
  updateMembershipType,
} from "./membership-types.staff.server.ts";
import { membershipTypes } from "./membership-types.table.server.ts";
import { typeFields } from "./membership-types.ts";

export const membershipTypeRestoring = recordForm({
  table: membershipTypes,
  find: findMembershipType,
  fieldsOf: (type: StoredType) => formDefaults(typeFields(type)),
  schema: membershipTypeFormSchema,
  update: updateMembershipType,
});
