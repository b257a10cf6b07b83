import { and, eq, gt } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { authSessions } from "../library/auth.table.server.ts";
import { CONFIRMED_MINUTES } from "./confirmation.ts";

// A confirmation stands in the row of its session, so that it is of no use in another one and ends with it. The
// database takes it back when the account gets another password, address or second factor.

/** One session of an account. */
export type SessionOf = { userId: string; sessionId: string };

const isOwn = ({ userId, sessionId }: SessionOf) =>
  and(eq(authSessions.id, sessionId), eq(authSessions.userId, userId));

/** Whether the owner of a session proved themselves in it a moment ago. */
export async function isConfirmed(session: SessionOf): Promise<boolean> {
  const since = new Date(Date.now() - CONFIRMED_MINUTES * MINUTE);
  const rows = await asSystem("session.confirmed", (db) =>
    db
      .select({ id: authSessions.id })
      .from(authSessions)
      .where(and(isOwn(session), gt(authSessions.confirmedAt, since))),
  );
  return rows.length > 0;
}

/** Writes down that the owner of a session has proved themselves in it. */
export async function confirmSession(db: SystemDb, session: SessionOf): Promise<void> {
  await db.update(authSessions).set({ confirmedAt: new Date() }).where(isOwn(session));
}
