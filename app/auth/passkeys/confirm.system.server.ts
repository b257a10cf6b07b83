import { requestInfoContext } from "../../core/http/request-info.ts";
import { recordRefusedPasskey } from "../account/access-log.system.server.ts";
import type { AccountRequest } from "../account/account-change.server.ts";
import { confirmSession, type SessionOf } from "../second-factor/confirmations.system.server.ts";
import { wrongCode } from "../second-factor/second-factor.ts";
import { allowTry } from "../sign-in/tries.system.server.ts";
import { acceptPasskey } from "./accept.system.server.ts";
import { makeChallenge, relyingParty } from "./challenges.server.ts";
import type { SigningOptions } from "./passkey.ts";
import { usableKeys } from "./passkeys.system.server.ts";
import { readSigned } from "./signatures.server.ts";

/** What lets an account answer the question before something dangerous by a passkey, where it has one. */
export async function passkeyQuestion(session: SessionOf): Promise<SigningOptions | undefined> {
  const party = relyingParty();
  if (!party) return undefined;
  const allowed = await usableKeys(session.userId, party.host);
  if (allowed.length === 0) return undefined;
  const challenge = makeChallenge({ purpose: "confirm", holder: session.sessionId });
  return { challenge, host: party.host, allowed };
}

/** Confirms a session by a passkey of its account; why not, or undefined when it is done. */
export async function confirmByPasskey(
  { staff, sessionId, context }: AccountRequest,
  field: string,
): Promise<{ status: number; error: string } | undefined> {
  const { ip } = context.get(requestInfoContext);
  // Whoever is signed in is on a device of the account.
  if (!allowTry("password", staff.id, { ip, known: true })) {
    return { status: 429, error: wrongCode(undefined, 429) };
  }
  const signed = readSigned(field);
  const use = { purpose: "confirm", holder: sessionId } as const;
  const session = { userId: staff.id, sessionId };
  const accepted =
    signed && (await acceptPasskey(use, signed, (db) => confirmSession(db, session), staff.id));
  if (accepted) return undefined;
  await recordRefusedPasskey(staff);
  return { status: 400, error: "Cette clé d’accès n’a pas été acceptée. Réessayez." };
}
