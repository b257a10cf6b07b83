import { afterEach, beforeEach, expect, test } from "vitest";
import type { DjomySimulator } from "../../../../simulators/djomy/djomy.ts";
import { ATTEMPT, soon, startDjomyAdapter } from "../../../../tests/support/operators.ts";
import type { PaymentProvider, ProviderRequest } from "../provider.ts";

let simulator: DjomySimulator;
let provider: PaymentProvider;
let stop: () => Promise<void>;

beforeEach(async () => {
  ({ simulator, provider, stop } = await startDjomyAdapter());
});
afterEach(() => stop());

async function open(change: Partial<ProviderRequest> = {}): Promise<ProviderRequest> {
  const creation = await provider.create({ ...ATTEMPT, ...change }, soon());
  if (creation.kind !== "redirect") throw new Error(creation.kind);
  return { ...ATTEMPT, ...change, ids: creation.ids };
}
const play = (action: string, choice = "OM") =>
  expect(simulator.play(ATTEMPT.merchantRef, action, choice)).toBe(true);
const opened = () => [...simulator.payments.values()];

// What Djomy answers is not as its documents say.

/** What Djomy tells is changed after it was paid. */
async function told(change: Record<string, unknown>) {
  const attempt = await open();
  play("approve");
  for (const payment of opened()) Object.assign(payment, change);
  return provider.query(attempt, soon());
}

test.each([
  ["fees", 375.5],
  ["fees", "375"],
  ["fees", -1],
  ["fees", 2 ** 31],
  ["fees", [375]],
  ["receivedAmount", 0.5],
  ["receivedAmount", "24 625"],
  ["payerIdentifier", { number: "224" }],
  ["payerIdentifier", "\0"],
  ["payerIdentifier", "\ud800"],
  ["providerReference", true],
])("%s of %j stands beside the money: it is left out, and said to be", async (field, value) => {
  const answer = await told({ [field]: value });
  expect(answer).toMatchObject({
    state: "paid",
    unread: [field],
    charges: [{ amount: 25_000, currency: "GNF" }],
  });
  expect(answer.doubt).toBeUndefined();
});

test("numbers that were sent as numbers are names all the same", async () => {
  const numbers = { payerIdentifier: 224622123456, providerReference: 20_270_310 };
  expect(await told(numbers)).toMatchObject({
    state: "paid",
    ids: { operator: "20270310" },
    charges: [{ payerAccount: "224622123456" }],
  });
});

test.each([0, -25_000, 25_000.5, "25000", 2 ** 31, null, [25_000]])(
  "%j is no amount: nothing is believed, and people look",
  async (paidAmount) => {
    const answer = await told({ paidAmount });
    expect(answer).toMatchObject({ state: "unknown", doubt: "unreadable" });
    expect(answer.unread).toEqual(["paidAmount"]);
    // Found by our reference it says no more.
    expect(await provider.query(ATTEMPT, soon())).toMatchObject({ doubt: "unreadable" });
  },
);

test.each([
  { currency: null },
  { currency: 324 },
  { currency: "G\0F" },
  { status: 7 },
  { status: null },
  { transactionId: "nothing like it" },
  { merchantPaymentReference: 12 },
])("%j cannot be read: people look", async (change) => {
  const attempt = await open();
  play("approve");
  for (const payment of opened()) Object.assign(payment, change);
  expect(await provider.query(attempt, soon())).toMatchObject({ doubt: "unreadable" });
});

test("one payment in the list that cannot be read hides no other", async () => {
  await open({ merchantRef: "P-OTHER" });
  const attempt = await open();
  play("approve");
  for (const payment of opened()) {
    if (payment.merchantPaymentReference === "P-OTHER")
      Object.assign(payment, { status: "PENDING", fees: "x", transactionId: 5 });
  }
  expect(await provider.query({ ...attempt, ids: {} }, soon())).toMatchObject({ state: "paid" });
});

test("a word that nobody knows is looked at by people", async () => {
  const attempt = await open();
  play("unknown-status");
  const answer = await provider.query(attempt, soon());
  expect(answer).toMatchObject({ state: "pending", doubt: "unreadable", unread: ["status"] });
});

test("somebody else's payment is none of ours, whatever its number", async () => {
  const other = await open({ merchantRef: "P-OTHER" });
  simulator.play("P-OTHER", "approve");
  const answer = await provider.query({ ...ATTEMPT, ids: other.ids }, soon());
  expect(answer).toMatchObject({ state: "unknown", doubt: "unreadable" });
});
