import { createHmac, timingSafeEqual } from "node:crypto";
import { isId } from "../core/secrets/id.ts";
import { type Keyring, keyring } from "../core/secrets/keys.server.ts";

const ID_BYTES = 16;
const NUMBER_BYTES = 4;
const SEAL_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{64,70}$/;

/**
 * The right to change one subscription, for a link in a mail: its id, the number of a key and a seal
 * that only we can make with it. It never ends, since a mail from years ago must still let its reader
 * leave: retired keys are asked too, which do nothing else.
 */
export function unsubscribeToken(subscriptionId: string, keys: Keyring = keyring()): string {
  const id = Buffer.from(subscriptionId.replaceAll("-", ""), "hex");
  const { number, bytes } = keys.current("unsubscribe");
  const numbered = Buffer.alloc(NUMBER_BYTES);
  numbered.writeUInt32BE(number);
  return Buffer.concat([id, numbered, sealOf(bytes, subscriptionId)]).toString("base64url");
}

/** The subscription that a token stands for, or undefined when we did not make it. */
export function parseUnsubscribeToken(
  token: string | undefined,
  keys: Keyring = keyring(),
): string | undefined {
  if (!token || !TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  // The last character holds bits that say nothing: one spelling of a token is the only one.
  if (bytes.toString("base64url") !== token) return undefined;
  const id = bytes
    .toString("hex", 0, ID_BYTES)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const signature = bytes.subarray(-SEAL_BYTES);
  const seals = sealsOf(bytes, id, keys);
  return isId(id) && seals.some((seal) => timingSafeEqual(signature, seal)) ? id : undefined;
}

/** The seals that make a token of this shape ours. */
function sealsOf(token: Buffer, id: string, keys: Keyring): Buffer[] {
  // The first tokens carry no number, and were sealed with the secret itself.
  if (token.length === ID_BYTES + SEAL_BYTES) {
    return keys.secrets.map((secret) => sealOf(secret, `newsletter:${id}`));
  }
  if (token.length !== ID_BYTES + NUMBER_BYTES + SEAL_BYTES) return [];
  const number = token.readUInt32BE(ID_BYTES);
  return keys
    .all("unsubscribe")
    .filter((key) => key.number === number)
    .map((key) => sealOf(key.bytes, id));
}

const sealOf = (key: Buffer | string, text: string): Buffer =>
  createHmac("sha256", key).update(text.toLowerCase()).digest();
