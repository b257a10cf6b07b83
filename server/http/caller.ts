import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { noteProxy } from "../../app/core/http/network.ts";
import type { RequestInfo } from "../../app/core/http/request-info.ts";

/** Addresses of machines beside ours: visitors do not come from there, proxies do. */
const BESIDE_US = new BlockList();
for (const [net, bits] of [
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  BESIDE_US.addSubnet(net, bits, "ipv4");
}
for (const [net, bits] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const) {
  BESIDE_US.addSubnet(net, bits, "ipv6");
}

/**
 * Who asks. Behind a trusted proxy, what it says of the last hop before it. A proxy beside us that is not
 * trusted gives all visitors its own address, which then says nothing about anybody. Whoever writes the
 * header from further away is still one caller: else one line of text would switch the limits off.
 */
export function callerOf(
  request: IncomingMessage,
  trustProxy: boolean,
): Pick<RequestInfo, "ip" | "sharedAddress"> {
  const forwarded = request.headers["x-forwarded-for"];
  const peer = request.socket.remoteAddress ?? "unknown";
  if (forwarded === undefined) return { ip: peer };
  if (trustProxy) return { ip: forwarded.toString().split(",").at(-1)?.trim() || peer };
  const sharedAddress = isBesideUs(peer);
  noteProxy(sharedAddress ? "shared" : "claimed");
  return { ip: peer, sharedAddress };
}

function isBesideUs(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && BESIDE_US.check(address, version === 4 ? "ipv4" : "ipv6");
}
