import { OFFICE_ROLES, type OfficeRole } from "../../values/roles.ts";

// The roles in the database, as foundation.sql makes them. What each may do is in guards.sql and, for those of
// the office, in office-rights.sql.

/** The common role of all office roles and of each combination of them. */
export const OFFICE = "site_office";

/** The database role for these office roles. SQL computes the same name in `office_role_named`. */
export const officeRoleOf = (held: readonly OfficeRole[]): string =>
  [OFFICE, ...OFFICE_ROLES.filter((role) => held.includes(role))].join("_");

/** Every combination of roles that one person may have, except none. */
export const UNIONS: readonly (readonly OfficeRole[])[] = unions();

function unions(): OfficeRole[][] {
  const sets: OfficeRole[][] = [[]];
  for (const role of OFFICE_ROLES) sets.push(...sets.map((set) => [...set, role]));
  return sets.slice(1);
}

/** Every role that transactions take or inherit from. */
export const DATABASE_ROLES: readonly string[] = [
  "site_visitor",
  "site_staff",
  "site_system",
  OFFICE,
  ...UNIONS.map(officeRoleOf),
];

/** Whether a role is one of staff. */
export const isBehindStaffDoor = (role: unknown): boolean =>
  role === "site_staff" || (typeof role === "string" && role.startsWith(`${OFFICE}_`));
