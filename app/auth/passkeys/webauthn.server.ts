import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import * as z from "zod";
import { cookieLine, cookieValue } from "../../core/http/cookies.server.ts";
import { env } from "../../core/process/env.server.ts";
import { keyring } from "../../core/secrets/keys.server.ts";
import { DAY_SECONDS, MINUTE } from "../../core/values/durations.ts";
import { libraryCookie, PASSKEY_COOKIE } from "../sessions/cookies.server.ts";
import { CHALLENGE_MINUTES } from "./passkey.ts";

/** WebAuthn's relying party: the host of the site, and the origin whose pages may use its passkeys. */
export type RelyingParty = { host: string; origin: string };

/** Undefined where browsers allow no passkeys: without https, except on localhost. */
export function relyingParty(publicUrl = env().PUBLIC_URL): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const isNumber = isIP(hostname.replaceAll(/[[\]]/g, "")) !== 0;
  if (isNumber || (protocol !== "https:" && !isLocal)) return undefined;
  return { host: hostname, origin };
}

/**
 * What a challenge is for, and its holder: a session, or a browser before the sign-in. Challenges are stateless:
 * they contain their expiry and our seal. Answered ones are stored until they expire: see `acceptPasskey`.
 */
export type PasskeyUse = { purpose: "sign-in" | "add" | "confirm"; holder: string };

const sealedText = ({ purpose, holder }: PasskeyUse, content: string) =>
  `${purpose}:${holder}:${content}`;

export function makeChallenge(use: PasskeyUse): string {
  const endsAt = Date.now() + CHALLENGE_MINUTES * MINUTE;
  const content = `${endsAt.toString(36)}:${randomBytes(16).toString("base64url")}`;
  const seal = keyring().seal("passkey", sealedText(use, content));
  return Buffer.from(`${content}:${seal}`).toString("base64url");
}

/** When a challenge expires; undefined if it has, or was not made for this use. */
export function challengeEnd(challenge: string, use: PasskeyUse): Date | undefined {
  const [time = "", random = "", seal = ""] = Buffer.from(challenge, "base64url")
    .toString()
    .split(":");
  const endsAt = Number.parseInt(time, 36);
  const isOurs = keyring().isSeal("passkey", sealedText(use, `${time}:${random}`), seal);
  return isOurs && endsAt > Date.now() ? new Date(endsAt) : undefined;
}

/** The browser that the sign-in screen was shown to, by its cookie. */
export const holderIn = ({ headers }: Pick<Request, "headers">): string | undefined =>
  cookieValue(headers.get("cookie"), libraryCookie(PASSKEY_COOKIE));

/** The holder of a browser's challenge, and the cookie that stores it. */
export function challengeHolder(request: Pick<Request, "headers">) {
  const holder = holderIn(request) || randomBytes(16).toString("base64url");
  const attributes = { path: "/admin/login", maxAge: DAY_SECONDS };
  return { holder, cookie: cookieLine(libraryCookie(PASSKEY_COOKIE), holder, attributes) };
}

const LONGEST_ANSWER = 16_000;

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/);

const transports = z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(8);
const assertionSchema = z.object({
  id: base64url(1_400),
  clientDataJSON: base64url(4_000),
  authenticatorData: base64url(2_000),
  signature: base64url(2_000),
  userHandle: base64url(100).optional(),
});
const newCredentialSchema = z.object({
  id: base64url(1_400),
  clientDataJSON: base64url(4_000),
  attestationObject: base64url(8_000),
  transports: transports.catch([]),
});
const clientSchema = z.object({ challenge: z.string(), crossOrigin: z.boolean().optional() });

/** What a passkey signed, as the browser sent it. */
export type Assertion = z.infer<typeof assertionSchema>;
type NewCredential = z.infer<typeof newCredentialSchema>;

export const readAssertion = (field: string | undefined) => read(assertionSchema, field);
export const readNewCredential = (field: string | undefined) => read(newCredentialSchema, field);

function read<T>(schema: z.ZodType<T>, text = ""): T | undefined {
  if (text.length > LONGEST_ANSWER) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The challenge that was answered, if we made it for this use and the page was not framed by another site. */
function challengeIn(clientDataJSON: string, use: PasskeyUse) {
  const client = read(clientSchema, Buffer.from(clientDataJSON, "base64url").toString());
  if (!client || client.crossOrigin) return undefined;
  const endsAt = challengeEnd(client.challenge, use);
  return endsAt && { challenge: client.challenge, endsAt };
}

/** A challenge with a verified answer, which must not be accepted again before it expires. */
export type VerifiedChallenge = { challenge: string; endsAt: Date };
type StoredKey = { credentialId: string; publicKey: string };

/**
 * Verifies an assertion, with user verification. The library's errors contain challenges, so they are not logged:
 * the answer is just wrong.
 */
export async function verifyAssertion(
  party: RelyingParty,
  use: PasskeyUse,
  { credentialId, publicKey }: StoredKey,
  { id, userHandle, ...response }: Assertion,
): Promise<(VerifiedChallenge & { counter: number }) | undefined> {
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
    // The counter is compared by the statement that stores it (`recordUse`), so two at the same moment differ.
    credential: { id: credentialId, publicKey: Buffer.from(publicKey, "base64url"), counter: 0 },
  }).catch(() => undefined);
  if (!verification?.verified) return undefined;
  return { ...answered, counter: verification.authenticationInfo.newCounter };
}

/** Verifies a new passkey, with user verification. */
export async function verifyNewCredential(
  party: RelyingParty,
  use: PasskeyUse,
  { id, transports: ways, ...response }: NewCredential,
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
