import type { OfficeRole, Rights } from "../core/values/roles.ts";

/** What one role may do at an address: everything, or read there and send these changes alone. */
export type Right = "all" | readonly string[];

/**
 * Who besides administrators comes to an address, and to what is below it unless a longer address says it
 * anew. An address is one of the site map, with its `:parameters`, or with what stands in their place.
 */
export type Access = Readonly<Record<string, Readonly<Partial<Record<OfficeRole, Right>>>>>;

/** These addresses, and all that is below them, for one role. */
export const opens = (role: OfficeRole, ...addresses: readonly string[]): Access =>
  Object.fromEntries(addresses.map((address) => [address, { [role]: "all" }]));

const partsOf = (address: string) => address.split("/").slice(1);

/** How exactly an address of the table names another; undefined when it is not below it. */
function nearness(named: string, parts: readonly string[]): number | undefined {
  const own = partsOf(named);
  if (own.length > parts.length) return undefined;
  const fits = own.every((part, place) => part === parts[place] || part.startsWith(":"));
  if (!fits) return undefined;
  // A longer one is nearer; of two as long, the one with fewer parameters.
  return own.length * 100 - own.filter((part) => part.startsWith(":")).length;
}

/** What somebody may do at an address; undefined when they may not come there. */
export function rightAt(
  access: Access,
  { isAdmin, roles }: Rights,
  address: string,
): Right | undefined {
  if (isAdmin) return "all";
  const parts = partsOf(address.split(/[?#]/, 1)[0] ?? "");
  let nearest = -1;
  let holders: Access[string] = {};
  for (const [named, entry] of Object.entries(access)) {
    const near = nearness(named, parts);
    if (near === undefined || near <= nearest) continue;
    nearest = near;
    holders = entry;
  }
  const rights = roles.flatMap((role) => holders[role] ?? []).flat();
  const given = roles.filter((role) => holders[role] !== undefined);
  if (given.length === 0) return undefined;
  return rights.includes("all") ? "all" : rights;
}

/** Whether a right reaches as far as a change; a form that saves without a name of its change is 'save'. */
export const reaches = (right: Right | undefined, change: string): boolean =>
  right === "all" || right?.includes(change) === true;
