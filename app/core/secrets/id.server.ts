import { randomFillSync } from "node:crypto";
import { currentMs } from "../process/clock.ts";
import { DAY } from "../values/durations.ts";

/** A new UUIDv7: sorts by creation time, so that indexes grow at one end. */
export const newId = (now = currentMs()): string => idFrom(randomFillSync(new Uint8Array(16)), now);

/** An id derived from a hash and the day, so that the same thing is stored once a day. */
export const idOfDay = (hash: string, now = currentMs()): string =>
  idFrom(new Uint8Array(Buffer.from(hash, "base64url").subarray(0, 16)), now - (now % DAY));

function idFrom(bytes: Uint8Array<ArrayBuffer>, now: number): string {
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.floor(now / 2 ** 32));
  view.setUint32(2, now >>> 0);
  view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x70);
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80);
  const hex = Buffer.from(bytes).toString("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join("-");
}
