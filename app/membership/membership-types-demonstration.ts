import { demonstration } from "../kit/demonstration.ts";
import type { ListSpec } from "../records/list-query.ts";
import type { MembershipTypeForm } from "./membership-type-form.ts";
import type { TypeRow } from "./membership-types.staff.server.ts";

/** What the list of kinds of membership can be asked for. */
export const TYPES: ListSpec = {
  filters: { status: ["active", "inactive"] },
  sorts: ["created_at", "name", "price"],
  descending: true,
};

/** The status as the form's choice has it. */
export const shownType = <T extends { is_active: boolean }>(type: T) => ({
  ...type,
  is_active: type.is_active ? "active" : "inactive",
});

export const typesDemonstration = demonstration<TypeRow, MembershipTypeForm>({
  list: "/admin/membership-types",
  spec: TYPES,
  searched: ["name", "description"],
  flag: "is_active",
  schema: async () => (await import("./membership-type-form.ts")).membershipTypeFormSchema,
  fresh: () => ({ currency: "GNF" }),
  shown: shownType,
});
