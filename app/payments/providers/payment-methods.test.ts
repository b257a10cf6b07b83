import { expect, test } from "vitest";
import type { PaymentStatus } from "../attempts/payments.ts";
import {
  isTransactionNumber,
  normaliseTransactionNumber,
  sortPaymentMethods,
} from "./payment-methods.ts";

const MEANS = [{ provider: "mobile" }, { provider: "card" }];
const tried = (provider: string, ...statuses: PaymentStatus[]) =>
  statuses.map((status) => ({ provider, status }));
const order = (tries: ReturnType<typeof tried>) =>
  sortPaymentMethods(MEANS, tries).map(({ provider }) => provider);

test.each<[string, ReturnType<typeof tried>, string[]]>([
  ["nothing was tried", [], ["mobile", "card"]],
  ["two failures", tried("mobile", "failed", "failed"), ["mobile", "card"]],
  ["three failures", tried("mobile", "failed", "unknown", "expired"), ["card", "mobile"]],
  [
    "three failures, not in a row",
    tried("mobile", "failed", "failed", "succeeded", "failed"),
    ["mobile", "card"],
  ],
  [
    "what the payer stopped is none",
    tried("mobile", "failed", "cancelled", "failed"),
    ["mobile", "card"],
  ],
  [
    "stopped in between",
    tried("mobile", "failed", "cancelled", "failed", "failed"),
    ["card", "mobile"],
  ],
  ["of the other one", tried("card", "failed", "failed", "failed"), ["mobile", "card"]],
  [
    "of both",
    [
      ...tried("card", "failed", "failed", "failed"),
      ...tried("mobile", "failed", "failed", "failed"),
    ],
    ["mobile", "card"],
  ],
])("%s", (_words, tries, expected) => {
  expect(order(tries)).toEqual(expected);
});

test.each(["622 12 34 56", "+224 622 12 34 56", "00224 622-12-34-56", "0622123456"])(
  "the phone number '%s' is no transaction number",
  (text) => expect(isTransactionNumber(normaliseTransactionNumber(text))).toBe(false),
);

test.each(["MP240101.1010.A11", "6221234567", "62212345", "22412345678901"])(
  "'%s' may be a transaction number",
  (text) => expect(isTransactionNumber(normaliseTransactionNumber(text))).toBe(true),
);
