import { data, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { isInQuarantine } from "../../core/database/copy/quarantine.server.ts";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { cookieLine } from "../../core/http/cookies.server.ts";
import { MAX_OFFICE_BYTES, readFields } from "../../core/http/form.server.ts";
import { log, reasonOf } from "../../core/log/log.server.ts";
import { rightsContext, staffContext } from "../../core/staff-context.ts";
import { covers, mayDo, rightAt, rolesAt } from "../../core/values/permissions.ts";
import { guardWords } from "../../core/values/roles.ts";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { findMark } from "../../site/icons/site-icons.server.ts";
import { readTasks } from "../home/tasks.staff.server.ts";
import { TASKS, type TaskCounts } from "../home/tasks.ts";
import { lineAt } from "./navigation.ts";
import { readNotifications } from "./notifications.staff.server.ts";
import { isCollapsed, lastSeen, SEEN, YEAR } from "./office-cookies.ts";

/** The data of the frame: the account and its rights, notifications and tasks. */
export async function readFrame(request: Request, context: Readonly<RouterContextProvider>) {
  const staff = context.get(staffContext);
  const rights = context.get(rightsContext);
  const may = (address: string) => mayDo(rights, address);
  const cookie = request.headers.get("cookie");
  const seenAt = lastSeen(cookie);
  const news = await asStaff(staff, async (db) => {
    const tasks = await readTasks(db, may);
    const notifications = await readNotifications(db, seenAt, may);
    return { notifications, tasks, waiting: waitingByLine(tasks) };
  }).catch((error: unknown) => {
    log.warn({ reason: reasonOf(error) }, "notifications not read");
    return { notifications: null, tasks: null, waiting: {} };
  });
  const logo = await findMark();
  const collapsed = isCollapsed(cookie);
  const [atRest, leaves] = [isInQuarantine(), isMailConfigured()];
  return { staff, rights, ...news, logo, collapsed, atRest, isMailConfigured: leaves };
}

/** How many tasks wait under each line of the sidebar; lines without are left out. */
export function waitingByLine(counts: TaskCounts): Readonly<Record<string, number>> {
  const waiting: Record<string, number> = {};
  for (const { key, to } of TASKS) {
    const line = lineAt(to.split("?", 1)[0] ?? "")?.to;
    const count = counts[key] ?? 0;
    if (line && count > 0) waiting[line] = (waiting[line] ?? 0) + count;
  }
  return waiting;
}

export type FrameData = Awaited<ReturnType<typeof readFrame>>;

/** Screens that serve several tables have the table in their address: their right is looked up with it. */
const TABLES = /:(?:table|kind)\b/;

type Params = Readonly<Record<string, string | undefined>>;

const addressOf = (pattern: string, params: Params) =>
  pattern.replace(TABLES, (name) => encodeURIComponent(params[name.slice(1)] ?? ""));

/**
 * Checks, before any loader or action runs, whether a role of the account allows the address and the change that a form
 * names. A refusal is shown in the frame.
 */
export const permit: MiddlewareFunction<Response> = async (
  { request, context, params, pattern },
  next,
) => {
  const rights = context.get(rightsContext);
  if (rights.isAdmin) return next();
  const address = addressOf(pattern, params);
  const right = rightAt(rights, address);
  const isRead = request.method === "GET" || request.method === "HEAD";
  const change = isRead || right === "all" ? undefined : await changeOf(request);
  const isAllowed = change === undefined ? right !== undefined : covers(right, change);
  if (isAllowed) return next();
  log.info({ route: pattern }, "refused for want of a role");
  const what = right ? "faire ce changement" : "accéder à cette section";
  const words = guardWords(rolesAt(address, right && change), what);
  throw data({ refused: await readFrame(request, context), words }, { status: 403 });
};

/** The change that a form names; an unreadable form gives an empty name, which no right covers. */
async function changeOf(request: Request): Promise<string> {
  const fields = await readFields(request, MAX_OFFICE_BYTES);
  return fields ? (fields.intent ?? "save") : "";
}

/** Remembers when the notifications were last looked at. */
export const seenCookie = (at: Date) =>
  cookieLine(SEEN, String(at.getTime()), { path: "/admin", maxAge: YEAR });
