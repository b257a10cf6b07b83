import { expect, test } from "vitest";
import { networkOf, widerNetworkOf } from "./network.ts";

test.each([
  ["41.82.1.7", "41.82.1.7", "41.82.1.0/24"],
  ["41.82.1.7:50312", "41.82.1.7", "41.82.1.0/24"],
  ["::ffff:41.82.1.7", "41.82.1.7", "41.82.1.0/24"],
  ["::FFFF:2952:107", "41.82.1.7", "41.82.1.0/24"],
  ["0:0:0:0:0:ffff:41.82.1.7", "41.82.1.7", "41.82.1.0/24"],
  ["2c0f:f0d8:12:34:56:78:9a:bc", "2c0f:f0d8:12:34::/64", "2c0f:f0d8:12::/48"],
  ["2C0F:F0D8:0012:0034::1", "2c0f:f0d8:12:34::/64", "2c0f:f0d8:12::/48"],
  ["[2c0f:f0d8:12:34::1]:443", "2c0f:f0d8:12:34::/64", "2c0f:f0d8:12::/48"],
  ["2c0f:f0d8::1", "2c0f:f0d8:0:0::/64", "2c0f:f0d8:0::/48"],
  ["2c0f::5:6:7:8", "2c0f:0:0:0::/64", "2c0f:0:0::/48"],
  ["2c0f:0:0:0:5::8", "2c0f:0:0:0::/64", "2c0f:0:0::/48"],
  ["::1", "0:0:0:0::/64", "0:0:0::/48"],
  ["fe80::1%eth0", "fe80:0:0:0::/64", "fe80:0:0::/48"],
])("%s is of the network %s, within %s", (ip, network, wider) => {
  expect(networkOf(ip)).toBe(network);
  expect(widerNetworkOf(ip)).toBe(wider);
});

test("every address of one /64 is one network, the next /64 is another", () => {
  const networks = Array.from({ length: 70 }, (_, i) =>
    networkOf(`2001:db8:1:2:${i + 1}:a:b:${i}`),
  );
  expect(new Set(networks)).toEqual(new Set(["2001:db8:1:2::/64"]));
  expect(networkOf("2001:db8:1:3::1")).not.toBe(networks[0]);
});

test("what is no address is one caller, whatever its text", () => {
  for (const text of [
    "",
    "unknown",
    "41.82.1",
    "41.82.1.256",
    "::ffff:41.82.1.999",
    "1:2:3",
    "a b",
  ]) {
    expect(networkOf(text)).toBe("unknown");
    expect(widerNetworkOf(text)).toBe("unknown");
  }
});
