import { createHmac, timingSafeEqual } from "node:crypto";
import { isId } from "../core/secrets/id.ts";
import { type Keyring, keyedHash, keyedHashes, keyring } from "../core/secrets/keys.server.ts";

const ID_BYTES = 16;
const NUMBER_BYTES = 4;
const SEAL_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{64,70}$/;

/**
 * The token of the unsubscribe link: the id of the subscription, the number of a key and a signature. It never
 * expires, since the link in an old mail must still work: retired keys are accepted too.
 */
export function unsubscribeToken(subscriptionId: string, keys: Keyring = keyring()): string {
  const id = Buffer.from(subscriptionId.replaceAll("-", ""), "hex");
  const { number, bytes } = keys.current("unsubscribe");
  const numbered = Buffer.alloc(NUMBER_BYTES);
  numbered.writeUInt32BE(number);
  return Buffer.concat([id, numbered, sign(bytes, subscriptionId)]).toString("base64url");
}

/** The id of the subscription in a token; undefined for an invalid token. */
export function parseUnsubscribeToken(
  token: string | undefined,
  keys: Keyring = keyring(),
): string | undefined {
  if (!token || !TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  // The last character has unused bits: only the canonical spelling is accepted.
  if (bytes.toString("base64url") !== token) return undefined;
  const id = bytes
    .toString("hex", 0, ID_BYTES)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const signature = bytes.subarray(-SEAL_BYTES);
  const seals = validSignatures(bytes, id, keys);
  return isId(id) && seals.some((seal) => timingSafeEqual(signature, seal)) ? id : undefined;
}

/** The valid signatures for a token of this length. */
function validSignatures(token: Buffer, id: string, keys: Keyring): Buffer[] {
  // The first tokens have no key number and were signed with the secret itself.
  if (token.length === ID_BYTES + SEAL_BYTES) {
    return keys.secrets.map((secret) => sign(secret, `newsletter:${id}`));
  }
  if (token.length !== ID_BYTES + NUMBER_BYTES + SEAL_BYTES) return [];
  const number = token.readUInt32BE(ID_BYTES);
  return keys
    .all("unsubscribe")
    .filter((key) => key.number === number)
    .map((key) => sign(key.bytes, id));
}

const sign = (key: Buffer | string, text: string): Buffer =>
  createHmac("sha256", key).update(text.toLowerCase()).digest();

const ADDRESS = "newsletter address";

/** What is kept of an address that left: nobody reads it back, and we know it when it comes again. */
export const addressHash = (email: string): string => keyedHash(ADDRESS, email);

/** The same under the secrets of before, under which older rows were hashed. */
export const addressHashes = (email: string): string[] => keyedHashes(ADDRESS, email);
