import { and, desc, eq, gt, ne } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import type { StaffAccount } from "../../core/staff-context.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { notifyOwner } from "../account/notices.operations.server.ts";
import { authSessions } from "../library/auth.table.server.ts";
import { deviceCookie, revokeKnownDevices } from "../sign-in/known-devices.system.server.ts";
import { SESSION_ENDS } from "./cookies.server.ts";
import { deviceLabel, networkLabel } from "./device-label.ts";
import { forgetSessionsOf } from "./recent-sessions.server.ts";

/** One browser that is signed in to one's account. */
export type OwnSession = {
  id: string;
  /** The browser and system, as people call them. */
  device: string;
  /** The front part of the network address, which is all that is kept of it. */
  network: string;
  lastSeen: Date;
  /** When it ends, even if it is used until then. */
  endsAt: Date;
  current: boolean;
};

/** The browsers signed in to the account behind `db`, the latest first. */
export async function listOwnSessions(db: StaffDb, currentId: string): Promise<OwnSession[]> {
  const { id, userAgent, ipAddress, updatedAt, createdAt } = authSessions;
  const rows = await db
    .select({ id, userAgent, ipAddress, updatedAt, createdAt })
    .from(authSessions)
    .where(and(eq(authSessions.userId, db.staffId), gt(authSessions.expiresAt, new Date())))
    .orderBy(desc(authSessions.updatedAt));
  return rows.map((row) => ({
    id: row.id,
    device: deviceLabel(row.userAgent ?? ""),
    network: networkLabel(row.ipAddress),
    lastSeen: row.updatedAt,
    endsAt: new Date(row.createdAt.getTime() + SESSION_ENDS * 1_000),
    current: row.id === currentId,
  }));
}

/**
 * Ends one session of one's own or, without an id, all but the current one. All devices become unknown; the
 * returned cookie makes the current one known again.
 */
export async function endOwnSessions(
  db: StaffDb,
  account: StaffAccount,
  { id, currentId }: { id?: string; currentId: string },
): Promise<string[]> {
  const own = eq(authSessions.userId, db.staffId);
  const which = id === undefined ? ne(authSessions.id, currentId) : eq(authSessions.id, id);
  const ended = await db
    .delete(authSessions)
    .where(and(own, which))
    .returning({ id: authSessions.id });
  forgetSessionsOf(db.staffId);
  await audit(db, {
    action: "profiles.end-sessions",
    entity: "profiles",
    entity_id: db.staffId,
    label: account.email,
  });
  if (ended.length === 0) return [];
  await notifyOwner(db, account, { kind: "devices-signed-out", count: ended.length });
  await revokeKnownDevices(db, db.staffId);
  return [await deviceCookie(db, account)];
}
