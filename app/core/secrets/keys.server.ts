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
export type Purpose =
  | "administrators"
  | "browser"
  | "browser of a row"
  | "contact message"
  | "data link"
  | "device"
  | "erased address"
  | "file-link"
  | "mail-code"
  | "network"
  | "newsletter address"
  | "newsletter return"
  | "passkey"
  | "payment code"
  | "payment keys"
  | "registration code"
  | "registration key"
  | "registration receipt"
  | "renewal"
  | "sign-in"
  | "simulated-payment"
  | "unsubscribe";

/** A key of one purpose, under the number that whatever it signs or encrypts carries. */
export type Key = { number: number; bytes: Buffer };

export type Keyring = {
  /** The secrets that the keys come from, the current one first. */
  secrets: readonly string[];
  /** The key that signs and encrypts. */
  current: (purpose: Purpose) => Key;
  /** Every key, the current one first. Retired ones let readers unsubscribe and are read from, no more. */
  all: (purpose: Purpose) => readonly Key[];
  /** A seal under a text, which only we can make: the number of the key and what it made of the text. */
  seal: (purpose: Purpose, text: string) => string;
  /** Whether a seal was made of this text with the current key. */
  isSeal: (purpose: Purpose, text: string, candidate: string) => boolean;
};

const KEY_BYTES = 32;
const NUMBER_BYTES = 4;
const LARGEST_NUMBER = 0x7fff_ffff;

const derive = (secret: string, info: string, length: number) =>
  Buffer.from(hkdfSync("sha256", secret, "", info, length));

/**
 * The number of a secret's keys comes from the secret, so that it is the same in whichever setting or
 * file the secret stands, and nobody has to count.
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
