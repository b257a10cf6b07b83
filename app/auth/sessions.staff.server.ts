import { and, desc, eq, gt, ne } from "drizzle-orm";
import { audit, nameOfStaff } from "../admin/audit.staff.server.ts";
import type { StaffDb } from "../platform/database/doors.server.ts";
import { authSessions } from "./auth.table.server.ts";

/** One browser that is signed in to one's account. */
export type OwnSession = {
  id: string;
  /** The browser and system, as people call them. */
  device: string;
  /** The front part of the network address, which is all that is kept of it. */
  network: string;
  lastSeen: Date;
  current: boolean;
};

/** The browsers signed in to the account behind `db`, the latest first. */
export async function listOwnSessions(db: StaffDb, currentId: string): Promise<OwnSession[]> {
  const { id, userAgent, ipAddress, updatedAt } = authSessions;
  const rows = await db
    .select({ id, userAgent, ipAddress, updatedAt })
    .from(authSessions)
    .where(and(eq(authSessions.userId, db.staffId), gt(authSessions.expiresAt, new Date())))
    .orderBy(desc(authSessions.updatedAt));
  return rows.map((row) => ({
    id: row.id,
    device: deviceWords(row.userAgent ?? ""),
    network: row.ipAddress || "réseau inconnu",
    lastSeen: row.updatedAt,
    current: row.id === currentId,
  }));
}

/** Ends one session of one's own, or, without an id, all but the current one. */
export async function endOwnSessions(
  db: StaffDb,
  { id, currentId }: { id?: string; currentId: string },
): Promise<void> {
  const own = eq(authSessions.userId, db.staffId);
  const which = id === undefined ? ne(authSessions.id, currentId) : eq(authSessions.id, id);
  await db.delete(authSessions).where(and(own, which));
  await audit(db, {
    action: "profiles.end-sessions",
    entity: "profiles",
    entity_id: db.staffId,
    label: await nameOfStaff(db),
  });
}

const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;

function deviceWords(userAgent: string): string {
  const find = (known: readonly (readonly [string, string])[]) =>
    known.find(([mark]) => userAgent.includes(mark))?.[1];
  return [find(BROWSERS) ?? "Navigateur inconnu", find(SYSTEMS)].filter(Boolean).join(" · ");
}
