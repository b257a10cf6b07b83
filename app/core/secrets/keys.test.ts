import { beforeAll, expect, test, vi } from "vitest";
import { keyringOf } from "./keys.server.ts";

const [NEW, OLD] = ["n".repeat(40), "o".repeat(40)];

test("a seal names its key and holds for its text and its purpose alone", () => {
  const ring = keyringOf([NEW]);
  const seal = ring.seal("device", "somebody");
  expect(seal).toBe(`${ring.current("device").number.toString(36)}.${seal.split(".")[1]}`);
  expect(ring.isSeal("device", "somebody", seal)).toBe(true);
  expect(ring.isSeal("device", "somebody else", seal)).toBe(false);
  expect(ring.isSeal("file-link", "somebody", seal)).toBe(false);
  for (const forged of ["", ".", seal.slice(0, -1), `${seal}A`, seal.replace(/^\w+/, "0")]) {
    expect(ring.isSeal("device", "somebody", forged)).toBe(false);
  }
});

test("a retired key seals nothing any more", () => {
  const seal = keyringOf([OLD]).seal("file-link", "a file");
  expect(keyringOf([OLD]).isSeal("file-link", "a file", seal)).toBe(true);
  expect(keyringOf([NEW, OLD]).isSeal("file-link", "a file", seal)).toBe(false);
});

test("a key has the same number wherever its secret stands, and no other key has it", () => {
  const number = keyringOf([OLD]).current("sign-in").number;
  expect(keyringOf([NEW, OLD]).all("sign-in")[1]?.number).toBe(number);
  expect(keyringOf([NEW]).current("sign-in").number).not.toBe(number);
  expect(Number.isInteger(number) && number >= 0).toBe(true);
});

test("each purpose has a key of its own, and none is the secret", () => {
  const ring = keyringOf([NEW]);
  const purposes = ["device", "file-link", "mail-code", "sign-in", "unsubscribe"] as const;
  const keys = purposes.map((purpose) => ring.current(purpose).bytes.toString("hex"));
  expect(new Set(keys).size).toBe(purposes.length);
  expect(keys).not.toContain(Buffer.from(NEW).toString("hex"));
});

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
