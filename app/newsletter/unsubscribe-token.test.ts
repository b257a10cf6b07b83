import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { newId } from "../core/secrets/id.server.ts";
import { keyringOf } from "../core/secrets/keys.server.ts";
import { parseUnsubscribeToken, unsubscribeToken } from "./unsubscribe-token.server.ts";

const [OLD, NEW, OTHER] = ["o", "n", "x"].map((letter) => letter.repeat(40)) as [
  string,
  string,
  string,
];
const id = newId();

test("a link lets its reader leave after the secret was changed, and changed again", () => {
  const token = unsubscribeToken(id, keyringOf([OLD]));
  expect(parseUnsubscribeToken(token, keyringOf([OLD]))).toBe(id);
  expect(parseUnsubscribeToken(token, keyringOf([NEW, OLD]))).toBe(id);
  expect(parseUnsubscribeToken(token, keyringOf([OTHER, NEW, OLD]))).toBe(id);
  expect(parseUnsubscribeToken(token, keyringOf([NEW]))).toBeUndefined();
});

test("a link of before keys had numbers holds, under whichever secret it was made", () => {
  const seal = createHmac("sha256", OLD).update(`newsletter:${id}`).digest();
  const bytes = Buffer.concat([Buffer.from(id.replaceAll("-", ""), "hex"), seal]);
  const token = bytes.toString("base64url");
  expect(token).toHaveLength(64);
  expect(parseUnsubscribeToken(token, keyringOf([OLD]))).toBe(id);
  expect(parseUnsubscribeToken(token, keyringOf([NEW, OLD]))).toBe(id);
  expect(parseUnsubscribeToken(token, keyringOf([NEW]))).toBeUndefined();
});

test("a link that was changed anywhere is none", () => {
  const ring = keyringOf([NEW, OLD]);
  const token = unsubscribeToken(id, ring);
  for (let place = 0; place < token.length; place++) {
    const other = token[place] === "A" ? "B" : "A";
    const forged = token.slice(0, place) + other + token.slice(place + 1);
    expect(parseUnsubscribeToken(forged, ring), forged).toBeUndefined();
  }
  for (const text of ["", "x", token.slice(1), `${token}A`, "a".repeat(64), "a".repeat(70)]) {
    expect(parseUnsubscribeToken(text, ring)).toBeUndefined();
  }
});
