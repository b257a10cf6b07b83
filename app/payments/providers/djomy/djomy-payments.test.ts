import { describe, expect, test } from "vitest";
import { isPayableAt, isSignedBy } from "../provider-http.server.ts";
import { apiKey, djomyNumber, noticeOf } from "./djomy.server.ts";

const KEYS = { clientId: "djomy-merchant-001", clientSecret: "topsecret" };

describe("what the documents compute", () => {
  test("the signed key", () => {
    expect(apiKey(KEYS)).toBe(
      "djomy-merchant-001:9d165a3b94ea56952e674e960a7ac289894c6fa6eff69f05cf31921b33900bfc",
    );
  });

  const BODY = `{"message":"Statut du paiement","eventType":"payment.success","eventId":"8bfd5709-737c-4254-99a7-57a3d630b349","data":{"payment":{"transactionId":"123e4567-e89b-12d3-a456-426614174000","status":"SUCCESS","paidAmount":10000,"currency":"GNF","merchantPaymentReference":"PAY-01J000000000000000000000"}},"paymentLinkReference":"LINK-REF","timestamp":"2025-07-13T10:31:00.000Z"}`;
  const SIGNATURE = "v1:a8f3620b07a812efd75cc2e9cbc15630681cba94debcde19033fdec55ff83403";

  test("the signature of a notice, over its bytes and in that form alone", () => {
    const raw = Buffer.from(BODY);
    expect(isSignedBy("topsecret", SIGNATURE, raw)).toBe(true);
    expect(isSignedBy("other", SIGNATURE, raw)).toBe(false);
    expect(isSignedBy("topsecret", SIGNATURE.replace("v1:", "v2:"), raw)).toBe(false);
    expect(isSignedBy("topsecret", SIGNATURE.slice(3), raw)).toBe(false);
    expect(isSignedBy("topsecret", SIGNATURE.toUpperCase(), raw)).toBe(false);
    expect(isSignedBy("topsecret", null, raw)).toBe(false);
    expect(isSignedBy("topsecret", SIGNATURE, Buffer.from(`${BODY} `))).toBe(false);
  });

  test("what a notice is about, in both versions", () => {
    const about = {
      merchantRef: "PAY-01J000000000000000000000",
      ids: { transaction: "123e4567-e89b-12d3-a456-426614174000" },
    };
    const whole = JSON.parse(BODY);
    const eventKey = "8bfd5709-737c-4254-99a7-57a3d630b349";
    expect(noticeOf(whole)).toEqual({ ok: true, eventKey, about });
    expect(noticeOf({ ...whole, data: whole.data.payment })).toEqual({ ok: true, eventKey, about });
    expect(noticeOf({ ...whole, data: { payout: { payoutId: "1" } } })).toEqual({
      ok: true,
      eventKey,
      about: {},
    });
    expect(noticeOf({ ...whole, eventId: undefined })).toEqual({ ok: false });
  });

  test.each([
    ["+224622123456", "00224622123456"],
    ["+22462212345", undefined],
    ["+33612345678", undefined],
    ["622123456", undefined],
    [null, undefined],
  ])("the number %s is written as %s", (number, written) => {
    expect(djomyNumber(number)).toBe(written);
  });
});

test.each([
  ["https://pay.example/1", "https://api.djomy.africa", true],
  ["http://pay.example/1", "https://api.djomy.africa", false],
  ["http://127.0.0.1/1", "https://api.djomy.africa", false],
  ["javascript:alert(1)", "https://api.djomy.africa", false],
  ["/gateway/1", "https://api.djomy.africa", false],
  ["http://127.0.0.1:4000/1", "http://127.0.0.1:4000", true],
  ["http://pay.example/1", "http://127.0.0.1:4000", false],
])("whoever pays is sent to %s by %s: %s", (address, host, isSent) => {
  expect(isPayableAt(address, host)).toBe(isSent);
});
