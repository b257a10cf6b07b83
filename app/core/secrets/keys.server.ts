import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { env } from "../process/env.server.ts";

/** What a key is for. Each purpose has its own keys, so that a signature is only valid for its purpose. */
type Purpose =
  | "administrators"
  | "browser"
  | "browser of a row"
  | "contact message"
  | "data link"
  | "device"
  | "erased address"
  | "file-link"
  | "invited address"
  | "licence keys"
  | "mail-code"
  | "me browser"
  | "me code"
  | "me link"
  | "me session"
  | "network"
  | "newsletter address"
  | "newsletter return"
  | "passkey"
  | "payment keys"
  | "registration code"
  | "registration key"
  | "registration receipt"
  | "renewal"
  | "sign-in"
  | "simulated-payment"
  | "unsubscribe";

/** A key of one purpose, with the number that is written into what it signs or encrypts. */
export type Key = { number: number; bytes: Buffer };

export type Keyring = {
  /** The secrets from which the keys are derived, the current one first. */
  secrets: readonly string[];
  /** The key that signs and encrypts. */
  current: (purpose: Purpose) => Key;
  /** Every key, the current one first. Retired ones only decrypt, and verify unsubscribe links. */
  all: (purpose: Purpose) => readonly Key[];
  /** The signature of a text: the number of the key, and a MAC. */
  seal: (purpose: Purpose, text: string) => string;
  /** Whether a signature of this text was made with the current key. */
  isSeal: (purpose: Purpose, text: string, candidate: string) => boolean;
};

const KEY_BYTES = 32;
const NUMBER_BYTES = 4;
const LARGEST_NUMBER = 0x7fff_ffff;

const derive = (secret: string, info: string, length: number) =>
  Buffer.from(hkdfSync("sha256", secret, "", info, length));

/**
 * The number of a secret's keys is derived from the secret, so that it does not depend on the setting or file that
 * contains the secret.
 */
const numberOf = (secret: string) =>
  derive(secret, "fge key number", NUMBER_BYTES).readUInt32BE() & LARGEST_NUMBER;

/** The keys of these secrets; the first secret is the current one. */
export function keyringOf(secrets: readonly string[]): Keyring {
  const derived = new Map<Purpose, readonly Key[]>();
  const all = (purpose: Purpose): readonly Key[] => {
    const cached = derived.get(purpose);
    if (cached) return cached;
    const keys = secrets.map((secret) => ({
      number: numberOf(secret),
      bytes: derive(secret, `fge ${purpose}`, KEY_BYTES),
    }));
    derived.set(purpose, keys);
    return keys;
  };
  const current = (purpose: Purpose): Key => {
    const [key] = all(purpose);
    if (!key) throw new Error("a keyring needs a secret");
    return key;
  };
  const seal = (purpose: Purpose, text: string): string => {
    const { number, bytes } = current(purpose);
    const mac = createHmac("sha256", bytes).update(text).digest("base64url");
    return `${number.toString(36)}.${mac}`;
  };
  return {
    secrets,
    current,
    all,
    seal,
    isSeal: (purpose, text, candidate) => isSameText(candidate, seal(purpose, text)),
  };
}

/** Whether two texts are equal, in constant time. */
export function isSameText(text: string, expected: string): boolean {
  const [one, other] = [Buffer.from(text), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

let ring: Keyring | undefined;

/** The keys of this process. */
export function keyring(): Keyring {
  ring ??= keyringOf(env().SESSION_SECRETS);
  return ring;
}

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Only the current key: what a retired key sealed is no longer valid. */
const keyFor = (purpose: Purpose) => keyring().current(purpose).bytes;

/** Encrypts and authenticates a value, for an address or a mail. */
export function seal(purpose: Purpose, value: unknown): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(purpose), iv);
  const hidden = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString("base64url");
}

/** The value that was sealed for this purpose; undefined for anything else. */
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

/** The keyed hashes under every key, the current one first, to find what was hashed with a retired secret. */
export const keyedHashes = (purpose: Purpose, text: string): string[] =>
  keyring()
    .all(purpose)
    .map(({ bytes }) => createHmac("sha256", bytes).update(text).digest("base64url"));

/** A keyed hash, which can be compared, but not computed without our secret. */
export const keyedHash = (purpose: Purpose, text: string): string =>
  createHmac("sha256", keyFor(purpose)).update(text).digest("base64url");

/**
 * Encrypts a value for the database, with the number of its key in front. It is bound to the row that it stands in:
 * moved to another, it does not decrypt.
 */
export function sealForRow(purpose: Purpose, row: string, value: unknown): string {
  const { number, bytes } = keyring().current(purpose);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, bytes, iv).setAAD(Buffer.from(row));
  const hidden = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
  const whole = Buffer.concat([iv, cipher.getAuthTag(), hidden]);
  return `${number.toString(36)}.${whole.toString("base64url")}`;
}

/** Whether the current secret encrypted it. */
export const isSealedNow = (purpose: Purpose, sealed: string): boolean =>
  sealed.startsWith(`${keyring().current(purpose).number.toString(36)}.`);

/** What `sealForRow` encrypted; undefined when the secret that did it is gone. */
export function unsealFromRow(purpose: Purpose, row: string, sealed: string): unknown {
  const [number, token = ""] = sealed.split(".", 2);
  const key = keyring()
    .all(purpose)
    .find((one) => one.number.toString(36) === number);
  const bytes = Buffer.from(token, "base64url");
  if (!key || bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, IV_BYTES));
    decipher.setAAD(Buffer.from(row));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const hidden = bytes.subarray(IV_BYTES + TAG_BYTES);
    return JSON.parse(Buffer.concat([decipher.update(hidden), decipher.final()]).toString());
  } catch {
    return undefined;
  }
}
