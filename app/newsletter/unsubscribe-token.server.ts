import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "../platform/env.server.ts";
import { isId } from "../platform/id.server.ts";

const SEAL_BYTES = 32;
const ID_BYTES = 16;
const TOKEN = /^[A-Za-z0-9_-]{64}$/;

/**
 * The right to change one subscription, for a link in a mail: its id and a seal that only we can
 * make. It never ends, since a mail from years ago must still let its reader leave.
 */
export function unsubscribeToken(subscriptionId: string): string {
  const id = Buffer.from(subscriptionId.replaceAll("-", ""), "hex");
  return Buffer.concat([id, seal(subscriptionId)]).toString("base64url");
}

/** The subscription that a token stands for, or undefined when we did not make it. */
export function subscriptionOf(token: string | undefined): string | undefined {
  if (!token || !TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== ID_BYTES + SEAL_BYTES) return undefined;
  const id = bytes
    .toString("hex", 0, ID_BYTES)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return isId(id) && timingSafeEqual(bytes.subarray(ID_BYTES), seal(id)) ? id : undefined;
}

function seal(subscriptionId: string): Buffer {
  return createHmac("sha256", env().SESSION_SECRET)
    .update(`newsletter:${subscriptionId.toLowerCase()}`)
    .digest();
}
