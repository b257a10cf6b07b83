/**
 * The office roles besides administrator, who may do everything. A person with several has the rights of all of them.
 */
export const OFFICE_ROLES = ["editor", "treasurer", "events", "door"] as const;
export type OfficeRole = (typeof OFFICE_ROLES)[number];

export const ADMINISTRATOR_LABEL = "Administrateur";
export const ROLE_LABELS: Readonly<Record<OfficeRole, string>> = {
  editor: "Rédaction",
  treasurer: "Trésorerie",
  events: "Événements",
  door: "Accueil",
};

/** What an account may do in the back office. */
export type Rights = { isAdmin: boolean; roles: readonly OfficeRole[] };

export const NO_RIGHTS: Rights = { isAdmin: false, roles: [] };

type Holder = { role: string; roles: readonly string[]; is_active: boolean };

/** The rights of an account: none while it is inactive. An unknown role gives none. */
export function rightsOf({ role, roles, is_active }: Holder): Rights {
  if (!is_active) return NO_RIGHTS;
  return { isAdmin: role === "admin", roles: OFFICE_ROLES.filter((one) => roles.includes(one)) };
}

/** Whether an account may enter the back office at all. */
export const mayEnter = ({ isAdmin, roles }: Rights) => isAdmin || roles.length > 0;

/** Who may do something, for those who may not: the words of the guard, with the roles that may too. */
export function guardWords(roles: readonly OfficeRole[], what: string): string {
  const named = roles.map((role) => `«\u202f${ROLE_LABELS[role]}\u202f»`);
  const others =
    named.length > 0
      ? ` et ${named.length > 1 ? "les rôles" : "le rôle"} ${new Intl.ListFormat("fr").format(named)}`
      : "";
  return `Seuls les administrateurs${others} peuvent ${what}.`;
}

/** The labels of an account's roles; empty when it has none. */
export const formatRoles = ({ role, roles }: Pick<Holder, "role" | "roles">): string =>
  role === "admin"
    ? ADMINISTRATOR_LABEL
    : OFFICE_ROLES.filter((one) => roles.includes(one))
        .map((one) => ROLE_LABELS[one])
        .join(", ");
