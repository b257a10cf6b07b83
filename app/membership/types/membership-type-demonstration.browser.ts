import { demonstration } from "../../kit/demonstration/demonstration.browser.ts";
import { withPositions } from "../../records/record-fields.ts";
import { type MembershipTypeForm, membershipTypeRecord } from "./membership-types.record.ts";
import type { TypeRow } from "./membership-types.staff.server.ts";

export const typesDemonstration = demonstration<TypeRow, MembershipTypeForm>({
  list: "/admin/membership-types",
  spec: membershipTypeRecord.list,
  searched: ["name", "description"],
  flag: "is_active",
  schema: async () =>
    (await import("../../kit/form/record-schema.ts")).recordSchema(membershipTypeRecord),
  fresh: () => ({ currency: "GNF" }),
  toFields: (type) => withPositions(membershipTypeRecord, type),
});
