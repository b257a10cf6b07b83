import { beforeAll, expect, test, vi } from "vitest";

beforeAll(() => {
  // Another file may have read other settings already.
  vi.resetModules();
  vi.stubEnv("SESSION_SECRET", "a secret of the tests, forty characters ");
});

test("what is sealed is read again, for its own purpose alone, and looks different each time", async () => {
  const { seal, unseal } = await import("./keys.server.ts");
  const value = { id: 7, text: "Aïssatou" };
  const token = seal("network", value);
  expect(token).toMatch(/^[\w-]+$/);
  expect(unseal("network", token)).toEqual(value);
  expect(unseal("browser", token)).toBeUndefined();
  expect(seal("network", value)).not.toBe(token);
});

test("what was changed, cut or invented is nothing", async () => {
  const { seal, unseal } = await import("./keys.server.ts");
  const token = seal("network", "text");
  const turned = token.startsWith("A") ? `B${token.slice(1)}` : `A${token.slice(1)}`;
  for (const wrong of [
    "",
    "x",
    turned,
    token.slice(0, -4),
    "é".repeat(80),
    `${token}A`,
    `${token}AAAA`,
  ]) {
    expect(unseal("network", wrong)).toBeUndefined();
  }
});

test("a hash is the same for the same text and purpose only", async () => {
  const { keyedHash } = await import("./keys.server.ts");
  expect(keyedHash("network", "41.223.1.2")).toBe(keyedHash("network", "41.223.1.2"));
  expect(keyedHash("network", "41.223.1.2")).not.toBe(keyedHash("browser", "41.223.1.2"));
  expect(keyedHash("network", "41.223.1.2")).not.toBe(keyedHash("network", "41.223.1.3"));
});
