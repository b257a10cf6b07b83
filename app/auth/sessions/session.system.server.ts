import { and, eq, gt } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { SESSION_RENEWED_AFTER } from "../library/auth.system.server.ts";
import { authSessions } from "../library/auth.table.server.ts";
import { callAuth } from "../sign-in/call-auth.server.ts";
import { SESSION_LASTS } from "./cookies.server.ts";

type ResolvedSession = { id: string; endsAt: Date; cookies: string[] };

/** The session of a request, as the sign-in library tells it; undefined when there is none. */
export async function readSession(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<ResolvedSession | undefined> {
  const { body, cookies } = await callAuth(request, context, "/get-session");
  const { session } = body as { session?: { id: string; expiresAt: string } };
  return session && { id: session.id, endsAt: new Date(session.expiresAt), cookies };
}

/**
 * Makes a session last its whole time again. The library does so by itself, but not at
 * every visit; here the session is made old enough, so that it does so now and sends its cookie anew.
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
