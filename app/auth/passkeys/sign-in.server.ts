import { requestInfoContext } from "../../core/http/request-info.ts";
import type { FormValues } from "../../core/values/check-fields.ts";
import { recordRefusedPasskey } from "../account/access-log.system.server.ts";
import { callAuth } from "../sign-in/call-auth.server.ts";
import { accountKnownOn } from "../sign-in/known-devices.system.server.ts";
import {
  failed,
  failureOfError,
  openSession,
  type SignInRequest,
} from "../sign-in/sign-in.server.ts";
import { type Failure, failureOf } from "../sign-in/sign-in.ts";
import { allowTry } from "../sign-in/tries.system.server.ts";
import { holderFor, makeChallenge, relyingParty } from "./challenges.server.ts";
import { PASSKEY_PATH, PASSKEY_REFUSED } from "./library.system.server.ts";
import { PASSKEY, type SigningOptions } from "./passkey.ts";
import { findPasskey } from "./passkeys.system.server.ts";
import { readSigned } from "./signatures.server.ts";

/** What the sign-in screen gives a browser to have a passkey sign, and its cookie; undefined where there are none. */
export function offerPasskey(
  request: Request,
): { options: SigningOptions; cookie: string } | undefined {
  const party = relyingParty();
  if (!party) return undefined;
  const { holder, cookie } = holderFor(request);
  const challenge = makeChallenge({ purpose: "sign-in", holder });
  return { options: { challenge, host: party.host, allowed: [] }, cookie };
}

const unrecognised: Failure = {
  kind: "other",
  message:
    "Cette clé d’accès n’a pas été acceptée, ou la demande était trop ancienne. Réessayez, ou connectez-vous avec votre mot de passe.",
};

/** Signs in with a passkey alone: to the remembered screen, or why not. */
export async function signInWithPasskey(signInRequest: SignInRequest, values: FormValues) {
  const { request, context } = signInRequest;
  const passkey = values[PASSKEY];
  const signed = readSigned(passkey);
  if (!signed) return failed("", unrecognised, 400);
  try {
    const account = (await findPasskey(signed.id))?.account;
    const known = account && (await accountKnownOn(request, account.email));
    const { ip } = context.get(requestInfoContext);
    // A passkey that nobody has counts the same.
    if (!allowTry("sign-in", account?.email ?? signed.id, { ip, known: known !== undefined })) {
      return failed("", failureOf(429, undefined), 429);
    }
    const answer = await callAuth(request, context, PASSKEY_PATH, { passkey }, known);
    const { status, code } = answer;
    if (status === 200) return await openSession(signInRequest, answer, "passkey");
    if (account) await recordRefusedPasskey(account);
    return failed("", code === PASSKEY_REFUSED ? unrecognised : failureOf(status, code), status);
  } catch (error) {
    const { failure, status } = failureOfError(error, context);
    return failed("", failure, status);
  }
}
