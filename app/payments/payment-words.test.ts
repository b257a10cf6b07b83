import { expect, test } from "vitest";
import { journalWords, providerWords } from "./payment-words.ts";

const NAMES = { a1: "Mariama Bah" };

test.each([
  [{ order: ["held", "confirmed"] }, "Commande : En attente → Payée"],
  [
    { payment: ["pending", "failed"], event: "failed", reason: "declined" },
    "Tentative : Attend le payeur → Refusé (declined)",
  ],
  [{ refund: "r1", by: "a1" }, "Remboursement fait par Mariama Bah"],
  [{ refund: "r1", by: "provider" }, "Remboursement fait par le prestataire"],
  [{ receipt: "R-12", by: "a1" }, "Encaissé sur place par Mariama Bah, reçu R-12"],
  [{ other: 1 }, '{"other":1}'],
])("the journal tells %j", (body, sentence) => {
  expect(journalWords({ source: "journal", provider: "journal", body }, NAMES)).toBe(sentence);
});

test("a notice is told by its provider, and a provider that nobody named by its code", () => {
  const notice = { source: "notice", provider: "simulated", body: {} };
  expect(journalWords(notice, NAMES)).toBe("Avis reçu : Simulation");
  expect(providerWords("djomy")).toBe("djomy");
});
