import { demonstration } from "../../kit/demonstration/demonstration.browser.ts";
import { MEMBERSHIP_TYPE_LIST } from "./membership-type-list.ts";
import type { MembershipTypeForm } from "./membership-type-schema.ts";
import type { TypeRow } from "./membership-types.staff.server.ts";
import { typeFields } from "./membership-types.ts";

export const typesDemonstration = demonstration<TypeRow, MembershipTypeForm>({
  list: "/admin/membership-types",
  spec: MEMBERSHIP_TYPE_LIST,
  searched: ["name", "description"],
  flag: "is_active",
  schema: async () => (await import("./membership-type-schema.ts")).membershipTypeFormSchema,
  fresh: () => ({ currency: "GNF" }),
  toFields: typeFields,
});
