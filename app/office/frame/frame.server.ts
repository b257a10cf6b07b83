import type { RouterContextProvider } from "react-router";
import { isAtRest } from "../../core/database/copy/rest.server.ts";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { log, reasonOf } from "../../core/log/log.server.ts";
import { rightsContext, staffContext } from "../../core/staff-context.ts";
import { mayDo } from "../../core/values/permissions.ts";
import { readToast } from "../../kit/toast.ts";
import { mailLeaves } from "../../mail/mail.server.ts";
import { findMark } from "../../site/icons/site-icons.server.ts";
import { readTasks } from "../home/tasks.staff.server.ts";
import { TASKS } from "../home/tasks.ts";
import { readNotifications } from "./notifications.staff.server.ts";
import { isCollapsed, lastSeen } from "./office-cookies.ts";

/** What the frame of every screen shows: who one is, what one may do, what is new and what waits for somebody. */
export async function readFrame(request: Request, context: Readonly<RouterContextProvider>) {
  const staff = context.get(staffContext);
  const rights = context.get(rightsContext);
  const may = (address: string) => mayDo(rights, address);
  const cookie = request.headers.get("cookie");
  const seenAt = lastSeen(cookie);
  const news = await asStaff(staff, async (db) => {
    const tasks = await readTasks(db, may);
    // Every screen carries them: those of which there are none are left out.
    const own = TASKS.filter(({ key }) => tasks[key]).map(({ key }) => key);
    return {
      notifications: await readNotifications(db, seenAt, may),
      tasks: Object.fromEntries(own.map((key) => [key, tasks[key] ?? 0])),
    };
  }).catch((error: unknown) => {
    log.warn({ reason: reasonOf(error) }, "notifications not read");
    return { notifications: null, tasks: null };
  });
  const [toast, logo] = [readToast(cookie), await findMark()];
  const collapsed = isCollapsed(cookie);
  const [atRest, leaves] = [isAtRest(), mailLeaves()];
  return { staff, rights, ...news, toast, logo, collapsed, atRest, mailLeaves: leaves };
}

export type FrameData = Awaited<ReturnType<typeof readFrame>>;
