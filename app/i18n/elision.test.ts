import { expect, test } from "vitest";
import { ofName } from "./elision.ts";

test("of whom: the vowel decides, however it is written", () => {
  const whole = [
    "d’Administrateur",
    "d’Aïcha Bah",
    "d’Orange Bleue",
    "d’Élie",
    "d’E\u0301lie",
    "d’Ousmane",
    "d’Yves",
    "d’aicha@example.org",
    "de Boubacar",
    "de Hawa",
    "de Ouattara",
    "de Yacouba",
    "de 11 caisses",
    "de « Œuvre »",
    "de ",
  ];
  for (const words of whole) expect(ofName(words.replace(/^d(?:’|e )/, ""))).toBe(words);
});
