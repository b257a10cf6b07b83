import { expect, test } from "vitest";
import { EURO_ATTEMPT } from "../../../../tests/support/operators.ts";
import { answerOf, orderAnswer } from "./paypal-answers.ts";

// What PayPal answers is not as its documents say.

const REF = EURO_ATTEMPT.merchantRef;

/** The order as PayPal tells it, changed. */
function told(change: (capture: Record<string, unknown>) => void) {
  const capture: Record<string, unknown> = {
    id: "C-1",
    status: "COMPLETED",
    custom_id: REF,
    amount: { currency_code: "EUR", value: "12.50" },
    seller_receivable_breakdown: {
      paypal_fee: { currency_code: "EUR", value: "0.72" },
      net_amount: { currency_code: "EUR", value: "11.78" },
    },
  };
  change(capture);
  const unit = { custom_id: REF, payments: { captures: [capture] } };
  const order = { id: "O-1", status: "COMPLETED", purchase_units: [unit] };
  return readOrder(order);
}
const readOrder = (order: unknown) => {
  const read = orderAnswer.safeParse(order);
  return read.success ? answerOf(read.data) : { state: "unreadable" };
};

test.each([
  [{ paypal_fee: { currency_code: "EUR", value: "many" } }, ["paypal_fee"]],
  [{ paypal_fee: { currency_code: "EUR", value: 0.72 } }, ["paypal_fee"]],
  [{ net_amount: "11.78" }, ["net_amount"]],
  [{ paypal_fee: { currency_code: "EUR", value: "99999999999.99" } }, ["paypal_fee"]],
  ["nothing", ["seller_receivable_breakdown"]],
])("a fee of %j stands beside the money: it is left out, and said to be", (breakdown, unread) => {
  const answer = told((capture) => {
    const before = capture.seller_receivable_breakdown as object;
    capture.seller_receivable_breakdown =
      typeof breakdown === "string" ? breakdown : { ...before, ...breakdown };
  });
  expect(answer).toMatchObject({ state: "paid", unread, charges: [{ amount: 1250 }] });
});

test.each([
  { currency_code: "EUR", value: "0.00" },
  { currency_code: "EUR", value: "-12.50" },
  { currency_code: "EUR", value: "12.505" },
  { currency_code: "EUR", value: "99999999999.00" },
  { currency_code: "QQQ", value: "12.50" },
])("%j is no amount: nothing is believed, and people look", (amount) => {
  expect(told((capture) => Object.assign(capture, { amount }))).toMatchObject({
    state: "unknown",
    doubt: "unreadable",
    unread: ["amount"],
  });
});

test("a name that no database can hold makes of the order one that cannot be read", () => {
  const amount = { currency_code: "E\0R", value: "12.50" };
  const bad = [{ amount }, { id: "C-\ud800" }];
  for (const change of bad) {
    expect(told((capture) => Object.assign(capture, change))).toEqual({ state: "unreadable" });
  }
});
