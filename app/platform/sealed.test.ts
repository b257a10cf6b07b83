import { beforeAll, expect, test, vi } from "vitest";

beforeAll(() => {
  vi.stubEnv("SESSION_SECRET", "a secret of the tests, forty characters ");
});

test("what is sealed is read again, for its own purpose alone, and looks different each time", async () => {
  const { seal, unseal } = await import("./sealed.server.ts");
  const value = { id: 7, text: "Aïssatou" };
  const token = seal("a", value);
  expect(token).toMatch(/^[\w-]+$/);
  expect(unseal("a", token)).toEqual(value);
  expect(unseal("b", token)).toBeUndefined();
  expect(seal("a", value)).not.toBe(token);
});

test("what was changed, cut or invented is nothing", async () => {
  const { seal, unseal } = await import("./sealed.server.ts");
  const token = seal("a", "text");
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
    expect(unseal("a", wrong)).toBeUndefined();
  }
});

test("a hash is the same for the same text and purpose only", async () => {
  const { keyedHash } = await import("./sealed.server.ts");
  expect(keyedHash("a", "41.223.1.2")).toBe(keyedHash("a", "41.223.1.2"));
  expect(keyedHash("a", "41.223.1.2")).not.toBe(keyedHash("b", "41.223.1.2"));
  expect(keyedHash("a", "41.223.1.2")).not.toBe(keyedHash("a", "41.223.1.3"));
});
