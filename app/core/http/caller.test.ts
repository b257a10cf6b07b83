import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { readCaller } from "./network.ts";

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;

test.each([
  ["without a proxy, the peer", from("41.223.1.2"), false, { ip: "41.223.1.2" }],
  [
    "behind a trusted one, its last hop",
    from("127.0.0.1", "1.1.1.1, 41.223.1.2"),
    true,
    { ip: "41.223.1.2" },
  ],
  [
    "behind a trusted one that says nothing, the peer",
    from("127.0.0.1", " "),
    true,
    { ip: "127.0.0.1" },
  ],
  [
    "a proxy beside us that is not trusted shares its address with all visitors",
    from("127.0.0.1", "41.223.1.2"),
    false,
    { ip: "127.0.0.1", sharedAddress: true },
  ],
  [
    "also in a network of containers, over IPv6",
    from("::ffff:172.18.0.4", "41.223.1.2"),
    false,
    { ip: "::ffff:172.18.0.4", sharedAddress: true },
  ],
  [
    "somebody far away who writes the header is one caller all the same",
    from("41.223.1.2", "10.0.0.1"),
    false,
    { ip: "41.223.1.2", sharedAddress: false },
  ],
  [
    "over IPv6 as well",
    from("2c0f:f248::1", "10.0.0.1"),
    false,
    { ip: "2c0f:f248::1", sharedAddress: false },
  ],
])("%s", (_what, request, trustProxy, caller) => {
  expect(readCaller(request, trustProxy)).toEqual(caller);
});
