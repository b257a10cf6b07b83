import { OFFICE_ROLES, type OfficeRole } from "../../values/roles.ts";

// The roles in the database, as foundation.sql makes them. What each may do is in guards.sql and, for those of
// the office, in office-rights.sql.

/** What all of the office have in common; each of its roles, and each union of them, has it too. */
export const OFFICE = "site_office";

/** The role of whoever holds these. The database names it itself, by `office_role_named`. */
export const officeRoleOf = (held: readonly OfficeRole[]): string =>
  [OFFICE, ...OFFICE_ROLES.filter((role) => held.includes(role))].join("_");

/** Every set of roles that one person may hold, but the empty one. */
export const UNIONS: readonly (readonly OfficeRole[])[] = unions();

function unions(): OfficeRole[][] {
  const sets: OfficeRole[][] = [[]];
  for (const role of OFFICE_ROLES) sets.push(...sets.map((set) => [...set, role]));
  return sets.slice(1);
}

/** Every role that a transaction of ours takes, or has rights from. */
export const DATABASE_ROLES: readonly string[] = [
  "site_visitor",
  "site_staff",
  "site_system",
  OFFICE,
  ...UNIONS.map(officeRoleOf),
];

/** As what works whoever passed the door of staff. */
export const isBehindStaffDoor = (role: unknown): boolean =>
  role === "site_staff" || (typeof role === "string" && role.startsWith(`${OFFICE}_`));
