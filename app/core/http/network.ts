import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { currentTime } from "../process/clock.ts";
import type { RequestInfo } from "./request-info.ts";

/** All invalid addresses count as one caller, so that nobody gets a fresh limit by sending nonsense. */
const UNKNOWN = "unknown";

/**
 * The network that a limit counts as one caller: an IPv4 address itself, the first 64 bits of an IPv6
 * address, since whoever has one address there has them all. Two spellings of one network are one text.
 */
export const networkOf = (ip: string): string => prefixOf(ip, 32, 64);

/** The wider network, /24 of IPv4 or /48 of IPv6, behind which a provider may have thousands of customers. */
export const widerNetworkOf = (ip: string): string => prefixOf(ip, 24, 48);

function prefixOf(ip: string, v4Bits: 24 | 32, v6Bits: 48 | 64): string {
  const v4 = v4BytesOf(ip);
  if (v4) return v4Prefix(v4, v4Bits);
  const groups = v6GroupsOf(ip);
  if (!groups) return UNKNOWN;
  // An IPv4-mapped IPv6 address, as a dual-stack socket reports it.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const [high = 0, low = 0] = groups.slice(6);
    return v4Prefix([high >> 8, high & 255, low >> 8, low & 255], v4Bits);
  }
  const front = groups.slice(0, v6Bits / 16).map((group) => group.toString(16));
  return `${front.join(":")}::/${v6Bits}`;
}

const v4Prefix = (bytes: readonly number[], bits: 24 | 32) =>
  bits === 32 ? bytes.join(".") : `${bytes.slice(0, 3).join(".")}.0/24`;

/** Some proxies write the port behind the address. */
function v4BytesOf(ip: string): number[] | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?::\d{1,5})?$/.exec(ip.trim());
  const bytes = parts?.slice(1).map(Number);
  return bytes?.every((byte) => byte <= 255) ? bytes : undefined;
}

/** The eight groups of an IPv6 address; the platform's reader of web addresses knows every spelling. */
function v6GroupsOf(ip: string): number[] | undefined {
  const bare = /^\[?([0-9a-f:.]{2,45})(?:%[^\]]*)?(?:\](?::\d{1,5})?)?$/i.exec(ip.trim())?.[1];
  if (!bare?.includes(":") || !URL.canParse(`http://[${bare}]/`)) return undefined;
  const [head = "", tail] = new URL(`http://[${bare}]/`).hostname.slice(1, -1).split("::");
  const front = numbersOf(head);
  const back = numbersOf(tail ?? "");
  return [...front, ...new Array(8 - front.length - back.length).fill(0), ...back];
}

const numbersOf = (text: string) =>
  text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));

/**
 * When requests with proxy headers came while no proxy is trusted: `shared` from a private address, which is a real
 * proxy; `claimed` from any other address, where anybody can send the header.
 */
type Notes = { shared?: Date; claimed?: Date };

const notes: Notes = {};

function recordProxyHeader(kind: keyof Notes): void {
  notes[kind] = currentTime();
}

/** When such requests came last, for Diagnostic. */
export const proxyHeaderTimes = (): Readonly<Notes> => notes;

/** Private networks, from which proxies connect and visitors do not. */
const PRIVATE_NETWORKS = new BlockList();
for (const [net, bits] of [
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  PRIVATE_NETWORKS.addSubnet(net, bits, "ipv4");
}
for (const [net, bits] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const) {
  PRIVATE_NETWORKS.addSubnet(net, bits, "ipv6");
}

/**
 * The address of a visitor: behind a trusted proxy, the last hop in its header. An untrusted proxy in a private network
 * gives all visitors its own address, which is then shared. The header of any other client is ignored, or it would
 * switch the limits off.
 */
export function readCaller(
  request: IncomingMessage,
  trustProxy: boolean,
): Pick<RequestInfo, "ip" | "sharedAddress"> {
  const forwarded = request.headers["x-forwarded-for"];
  const peer = request.socket.remoteAddress ?? "unknown";
  if (forwarded === undefined) return { ip: peer };
  if (trustProxy) return { ip: forwarded.toString().split(",").at(-1)?.trim() || peer };
  const sharedAddress = isPrivateAddress(peer);
  recordProxyHeader(sharedAddress ? "shared" : "claimed");
  return { ip: peer, sharedAddress };
}

function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && PRIVATE_NETWORKS.check(address, version === 4 ? "ipv4" : "ipv6");
}
