/** What a browser remembers of the back office's frame. Neither says anything about a person. */

const SIDEBAR = "office_sidebar";
const SEEN = "office_seen";
const YEAR = 31_536_000;
const KEPT = `Max-Age=${YEAR}; Path=/admin; SameSite=Lax`;

const read = (name: string, cookie: string | null) =>
  new RegExp(`(?:^|;\\s*)${name}=(\\w+)`).exec(cookie ?? "")?.[1];

/** Whether the sidebar shows icons only. */
export const isCollapsed = (cookie: string | null) => read(SIDEBAR, cookie) === "icons";
export const sidebarCookie = (collapsed: boolean) =>
  `${SIDEBAR}=${collapsed ? "icons" : "open"}; ${KEPT}`;

/** When the notifications were last looked at; the beginning of time when never. */
export const lastSeen = (cookie: string | null) => new Date(Number(read(SEEN, cookie) ?? 0));
export const seenCookie = (at: Date) => `${SEEN}=${at.getTime()}; ${KEPT}`;
