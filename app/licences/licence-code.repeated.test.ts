import { expect, test } from "vitest";
import { EXAMPLE } from "../../tests/expectations/licences/card-example.ts";
import { repetitions } from "../../tests/support/fuzz/repetitions.ts";
import { toBase32 } from "./licence-code.ts";
import type { LicenceList } from "./offline/licence-list.ts";
import { checkOffline } from "./offline/offline-check.ts";

/** The same numbers in every run. */
function randomNumbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567abc189é%\0";
const rounds = repetitions(2_000, 100_000);

test(`random and altered codes, ${rounds} of them, never throw and are never valid`, async () => {
  const below = randomNumbers(42);
  const { code, key } = EXAMPLE;
  const NOW = Date.parse("2027-03-15");
  // Every number is in order: only the signature says what is true.
  const list: LicenceList = {
    key: 1,
    made: NOW / 1000,
    highest: 9_999,
    keys: [{ ...key, state: "signs" }],
    find: () => ({
      issue: 1,
      until: null,
      suspension: { suspended_from: null, suspended_until: null },
    }),
  };
  const colourOf = async (text: string) =>
    (await checkOffline(text, list, { now: NOW, isWrong: false })).colour;
  expect(await colourOf(code)).toBe("green");
  const letter = () => LETTERS.charAt(below(LETTERS.length));
  const proper = () => toBase32(new Uint8Array([below(256)])).charAt(0);
  const ways: (() => string)[] = [
    () => Array.from({ length: below(220) }, letter).join(""),
    () => {
      const text = Array.from(code);
      for (let n = 0; n <= below(4); n++) text[below(text.length)] = letter();
      return text.join("");
    },
    () => {
      const at = below(code.length);
      return code.slice(0, at) + code.slice(at + 1 + below(9));
    },
    // Well formed, with the head of a true one.
    () => code.slice(0, below(26)) + Array.from({ length: code.length }, proper).join("").slice(26),
    () => {
      const at = below(code.length);
      return code.slice(0, at) + proper() + code.slice(at + 1);
    },
  ];
  for (let round = 0; round < rounds; round++) {
    const text = ways[round % ways.length]?.() ?? "";
    if (text.toUpperCase() === code) continue;
    expect(await colourOf(text), text).toBe("red");
  }
});
