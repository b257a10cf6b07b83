import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HOUR, MINUTE } from "../clock.ts";
import { API_KEY, DOMAIN, JSON_TYPE, KEYS, type Merchant, PAYMENT, startDjomy } from "./caller.ts";
import { apiKeyOf } from "./signing.ts";

let merchant: Merchant;
beforeEach(async () => {
  merchant = await startDjomy();
});
afterEach(() => merchant.running.close());

describe("who calls", () => {
  test("the signed key is the one of the documents' formula", () => {
    expect(apiKeyOf(KEYS.clientId, KEYS.clientSecret)).toBe(
      "djomy-merchant-001:9d165a3b94ea56952e674e960a7ac289894c6fa6eff69f05cf31921b33900bfc",
    );
  });

  test("a token is given for the signed key alone, for an hour", async () => {
    const { body } = await merchant.call("/v1/auth", {
      method: "POST",
      headers: { ...API_KEY, ...JSON_TYPE },
      body: "{}",
    });
    expect(body.data).toMatchObject({ accessToken: expect.any(String), expiresIn: 3600 });
    const wrong = { ...JSON_TYPE, "x-api-key": apiKeyOf(KEYS.clientId, "another") };
    expect(
      (await merchant.call("/v1/auth", { method: "POST", headers: wrong, body: "{}" })).status,
    ).toBe(401);
  });

  test("key and token are both wanted", async () => {
    const bearer = { authorization: `Bearer ${await merchant.tokenOf()}` };
    expect((await merchant.create({}, bearer)).status).toBe(401);
    expect((await merchant.create({}, API_KEY)).status).toBe(401);
    expect((await merchant.create({}, { ...API_KEY, ...bearer })).status).toBe(201);
  });

  test("a token ends with its hour", async () => {
    const headers = { ...API_KEY, authorization: `Bearer ${await merchant.tokenOf()}` };
    merchant.clock.advance(HOUR - 1);
    expect((await merchant.create({}, headers)).status).toBe(201);
    merchant.clock.advance(1);
    expect((await merchant.create({}, headers)).status).toBe(401);
  });

  test("live wants the domain of the partner, test does not", async () => {
    expect((await merchant.create()).status).toBe(201);
    await merchant.running.close();
    merchant = await startDjomy({ mode: "live" });
    const own = { "x-partner-domain": DOMAIN };
    const bearer = `Bearer ${await merchant.tokenOf(own)}`;
    const headers = { ...API_KEY, authorization: bearer };
    expect((await merchant.create({}, headers)).status).toBe(403);
    expect(
      (await merchant.create({}, { ...headers, "x-partner-domain": "other.example" })).status,
    ).toBe(403);
    expect((await merchant.create({}, { ...headers, ...own })).status).toBe(201);
  });

  test("bodies are JSON", async () => {
    const headers = {
      ...API_KEY,
      authorization: `Bearer ${await merchant.tokenOf()}`,
      "content-type": "text/plain",
    };
    const body = JSON.stringify(PAYMENT);
    expect(
      (await merchant.call("/v1/payments/gateway", { method: "POST", headers, body })).status,
    ).toBe(400);
  });

  test("too many calls in a minute are refused", async () => {
    await merchant.running.close();
    merchant = await startDjomy({ callsAMinute: 3 });
    const headers = { ...API_KEY, authorization: `Bearer ${await merchant.tokenOf()}` };
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++)
      statuses.push((await merchant.call("/v1/payments", { headers })).status);
    expect(statuses).toEqual([200, 200, 429]);
    merchant.clock.advance(MINUTE + 1);
    expect((await merchant.get("/v1/payments")).status).toBe(200);
  });
});

describe("a payment is opened", () => {
  test("with its number, its page and our reference, in the envelope", async () => {
    const { status, body } = await merchant.create({ metadata: { order: "1" } });
    expect(status).toBe(201);
    expect(body).toMatchObject({ success: true, error: null, status: 201 });
    expect(body.data).toMatchObject({
      transactionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: "CREATED",
      merchantPaymentReference: "P-1",
      redirectUrl: expect.stringContaining(merchant.running.url),
      metadata: { order: "1" },
    });
  });

  test.each([
    ["an amount that is not positive", { amount: 0 }, 400],
    ["an amount with decimals", { amount: 12.5 }, 422],
    ["an amount in a text", { amount: "25000" }, 400],
    ["a country in small letters", { countryCode: "gn" }, 400],
    ["another country", { countryCode: "SN" }, 422],
    ["no number of the payer", { payerNumber: undefined }, 400],
    ["a number with a plus", { payerNumber: "+224622123456" }, 400],
    ["a description of 256 characters", { description: "x".repeat(256) }, 400],
    ["a reference of 256 characters", { merchantPaymentReference: "x".repeat(256) }, 400],
    ["a return by http", { returnUrl: "http://federation.example/" }, 422],
    ["a cancellation by http", { cancelUrl: "http://federation.example/" }, 422],
    ["metadata with something inside", { metadata: { a: { b: 1 } } }, 400],
  ])("refuses %s", async (_, change, status) => {
    const answer = await merchant.create(change);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({
      success: false,
      data: null,
      error: { code: status, fieldsErrors: [expect.any(String)] },
    });
    expect(merchant.simulator.payments.size).toBe(0);
  });

  test("an empty number of the payer is refused in the words of the documents", async () => {
    const { status, body } = await merchant.create({ payerNumber: "" });
    expect(status).toBe(400);
    expect(body.message).toBe("Le numéro de téléphone du payeur est obligatoire.");
  });

  test("a return to this machine may be http", async () => {
    expect((await merchant.create({ returnUrl: "http://127.0.0.1:1/" })).status).toBe(201);
  });

  test("a means that it does not know offers all of them", async () => {
    const known = await merchant.create({ allowedPaymentMethods: ["OM", "MOMO"] });
    expect(known.body.data.allowedPaymentMethods).toEqual(["OM", "MOMO"]);
    const unknown = await merchant.create({ allowedPaymentMethods: ["OM", "BITCOIN"] });
    expect(unknown.body.data.allowedPaymentMethods).toHaveLength(5);
  });

  test("the same reference opens a second payment: nothing there knows it again", async () => {
    await merchant.create();
    expect((await merchant.create()).status).toBe(201);
    expect(merchant.simulator.payments.size).toBe(2);
  });
});

describe("a payment is asked after", () => {
  const open = async () => String((await merchant.create()).body.data.transactionId);

  test("says what was paid, kept and by whom, and books it", async () => {
    const id = await open();
    merchant.simulator.play(id, "approve", "OM");
    const { data } = (await merchant.get(`/v1/payments/${id}/status`)).body;
    expect(data).toMatchObject({
      transactionId: id,
      status: "SUCCESS",
      paidAmount: 25_000,
      currency: "GNF",
      receivedAmount: 24_375,
      fees: 625,
      paymentMethod: "OM",
      payerIdentifier: "00224622123456",
      merchantPaymentReference: "P-1",
    });
    expect(merchant.simulator.books()).toEqual([
      expect.objectContaining({
        kind: "charge",
        amount: 25_000,
        fees: 625,
        merchantReference: "P-1",
      }),
    ]);
  });

  test.each([
    ["open", "REDIRECTED"],
    ["wait", "PENDING"],
    ["wrong-pin", "FAILED"],
    ["refuse", "FAILED"],
    ["cancel", "CANCELLED"],
    ["timeout", "TIMEOUT"],
    ["unknown-status", "UNDER_REVIEW"],
    ["approve-other-currency", "SUCCESS"],
  ])("%s makes it %s", async (action, status) => {
    const id = await open();
    expect(merchant.simulator.play(id, action)).toBe(true);
    expect((await merchant.get(`/v1/payments/${id}/status`)).body.data.status).toBe(status);
  });

  test("one that ended takes no money, but for a success that comes late", async () => {
    const id = await open();
    merchant.simulator.play(id, "timeout");
    expect(merchant.simulator.play(id, "approve")).toBe(false);
    expect(merchant.simulator.play(id, "approve-late")).toBe(true);
    expect(merchant.simulator.play(id, "approve-late")).toBe(false);
    expect(merchant.simulator.books()).toHaveLength(1);
  });

  test("one that its people look into is ended by them alone", async () => {
    const id = await open();
    merchant.simulator.play(id, "unknown-status");
    merchant.clock.advance(16 * MINUTE);
    expect(merchant.simulator.play(id, "wait")).toBe(false);
    expect((await merchant.get(`/v1/payments/${id}/status`)).body.data.status).toBe("UNDER_REVIEW");
    expect(merchant.simulator.play(id, "approve")).toBe(true);
    expect(merchant.simulator.books()).toHaveLength(1);
  });

  test("a payer who stays too long is timed out", async () => {
    const id = await open();
    merchant.clock.advance(16 * MINUTE);
    expect((await merchant.get(`/v1/payments/${id}/status`)).body.data.status).toBe("TIMEOUT");
  });

  test("a number that nobody has is 404", async () => {
    const none = "00000000-0000-4000-8000-000000000000";
    expect((await merchant.get(`/v1/payments/${none}/status`)).status).toBe(404);
  });

  test("there is no call that returns money", async () => {
    const id = await open();
    merchant.simulator.play(id, "approve");
    const headers = {
      ...API_KEY,
      ...JSON_TYPE,
      authorization: `Bearer ${await merchant.tokenOf()}`,
    };
    const refund = { method: "POST", headers, body: "{}" };
    expect((await merchant.call(`/v1/payments/${id}/refund`, refund)).status).toBe(404);
  });
});

describe("the list", () => {
  test("comes in pages, for both dates or none", async () => {
    for (let n = 0; n < 3; n++) {
      const { body } = await merchant.create({ merchantPaymentReference: `P-${n}` });
      merchant.simulator.play(String(body.data.transactionId), "approve");
      merchant.clock.advance(1000);
    }
    const dates = "startDate=2027-03-10&endDate=2027-03-10";
    const first = (await merchant.get(`/v1/payments?${dates}&page=0&size=2&sortDirection=desc`))
      .body.data;
    expect(first).toMatchObject({ last: false, totalPages: 2 });
    expect(first.content).toMatchObject([
      { merchantPaymentReference: "P-2" },
      { merchantPaymentReference: "P-1" },
    ]);
    const second = (await merchant.get(`/v1/payments?${dates}&page=1&size=2`)).body.data;
    expect(second).toMatchObject({ last: true, content: [{ merchantPaymentReference: "P-0" }] });
    expect((await merchant.get("/v1/payments?startDate=2027-03-10")).status).toBe(400);
    const other = (await merchant.get("/v1/payments?startDate=2027-03-09&endDate=2027-03-09")).body
      .data;
    expect(other.content).toEqual([]);
  });

  test("without statuses has those that succeeded or wait, no others", async () => {
    await merchant.create();
    expect((await merchant.get("/v1/payments")).body.data.content).toEqual([]);
    expect((await merchant.get("/v1/payments?statuses=CREATED")).body.data.content).toHaveLength(1);
  });
});
