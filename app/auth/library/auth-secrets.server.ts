import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { keyring } from "../../core/secrets/keys.server.ts";

/** The library's secrets, the current one first: it alone signs and encrypts. */
export const librarySecrets = () =>
  keyring()
    .all("sign-in")
    .map(({ number, bytes }) => ({ version: number, value: bytes.toString("base64url") }));

/** The same in the form that the library's functions take. */
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

/** The prefix of what the current key encrypted. */
export const currentEnvelope = () => `$ba$${keyring().current("sign-in").number}$`;
