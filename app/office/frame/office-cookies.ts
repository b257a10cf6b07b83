/** What a browser remembers of the back office's frame. Neither says anything about a person. */

const SIDEBAR = "office_sidebar";
export const SEEN = "office_seen";
/** In seconds. */
export const YEAR = 31_536_000;

const read = (name: string, cookie: string | null) =>
  new RegExp(`(?:^|;\\s*)${name}=(\\w+)`).exec(cookie ?? "")?.[1];

/** Whether the sidebar shows icons only. */
export const isCollapsed = (cookie: string | null) => read(SIDEBAR, cookie) === "icons";
/** Set by the script of the frame, which is why scripts may read it. */
export const sidebarCookie = (collapsed: boolean, secure: boolean) =>
  `${SIDEBAR}=${collapsed ? "icons" : "open"}; Path=/admin; Max-Age=${YEAR}; SameSite=Lax${secure ? "; Secure" : ""}`;

/** When the notifications were last looked at; the beginning of time when never. */
export const lastSeen = (cookie: string | null) => new Date(Number(read(SEEN, cookie) ?? 0));
