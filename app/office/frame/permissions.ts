import type { Rights } from "../../core/values/roles.ts";
import { type Access, reaches, rightAt } from "../../kit/access.ts";
import { NOTIONS } from "./notions.ts";

/** Who besides administrators comes to the screens of the office itself. */
const OFFICE: Access = {
  "/admin/account": { editor: "all", treasurer: "all", events: "all", door: "all" },
  "/admin/activity": { editor: "all", treasurer: "all", events: "all" },
  "/admin/drafts": { editor: "all", events: "all" },
  "/admin/texts": { editor: "all", events: "all" },
  "/admin/translations": { editor: "all" },
  // Each table by itself: its notion says whose it is.
  "/admin/translations/:table": {},
  // Nothing is there for anybody: it is said as such.
  "/admin/*": { editor: [], treasurer: [], events: [], door: [] },
};

/** The dashboard alone: what lies below it is named in its own place. */
const DASHBOARD: Access = {
  "/admin": { editor: [], treasurer: [], events: [], door: [] },
};

/** THE PERMISSIONS, as each notion says them. What nobody names is for administrators alone. */
const ACCESS: Access = Object.assign({}, OFFICE, ...NOTIONS.map(({ access }) => access));

/** What somebody may do at an address; undefined when they may not come there. */
export const rightOf = (rights: Rights, address: string) =>
  rightAt(/^\/admin\/?(?:[?#]|$)/.test(address) ? DASHBOARD : ACCESS, rights, address);

/** Whether somebody may come to an address, or do a change there. */
export const mayDo = (rights: Rights, address: string, change?: string): boolean => {
  const right = rightOf(rights, address);
  return change === undefined ? right !== undefined : reaches(right, change);
};
