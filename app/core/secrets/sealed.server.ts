import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { keyring, type Purpose } from "./keys.server.ts";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Only the current key counts: what a retired key sealed is no longer valid. */
const keyFor = (purpose: Purpose) => keyring().current(purpose).bytes;

/** A value for an address or a mail that only we can read or make. Sealed twice, it looks different. */
export function seal(purpose: Purpose, value: unknown): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(purpose), iv);
  const hidden = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString("base64url");
}

/** What was sealed for this purpose; undefined for anything that we did not make. */
export function unseal(purpose: Purpose, token: string): unknown {
  const bytes = Buffer.from(token, "base64url");
  // Only the canonical encoding is accepted.
  if (bytes.length <= IV_BYTES + TAG_BYTES || bytes.toString("base64url") !== token)
    return undefined;
  try {
    const decipher = createDecipheriv(CIPHER, keyFor(purpose), bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const hidden = bytes.subarray(IV_BYTES + TAG_BYTES);
    return JSON.parse(Buffer.concat([decipher.update(hidden), decipher.final()]).toString());
  } catch {
    return undefined;
  }
}

/** The same under every key, the current one first: what was hashed before a new secret is found again. */
export const keyedHashes = (purpose: Purpose, text: string): string[] =>
  keyring()
    .all(purpose)
    .map(({ bytes }) => createHmac("sha256", bytes).update(text).digest("base64url"));

/** A keyed hash: it can be compared, but not be guessed without our secret. */
export const keyedHash = (purpose: Purpose, text: string): string =>
  createHmac("sha256", keyFor(purpose)).update(text).digest("base64url");
