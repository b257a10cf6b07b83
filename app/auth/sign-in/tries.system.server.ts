import { sql } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { networkOf, widerNetworkOf } from "../../core/http/network.ts";
import { allow, type Limit } from "../../core/http/rate-limit.server.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { authTwoFactors } from "../library/auth.table.server.ts";

/** Who tries: from which address, and whether on a device where the account has signed in before. */
export type Caller = { ip: string; known: boolean };

type Limits = {
  /** From one network; and beside that on the account's own devices together. */
  near: Limit;
  /** From the wider network around it, so that nobody has a thousand networks. */
  around: Limit;
  /** From everywhere, but for the account's own devices. */
  everywhere: Limit;
};

const LIMITS = {
  "sign-in": {
    near: { count: 10, perMs: 15 * MINUTE },
    around: { count: 20, perMs: 15 * MINUTE },
    everywhere: { count: 60, perMs: 20 * MINUTE },
  },
  forgotten: {
    near: { count: 3, perMs: 15 * MINUTE },
    around: { count: 6, perMs: 15 * MINUTE },
    everywhere: { count: 12, perMs: 60 * MINUTE },
  },
  // Of who is signed in, or has a link: their own password, and what it costs to look at one.
  password: {
    near: { count: 10, perMs: 15 * MINUTE },
    around: { count: 20, perMs: 15 * MINUTE },
    everywhere: { count: 60, perMs: 60 * MINUTE },
  },
  code: {
    near: { count: 10, perMs: 60 * MINUTE },
    around: { count: 20, perMs: 60 * MINUTE },
    everywhere: { count: 60, perMs: 60 * MINUTE },
  },
} satisfies Record<string, Limits>;

/**
 * Whether something may be tried at an account once more. Somebody who tries a lot stops their own
 * network; from many at once they slow down everybody but the account's own devices, which have tries
 * of their own. An address that nobody has counts the same.
 */
export function allowTry(
  what: keyof typeof LIMITS,
  account: string,
  { ip, known }: Caller,
): boolean {
  const { near, around, everywhere } = LIMITS[what];
  return (
    (known && onOwnDevice(what, account)) ||
    (allow(`${what}, network`, `${account} ${networkOf(ip)}`, near) &&
      allow(`${what}, wider network`, `${account} ${widerNetworkOf(ip)}`, around) &&
      allow(`${what}, everywhere`, account, everywhere))
  );
}

const onOwnDevice = (what: keyof typeof LIMITS, account: string) =>
  allow(`${what}, own devices`, account, LIMITS[what].near);

const CODES_SENT: Limit = { count: 5, perMs: 15 * MINUTE };

/** Whether an account that is signed in may send itself, or another address, one more message. */
export const maySendCode = (userId: string): boolean => allow("send-code", userId, CODES_SENT);

const DEVICES_TOLD: Limit = { count: 6, perMs: 60 * MINUTE };

/** Whether the owner of an account hears of one more new device: a browser that forgets everything is no storm. */
export const maySpeakOfDevices = (userId: string): boolean =>
  allow("new-device", userId, DEVICES_TOLD);

/** So many codes in a row are tried in vain before the account waits. */
const CODES_AT_ONCE = 5;
/** How often the wait doubles: from a quarter of an hour to a day and a half. */
const DOUBLED_AT_MOST = 7;

/**
 * Takes one try at the six digits of an account, before they are looked at: of many that come at once
 * none is for free. After five in vain the account waits for a quarter of an hour, after five more for
 * half an hour, and so on, but for its own devices. Recovery codes cannot be guessed and do not wait.
 */
export async function takeCodeTry(userId: string, caller: Caller): Promise<boolean> {
  if (caller.known && onOwnDevice("code", userId)) return true;
  if (!allowTry("code", userId, { ...caller, known: false })) return false;
  const tried = sql`${authTwoFactors.failedVerificationCount} + 1`;
  const wait = sql`interval '15 minutes' * power(2, least(${DOUBLED_AT_MOST}, (${tried}) / ${CODES_AT_ONCE} - 1))`;
  const { rows } = (await asSystem("account.code", (db) =>
    db.execute(sql`update ${authTwoFactors} set failed_verification_count = ${tried},
      locked_until = case when (${tried}) % ${CODES_AT_ONCE} = 0 then site_now() + ${wait} else locked_until end
      where user_id = ${userId} and (locked_until is null or locked_until <= site_now()) returning id`),
  )) as unknown as { rows: unknown[] };
  return rows.length > 0;
}
