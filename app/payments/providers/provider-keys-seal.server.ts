import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { keyring } from "../../core/secrets/keys.server.ts";
import type { OnlineProvider } from "./credentials.ts";

const CIPHER = "aes-256-gcm";
const PURPOSE = "payment keys";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Seals the keys of one provider: the seal of another in its place does not open. */
export function sealKeys(provider: OnlineProvider, values: unknown): string {
  const { number, bytes } = keyring().current(PURPOSE);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, bytes, iv).setAAD(Buffer.from(provider));
  const hidden = Buffer.concat([cipher.update(JSON.stringify(values)), cipher.final()]);
  const whole = Buffer.concat([iv, cipher.getAuthTag(), hidden]);
  return `${number.toString(36)}.${whole.toString("base64url")}`;
}

/** Whether the current secret sealed it: otherwise it is sealed anew, so that the old one can go. */
export const isSealedNow = (sealed: string): boolean =>
  sealed.startsWith(`${keyring().current(PURPOSE).number.toString(36)}.`);

/** What was sealed for this provider; undefined when the secret that sealed it is gone. */
export function openKeys(provider: OnlineProvider, sealed: string): unknown {
  const [number, token = ""] = sealed.split(".", 2);
  const key = keyring()
    .all(PURPOSE)
    .find((one) => one.number.toString(36) === number);
  const bytes = Buffer.from(token, "base64url");
  if (!key || bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, IV_BYTES));
    decipher.setAAD(Buffer.from(provider));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const hidden = bytes.subarray(IV_BYTES + TAG_BYTES);
    return JSON.parse(Buffer.concat([decipher.update(hidden), decipher.final()]).toString());
  } catch {
    return undefined;
  }
}
