import type { CredentialId, MakingOptions, SigningOptions } from "./passkey.ts";

// What browsers do with passkeys, in their own words: bytes where ours are texts.

const TIMEOUT_MS = 120_000;
/** EdDSA, ECDSA and RSA: one of them is in every device. */
const ALGORITHMS = [-8, -7, -257];

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));

const textOf = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const described = (keys: readonly CredentialId[]) =>
  keys.map(({ id, transports }) => ({
    type: "public-key" as const,
    id: bytesOf(id),
    transports: transports as AuthenticatorTransport[],
  }));

/** Has a passkey sign, and gives what goes into the form. */
export async function sign({ challenge, host, allowed }: SigningOptions): Promise<string> {
  const credential = await navigator.credentials.get({
    publicKey: {
      challenge: bytesOf(challenge),
      rpId: host,
      allowCredentials: described(allowed),
      userVerification: "required",
      timeout: TIMEOUT_MS,
    },
  });
  const { id, response } = credential as PublicKeyCredential;
  const signed = response as AuthenticatorAssertionResponse;
  return JSON.stringify({
    id,
    clientDataJSON: textOf(signed.clientDataJSON),
    authenticatorData: textOf(signed.authenticatorData),
    signature: textOf(signed.signature),
    userHandle: signed.userHandle ? textOf(signed.userHandle) : undefined,
  });
}

/** Has the device make a passkey, and gives what goes into the form. */
export async function make(options: MakingOptions): Promise<string> {
  const { challenge, host, siteName, account, existing } = options;
  const credential = await navigator.credentials.create({
    publicKey: {
      challenge: bytesOf(challenge),
      rp: { id: host, name: siteName },
      user: { id: bytesOf(account.id), name: account.email, displayName: account.name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: described(existing),
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
      attestation: "none",
      timeout: TIMEOUT_MS,
    },
  });
  const { id, response } = credential as PublicKeyCredential;
  const made = response as AuthenticatorAttestationResponse;
  return JSON.stringify({
    id,
    clientDataJSON: textOf(made.clientDataJSON),
    attestationObject: textOf(made.attestationObject),
    transports: made.getTransports?.() ?? [],
  });
}

/** What is said when the device gave no answer. */
export function problemOf(error: unknown): string {
  const { name } = Object(error) as { name?: string };
  if (name === "InvalidStateError") return "Cet appareil a déjà une clé d’accès de ce compte.";
  if (name === "NotAllowedError") {
    return "L’appareil n’a rien confirmé. Réessayez quand vous voulez.";
  }
  return "Cet appareil n’a pas pu répondre. Réessayez, ou utilisez-en un autre.";
}
