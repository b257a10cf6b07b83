import type { Account } from "./guard.server.ts";

/** How long a session is still recognised without the database. */
const LASTS_MS = 30 * 60_000;
const AT_MOST = 500;

/**
 * Whose sessions the database has confirmed lately, in this process. While it cannot be asked, those
 * people keep the frame of the back office and are told on each screen what could not be read. It opens
 * nothing: every door asks the database itself.
 */
const recognised = new Map<string, { account: Account; until: number }>();

export function recognise(session: string, account: Account | undefined): void {
  // Taken out and put back, it is the last one.
  recognised.delete(session);
  if (account) recognised.set(session, { account, until: Date.now() + LASTS_MS });
  const [oldest] = recognised.keys();
  if (recognised.size > AT_MOST && oldest !== undefined) recognised.delete(oldest);
}

export function recall(session: string): Account | undefined {
  const found = recognised.get(session);
  return found && found.until > Date.now() ? found.account : undefined;
}
