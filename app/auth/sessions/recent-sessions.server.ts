import { MINUTE } from "../../core/values/durations.ts";

/** How long a session is remembered. */
const LASTS_MS = 30 * MINUTE;
const AT_MOST = 500;

type Holder = { id: string };

const sessions = new Map<string, { account: Holder; until: number }>();

/**
 * Remembers a session that the database confirmed, in this process. While the database is down, these people
 * still see the frame of the back office and Diagnostic. It grants nothing: every door asks the database itself.
 */
export function rememberSession(session: string, account: Holder | undefined): void {
  // Inserted again, it becomes the newest one.
  sessions.delete(session);
  if (account) sessions.set(session, { account, until: performance.now() + LASTS_MS });
  const [oldest] = sessions.keys();
  if (sessions.size > AT_MOST && oldest !== undefined) sessions.delete(oldest);
}

/** The account of a remembered session. */
export function recentAccount<Account extends Holder>(session: string): Account | undefined {
  const entry = sessions.get(session);
  return entry && entry.until > performance.now() ? (entry.account as Account) : undefined;
}

/** Whoever signed out, or was signed out, is nobody, with or without the database. */
export function forgetSession(session: string): void {
  sessions.delete(session);
}

/** All sessions of an account ended, or most of them: whoever goes on is remembered at the next request. */
export function forgetSessionsOf(accountId: string): void {
  for (const [session, { account }] of sessions) {
    if (account.id === accountId) sessions.delete(session);
  }
}
