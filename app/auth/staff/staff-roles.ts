import * as z from "zod";
import { OFFICE_ROLES, type OfficeRole } from "../../core/values/roles.ts";
import { box } from "../../kit/form/schema.ts";

/** What an account is to be: an administrator, who needs nothing else, or some of the other roles. */
export type ChosenRoles = { role: "admin" | "user"; roles: OfficeRole[] };

export const ADMINISTRATOR: ChosenRoles = { role: "admin", roles: [] };

/** How a form names the box of a role. */
export const boxOf = (role: OfficeRole | "admin") => `role_${role}`;

const CHOICES = ["admin", ...OFFICE_ROLES] as const;

/** The boxes of a form. */
export const rolesSchema = z
  .object(Object.fromEntries(CHOICES.map((role) => [boxOf(role), box])))
  .refine((boxes) => CHOICES.some((role) => boxes[boxOf(role)]), {
    error: "Choisissez au moins un rôle",
    path: [boxOf("admin")],
  })
  .transform((boxes): ChosenRoles => {
    if (boxes[boxOf("admin")]) return ADMINISTRATOR;
    return { role: "user", roles: OFFICE_ROLES.filter((role) => boxes[boxOf(role)]) };
  });

/** The boxes as they stand for an account. */
export const boxesOf = ({ role, roles }: { role: string; roles: readonly string[] }) =>
  Object.fromEntries(
    CHOICES.filter((one) => (one === "admin" ? role === "admin" : roles.includes(one))).map(
      (one) => [boxOf(one), "on"],
    ),
  );
