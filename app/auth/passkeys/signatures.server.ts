import * as z from "zod";
import { parseJson } from "../../core/values/json.ts";
import { endOfChallenge, type PasskeyUse, type RelyingParty } from "./challenges.server.ts";

const LONGEST_ANSWER = 16_000;

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/);

const transports = z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(8);
const signedSchema = z.object({
  id: base64url(1_400),
  clientDataJSON: base64url(4_000),
  authenticatorData: base64url(2_000),
  signature: base64url(2_000),
  userHandle: base64url(100).optional(),
});
const madeSchema = z.object({
  id: base64url(1_400),
  clientDataJSON: base64url(4_000),
  attestationObject: base64url(8_000),
  transports: transports.catch([]),
});
const clientSchema = z.object({ challenge: z.string(), crossOrigin: z.boolean().optional() });

/** What a passkey signed, as the browser sent it. */
export type Signed = z.infer<typeof signedSchema>;
type Made = z.infer<typeof madeSchema>;

export const readSigned = (field: string | undefined) => read(signedSchema, field);
export const readMade = (field: string | undefined) => read(madeSchema, field);

function read<T>(schema: z.ZodType<T>, text = ""): T | undefined {
  if (text.length > LONGEST_ANSWER) return undefined;
  return schema.safeParse(parseJson(text)).data;
}

/** The challenge that was answered, if it is one of ours for this use; in a frame of another site it is none. */
function challengeIn(clientDataJSON: string, use: PasskeyUse) {
  const client = read(clientSchema, Buffer.from(clientDataJSON, "base64url").toString());
  if (!client || client.crossOrigin) return undefined;
  const endsAt = endOfChallenge(client.challenge, use);
  return endsAt && { challenge: client.challenge, endsAt };
}

/** A challenge that was answered rightly: it must not be answered again before it ends. */
export type Answered = { challenge: string; endsAt: Date };
type StoredKey = { credentialId: string; publicKey: string };

/**
 * Whether a passkey signed this for us, with its owner recognised by finger, face or the device's code.
 * What the library says of a wrong answer holds challenges and is for no log: the answer is just wrong.
 */
export async function verifySigned(
  party: RelyingParty,
  use: PasskeyUse,
  { credentialId, publicKey }: StoredKey,
  { id, userHandle, ...response }: Signed,
): Promise<(Answered & { counter: number }) | undefined> {
  const answered = challengeIn(response.clientDataJSON, use);
  if (!answered) return undefined;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const verification = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: "public-key",
      clientExtensionResults: {},
      response: { ...response, userHandle },
    },
    expectedChallenge: answered.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.host,
    requireUserVerification: true,
    // The count of before is compared where the new one is written, so that of two at once one is behind.
    credential: { id: credentialId, publicKey: Buffer.from(publicKey, "base64url"), counter: 0 },
  }).catch(() => undefined);
  if (!verification?.verified) return undefined;
  return { ...answered, counter: verification.authenticationInfo.newCounter };
}

/** A new passkey, when a device made it for us and recognised its owner. */
export async function verifyMade(
  party: RelyingParty,
  use: PasskeyUse,
  { id, transports: ways, ...response }: Made,
) {
  const answered = challengeIn(response.clientDataJSON, use);
  if (!answered) return undefined;
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const verification = await verifyRegistrationResponse({
    response: { id, rawId: id, type: "public-key", clientExtensionResults: {}, response },
    expectedChallenge: answered.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.host,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!verification?.verified) return undefined;
  const { credential } = verification.registrationInfo;
  return {
    ...answered,
    key: {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: ways,
      host: party.host,
    },
  };
}
