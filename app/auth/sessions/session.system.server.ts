import { and, eq, gt } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { SESSION_RENEWED_AFTER } from "../library/auth.system.server.ts";
import { authSessions } from "../library/auth.table.server.ts";
import { callAuth } from "../sign-in/call-auth.server.ts";
import { SESSION_LASTS } from "./cookies.server.ts";

type ResolvedSession = { id: string; endsAt: Date; cookies: string[] };

/** @throws AppError 'unavailable' when it cannot be known. */
export async function readSession(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<ResolvedSession | undefined> {
  const { status, body, cookies } = await callAuth(request, context, "/get-session");
  if (status !== 200) throw new AppError("unavailable", "the session cannot be read");
  const { session } = body as { session?: { id: string; expiresAt: string } };
  return session && { id: session.id, endsAt: new Date(session.expiresAt), cookies };
}

/**
 * Renews a session. The library does so by itself, but not at every visit: here its row is made old enough that it
 * does so now.
 */
export async function renewSession(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<ResolvedSession | undefined> {
  const session = await readSession(request, context);
  if (!session) return undefined;
  const due = new Date(Date.now() + (SESSION_LASTS - SESSION_RENEWED_AFTER) * 1_000);
  await asSystem("session.renew", (db) =>
    db
      .update(authSessions)
      .set({ expiresAt: due })
      .where(and(eq(authSessions.id, session.id), gt(authSessions.expiresAt, due))),
  );
  return readSession(request, context);
}
