import { OFFICE_ROLES, type OfficeRole, type Rights } from "./roles.ts";

/** What a permission lets somebody do at an address: everything, or read there and send these changes alone. */
export type Right = "all" | readonly string[];

const all = (...addresses: readonly string[]): Readonly<Record<string, Right>> =>
  Object.fromEntries(addresses.map((address) => [address, "all"]));

/**
 * THE PERMISSIONS, each with the addresses that it opens, and all below them unless a longer address stands here
 * too. An address is one of the site map, with its `:parameters` or with what stands in their place. What each may
 * do in the database stands in database/office-rights.ts.
 *
 * An address without a permission, and a permission that no role has, is for administrators alone.
 */
export const PERMISSIONS = {
  // Nothing is sent to these two screens.
  "office.enter": { "/admin": [], "/admin/*": [] },
  "account.edit": all("/admin/account"),
  "activity.read": all("/admin/activity"),

  "texts.write": all("/admin/drafts", "/admin/texts"),
  // What somebody deleted themselves; administrators see all of it.
  "bin.own": all("/admin/bin"),
  "translations.list": all("/admin/translations"),
  // Each table of these belongs to what edits it.
  "translations.others": all("/admin/translations/:table"),

  "pages.edit": all(
    "/admin/pages",
    "/admin/versions/pages",
    "/admin/versions/page_sections",
    "/admin/translations/pages",
    "/admin/translations/page_sections",
    "/admin/previews/pages",
  ),
  // What the federation is called, where money goes and what people agree to.
  "settings.edit": all("/admin/pages/settings"),
  "legal.edit": all("/admin/pages/legal"),
  "news.edit": all(
    "/admin/news",
    "/admin/versions/news",
    "/admin/translations/news",
    "/admin/previews/news",
  ),
  "files.edit": all("/admin/files"),
  "files.limit": all("/admin/files/settings"),
  "pictures.choose": all("/admin/files/choose", "/admin/files/upload"),
  "resources.edit": all(
    "/admin/resources",
    "/admin/versions/static_files",
    "/admin/translations/static_files",
  ),
  "highlights.edit": all(
    "/admin/highlights",
    "/admin/versions/highlights",
    "/admin/translations/highlights",
  ),
  "leadership.edit": all(
    "/admin/leadership",
    "/admin/versions/leadership_team",
    "/admin/translations/leadership_team",
  ),
  "partners.edit": all(
    "/admin/partners",
    "/admin/versions/partners",
    "/admin/translations/partners",
  ),

  // Not `approveReturns`: money that goes back is approved by administrators.
  "events.edit": { "/admin/events": ["save", "status", "delete", "holdReturns"] },
  "events.texts": all(
    "/admin/versions/events",
    "/admin/translations/events",
    "/admin/previews/events",
  ),
  "events.staff": all("/admin/events/:id/door"),
  "registrations.edit": all("/admin/registrations", "/admin/registrations/door"),
  // Of the events to which they are assigned: `assertDoorAccess` checks that.
  "registrations.check-in": { "/admin/registrations/door": ["scan", "toggle"] },

  // Of a person each sees what their lists show: `readPersonParts`. All data and the erasure are for administrators.
  "people.read": { "/admin/people/:id": [] },
  // Whoever may edit members.
  "people.merge": all("/admin/people/duplicates"),
  "people.data": all("/admin/people/:id/data.json"),

  "payments.manage": all("/admin/payments"),
  // Whoever has the keys can send the money elsewhere.
  "payments.keys": all("/admin/payments/online"),
} satisfies Record<string, Readonly<Record<string, Right>>>;

export type Permission = keyof typeof PERMISSIONS;

/** What every role has. */
export const OFFICE_PERMISSIONS: readonly Permission[] = ["office.enter", "account.edit"];

/** What each role has besides; administrators have all. */
export const ROLE_PERMISSIONS: Readonly<Record<OfficeRole, readonly Permission[]>> = {
  editor: [
    "activity.read",
    "texts.write",
    "bin.own",
    "translations.list",
    "pages.edit",
    "news.edit",
    "files.edit",
    "pictures.choose",
    "resources.edit",
    "highlights.edit",
    "leadership.edit",
    "partners.edit",
  ],
  treasurer: ["activity.read", "payments.manage", "people.read"],
  events: [
    "activity.read",
    "texts.write",
    "bin.own",
    "pictures.choose",
    "events.edit",
    "events.texts",
    "events.staff",
    "registrations.edit",
    "people.read",
  ],
  door: ["registrations.check-in"],
};

/** The roles that have a permission. */
export const rolesWith = (permission: Permission): readonly OfficeRole[] =>
  OFFICE_ROLES.filter((role) =>
    [...OFFICE_PERMISSIONS, ...ROLE_PERMISSIONS[role]].includes(permission),
  );

/** Whether somebody has a permission. */
export const holds = ({ isAdmin, roles }: Rights, permission: Permission): boolean =>
  isAdmin || rolesWith(permission).some((role) => roles.includes(role));

/** Who may do what at each address that is named above. */
const ADDRESSES = new Map<string, { permission: Permission; right: Right }[]>();
for (const [name, opened] of Object.entries<Readonly<Record<string, Right>>>(PERMISSIONS)) {
  for (const [address, right] of Object.entries(opened)) {
    const entries = ADDRESSES.get(address) ?? [];
    ADDRESSES.set(address, [...entries, { permission: name as Permission, right }]);
  }
}

const partsOf = (address: string) => address.split("/").slice(1);

/** How specifically an address of the table matches another; undefined when it does not. */
function specificity(named: string, parts: readonly string[]): number | undefined {
  // The dashboard opens itself alone.
  if (named === "/admin" && parts.slice(1).join("/") !== "") return undefined;
  const own = partsOf(named);
  if (own.length > parts.length) return undefined;
  const fits = own.every((part, place) => part === parts[place] || part.startsWith(":"));
  if (!fits) return undefined;
  // A longer one is more specific; of two as long, the one with fewer parameters.
  return own.length * 100 - own.filter((part) => part.startsWith(":")).length;
}

/** What somebody may do at an address; undefined when they may not come there. */
export function rightAt(rights: Rights, address: string): Right | undefined {
  if (rights.isAdmin) return "all";
  const parts = partsOf(address.split(/[?#]/, 1)[0] ?? "");
  let nearest = -1;
  let entries: { permission: Permission; right: Right }[] = [];
  for (const [named, found] of ADDRESSES) {
    const near = specificity(named, parts);
    if (near === undefined || near <= nearest) continue;
    nearest = near;
    entries = found;
  }
  const granted = entries.filter(({ permission }) => holds(rights, permission));
  if (granted.length === 0) return undefined;
  const changes = granted.flatMap(({ right }) => right);
  return changes.includes("all") ? "all" : changes;
}

/** Whether a right includes a change; a form that saves without a name of its change is 'save'. */
export const covers = (right: Right | undefined, change: string): boolean =>
  right === "all" || right?.includes(change) === true;

/** The roles that may come to an address, or do a change there. Administrators may do everything. */
export const rolesAt = (address: string, change?: string): readonly OfficeRole[] =>
  OFFICE_ROLES.filter((role) => mayDo({ isAdmin: false, roles: [role] }, address, change));

/** Whether somebody may come to an address, or do a change there. */
export const mayDo = (rights: Rights, address: string, change?: string): boolean => {
  const right = rightAt(rights, address);
  return change === undefined ? right !== undefined : covers(right, change);
};
