import { sql } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { networkOf, widerNetworkOf } from "../../core/http/network.ts";
import { allow, type Limit } from "../../core/http/rate-limit.server.ts";
import { authTwoFactors } from "../library/auth.table.server.ts";

const per = (minutes: number, count: number): Limit => ({ count, perMs: minutes * 60_000 });

/** Who tries: from which address, and whether on a device where the account has signed in before. */
type Caller = { ip: string; known: boolean };

/**
 * The attempts at one account: from one network (and, apart from these, on its known devices together), and
 * from everywhere. The wider network has twice those of one network.
 */
const LIMITS = {
  "sign-in": { network: per(15, 10), everywhere: per(20, 60) },
  forgotten: { network: per(15, 3), everywhere: per(60, 12) },
  // The password of an account that is signed in, or has a link. Checking one costs processor time.
  password: { network: per(15, 10), everywhere: per(60, 60) },
  code: { network: per(60, 10), everywhere: per(60, 60) },
} satisfies Record<string, { network: Limit; everywhere: Limit }>;

/**
 * Whether something may be attempted at an account once more. Known devices have attempts of their own, so
 * nobody locks the owner out. An address without an account counts the same.
 */
export function allowAttempt(
  what: keyof typeof LIMITS,
  account: string,
  { ip, known }: Caller,
): boolean {
  const { network, everywhere } = LIMITS[what];
  const wider = { ...network, count: 2 * network.count };
  return (
    (known && allowOnKnownDevice(what, account)) ||
    (allow(`${what}, network`, `${account} ${networkOf(ip)}`, network) &&
      allow(`${what}, wider network`, `${account} ${widerNetworkOf(ip)}`, wider) &&
      allow(`${what}, everywhere`, account, everywhere))
  );
}

const allowOnKnownDevice = (what: keyof typeof LIMITS, account: string) =>
  allow(`${what}, own devices`, account, LIMITS[what].network);

/** Whether an account that is signed in may send itself, or another address, one more message. */
export const allowCodeMail = (userId: string): boolean => allow("send-code", userId, per(15, 5));

/** Whether the owner of an account is told of one more new device. */
export const allowDeviceNotice = (userId: string): boolean =>
  allow("new-device", userId, per(60, 6));

/** Wrong codes in a row before the account waits. */
const CODES_BEFORE_WAIT = 5;
/** How often the wait doubles: from 15 minutes to 32 hours. */
const MAX_DOUBLINGS = 7;

/**
 * Counts one attempt at the six digits of an account before they are checked, so that attempts at the same
 * moment count too. Known devices do not wait; recovery codes cannot be guessed and do not wait either.
 */
export async function allowCodeAttempt(userId: string, caller: Caller): Promise<boolean> {
  if (caller.known && allowOnKnownDevice("code", userId)) return true;
  if (!allowAttempt("code", userId, { ...caller, known: false })) return false;
  const tried = sql`${authTwoFactors.failedVerificationCount} + 1`;
  const wait = sql`interval '15 minutes' * power(2, least(${MAX_DOUBLINGS}, (${tried}) / ${CODES_BEFORE_WAIT} - 1))`;
  const { rows } = (await asSystem("account.code", (db) =>
    db.execute(sql`update ${authTwoFactors} set failed_verification_count = ${tried},
      locked_until = case when (${tried}) % ${CODES_BEFORE_WAIT} = 0 then site_now() + ${wait} else locked_until end
      where user_id = ${userId} and (locked_until is null or locked_until <= site_now()) returning id`),
  )) as unknown as { rows: unknown[] };
  return rows.length > 0;
}
