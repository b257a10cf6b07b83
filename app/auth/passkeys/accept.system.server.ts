import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { recordAccess } from "../account/access-log.system.server.ts";
import type { AccountName } from "../account/links.system.server.ts";
import { tellOwner } from "../account/notices.operations.server.ts";
import { type PasskeyUse, relyingParty } from "./challenges.server.ts";
import { countUse, findPasskey, spendChallenge } from "./passkeys.system.server.ts";
import { type Signed, verifySigned } from "./signatures.server.ts";

/** How an account is named to a device: by the bytes of its id, which tell nobody who it is. */
export const handleOf = (userId: string) =>
  Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64url");

/**
 * Accepts what a passkey signed, once, and does what it was asked for in the same transaction. Undefined when
 * it is refused: it is nobody's, another account's, answers another question, or the question was answered
 * before. A passkey whose count went back is refused, and its owner told: there are two of it.
 * @param owner Whose passkey it must be, where that is known.
 */
export async function acceptPasskey<T>(
  use: PasskeyUse,
  signed: Signed,
  work: (db: SystemDb, account: AccountName) => Promise<T>,
  owner?: string,
): Promise<{ result: T } | undefined> {
  const party = relyingParty();
  const found = party && (await findPasskey(signed.id));
  if (!found || found.key.host !== party.host) return undefined;
  const { key, account } = found;
  if (owner !== undefined && account.id !== owner) return undefined;
  // Who has not said who they are is named by the device, which must name the owner of the passkey.
  if ((signed.userHandle ?? (owner && handleOf(owner))) !== handleOf(account.id)) return undefined;
  const answered = await verifySigned(party, use, key, signed);
  if (!answered) return undefined;
  return asSystem("account.passkeys", async (db) => {
    if (!(await spendChallenge(db, answered))) return undefined;
    if (!(await countUse(db, key.id, answered.counter))) {
      await recordAccess(db, "copied-passkey", account, { after: { passkey: key.name } });
      await tellOwner(db, account, { kind: "passkey-copied", called: key.name });
      return undefined;
    }
    return { result: await work(db, account) };
  });
}
