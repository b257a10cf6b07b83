import { expect, test } from "vitest";
import { describeDeciders, describeJournalEntry, refundReasonLabel } from "./payment-journal.ts";
import { providerLabel } from "./payment-labels.ts";

const NAMES = { a1: "Mariama Bah" };

test.each([
  [{ order: ["held", "confirmed"] }, "Commande : En attente → Payée"],
  [
    { payment: ["pending", "failed"], event: "failed", reason: "declined" },
    "Paiement : Attend le payeur → Refusé (declined)",
  ],
  [
    { payment: ["pending", "cancelled"], reason: "stop-asked" },
    "Paiement : Attend le payeur → Abandonné (le payeur a demandé l’arrêt)",
  ],
  [{ refund: "r1", step: "requested", by: "a1" }, "Remboursement demandé par Mariama Bah"],
  [{ refund: "r1", step: "approved", by: "a1" }, "Remboursement approuvé par Mariama Bah"],
  [{ refund: "r1", step: "withdrawn", by: "a1" }, "Remboursement retiré par Mariama Bah"],
  [{ refund: "r1", by: "a1" }, "Remboursement fait par Mariama Bah"],
  [{ refund: "r1", by: "provider" }, "Remboursement fait par l’opérateur"],
  [{ receipt: "R-12", by: "a1" }, "Encaissé sur place par Mariama Bah, reçu R-12"],
  [{ receipt: null, by: "a1" }, "Encaissé sur place par Mariama Bah"],
  [{ other: 1 }, '{"other":1}'],
])("the journal tells %j", (body, sentence) => {
  expect(describeJournalEntry({ source: "journal", provider: "journal", body }, NAMES)).toBe(
    sentence,
  );
});

test("who asked for a refund, approved and recorded it is told by name", () => {
  const unsigned = {
    source: "system" as const,
    requested_by: null,
    holder_asked: false,
    approved_by: null,
    by_rule: false,
    recorded_by: null,
  };
  expect(describeDeciders(unsigned, NAMES)).toBe("Demandé par le site");
  expect(describeDeciders({ ...unsigned, source: "external" }, NAMES)).toBe(
    "Remboursé chez l’opérateur, sans demande d’ici",
  );
  expect(
    describeDeciders(
      { ...unsigned, requested_by: "a1", approved_by: "a1", recorded_by: "a1" },
      NAMES,
    ),
  ).toBe(
    "Demandé par Mariama Bah · approuvé par Mariama Bah · remboursé à la main par Mariama Bah",
  );
});

test("a notice is told by its provider, and a provider that nobody named by its code", () => {
  const notice = { source: "notice", provider: "simulated", body: {} };
  expect(describeJournalEntry(notice, NAMES)).toBe("Avis reçu : Simulation");
  expect(providerLabel("djomy")).toBe("djomy");
});

test("what a provider refunded by itself was not requested by the federation", () => {
  const reason = "staff" as const;
  expect(refundReasonLabel({ reason, source: "external" })).toBe("Remboursé par l’opérateur");
  expect(refundReasonLabel({ reason, source: "staff" })).toBe("Demandé par la fédération");
});
