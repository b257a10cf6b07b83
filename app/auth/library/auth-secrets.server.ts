import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { keyring } from "../../core/secrets/keys.server.ts";

/** What the sign-in library signs and encrypts with, the current one first; it signs with that alone. */
export const librarySecrets = () =>
  keyring()
    .all("sign-in")
    .map(({ number, bytes }) => ({ version: number, value: bytes.toString("base64url") }));

/** The same for its own functions, as it makes it of the above. */
function secretConfig() {
  const secrets = librarySecrets();
  return {
    keys: new Map(secrets.map(({ version, value }) => [version, value])),
    currentVersion: keyring().current("sign-in").number,
  };
}

/** Encrypts as the library does: the text begins with the number of its key. */
export const encrypt = (data: string) => symmetricEncrypt({ key: secretConfig(), data });

/** Reads what the library or we encrypted, with a retired key too. */
export const decrypt = (data: string) => symmetricDecrypt({ key: secretConfig(), data });

/** What everything that the current key encrypted begins with. */
export const currentEnvelope = () => `$ba$${keyring().current("sign-in").number}$`;
