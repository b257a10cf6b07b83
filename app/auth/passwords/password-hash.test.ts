import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./password-hash.server.ts";

test("a password's hash is salted, slow, and opens for that password alone", async () => {
  const before = process.cpuUsage();
  const hash = await hashPassword("la phrase des essais");
  const { user, system } = process.cpuUsage(before);
  // scrypt with N = 2^14 and r = 16 takes tens of milliseconds of processor on any machine of today.
  expect(user + system).toBeGreaterThan(20_000);
  expect(await hashPassword("la phrase des essais")).not.toBe(hash);
  expect(await verifyPassword({ hash, password: "la phrase des essais" })).toBe(true);
  expect(await verifyPassword({ hash, password: "la phrase des Essais" })).toBe(false);
});
