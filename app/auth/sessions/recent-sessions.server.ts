import { MINUTE } from "../../core/values/durations.ts";
import type { Account } from "./guard.server.ts";

/** How long a session is still recognised without the database. */
const LASTS_MS = 30 * MINUTE;
const AT_MOST = 500;

/**
 * Whose sessions the database has confirmed lately, in this process. While it cannot be asked, those
 * people keep the frame of the back office and are told on each screen what could not be read. It opens
 * nothing: every door asks the database itself.
 */
const recentSessions = new Map<string, { account: Account; until: number }>();

export function recognise(session: string, account: Account | undefined): void {
  // Taken out and put back, it is the last one.
  recentSessions.delete(session);
  if (account) recentSessions.set(session, { account, until: performance.now() + LASTS_MS });
  const [oldest] = recentSessions.keys();
  if (recentSessions.size > AT_MOST && oldest !== undefined) recentSessions.delete(oldest);
}

export function recall(session: string): Account | undefined {
  const entry = recentSessions.get(session);
  return entry && entry.until > performance.now() ? entry.account : undefined;
}
