import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SECOND } from "../clock.ts";
import {
  BASIC,
  capturePath,
  FORM,
  issueOf,
  type Json,
  type Merchant,
  orderBody,
  startPayPal,
  WHOLE,
} from "./caller.ts";

let merchant: Merchant;
beforeEach(async () => {
  merchant = await startPayPal();
});
afterEach(() => merchant.running.close());

describe("who calls", () => {
  test("a token is given for the right secret alone, and ends", async () => {
    const { status, body } = await merchant.authenticate();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      token_type: "Bearer",
      expires_in: 31_668,
      nonce: expect.any(String),
    });
    const wrong = await fetch(`${merchant.running.url}/v1/oauth2/token`, {
      method: "POST",
      headers: { authorization: "Basic bm86bm8=", ...FORM },
      body: "grant_type=client_credentials",
    });
    expect(wrong.status).toBe(401);
    merchant.clock.advance(31_668 * SECOND);
    expect((await merchant.create()).status).toBe(401);
  });

  test("the token is asked for in a form with its grant", async () => {
    const ask = (headers: Record<string, string>, body: string) =>
      fetch(`${merchant.running.url}/v1/oauth2/token`, {
        method: "POST",
        headers: { authorization: BASIC, ...headers },
        body,
      });
    expect((await ask(FORM, "grant_type=password")).status).toBe(400);
    const json = { "content-type": "application/json" };
    expect((await ask(json, '{"grant_type":"client_credentials"}')).status).toBe(400);
  });

  test("a body that is not JSON by its type is refused", async () => {
    expect((await merchant.create({}, { "content-type": "text/plain" })).status).toBe(400);
  });

  test("too many calls in a minute are refused", async () => {
    await merchant.running.close();
    merchant = await startPayPal(3);
    const statuses = [
      await merchant.create(),
      await merchant.create(),
      await merchant.create(),
    ].map(({ status }) => status);
    expect(statuses).toEqual([201, 201, 429]);
  });

  test("the sandbox fails on demand", async () => {
    const mock = { "paypal-mock-response": '{"mock_application_codes":"INSTRUMENT_DECLINED"}' };
    const answer = await merchant.create({}, mock);
    expect([answer.status, issueOf(answer)]).toEqual([422, "INSTRUMENT_DECLINED"]);
  });
});

describe("an order is opened", () => {
  test("minimal unless it is asked for whole; with a source it waits for the payer", async () => {
    const minimal = await merchant.create();
    expect(minimal.status).toBe(201);
    expect(Object.keys(minimal.body)).toEqual(["id", "status", "links"]);
    expect(minimal.body).toMatchObject({
      status: "PAYER_ACTION_REQUIRED",
      links: expect.arrayContaining([
        { rel: "payer-action", method: "GET", href: expect.stringContaining(merchant.running.url) },
      ]),
    });
    const whole = await merchant.create({}, WHOLE);
    expect(whole.body.purchase_units[0]).toMatchObject({
      reference_id: "default",
      custom_id: "P-1",
      invoice_id: "P-1",
      amount: { currency_code: "EUR", value: "12.50" },
    });
  });

  test("without a source it is created, and its link is called otherwise", async () => {
    const { payment_source, ...body } = orderBody();
    const order = await merchant.call("POST", "/v2/checkout/orders", body);
    expect(order.body.status).toBe("CREATED");
    expect(order.body.links.map(({ rel }: Json) => rel)).toEqual(["self", "approve", "capture"]);
  });

  test.each([
    [
      "XOF, which it does not know",
      { amount: { currency_code: "XOF", value: "100" } },
      422,
      "CURRENCY_NOT_SUPPORTED",
    ],
    [
      "GNF, which it does not know",
      { amount: { currency_code: "GNF", value: "100" } },
      422,
      "CURRENCY_NOT_SUPPORTED",
    ],
    [
      "a currency that is none",
      { amount: { currency_code: "eur", value: "1" } },
      422,
      "INVALID_CURRENCY_CODE",
    ],
    [
      "three decimals of euros",
      { amount: { currency_code: "EUR", value: "1.005" } },
      422,
      "DECIMAL_PRECISION",
    ],
    [
      "decimals of yen",
      { amount: { currency_code: "JPY", value: "100.5" } },
      422,
      "DECIMALS_NOT_SUPPORTED",
    ],
    [
      "decimals of forint",
      { amount: { currency_code: "HUF", value: "100.5" } },
      422,
      "DECIMALS_NOT_SUPPORTED",
    ],
    [
      "decimals of Taiwan dollars",
      { amount: { currency_code: "TWD", value: "100.5" } },
      422,
      "DECIMALS_NOT_SUPPORTED",
    ],
    [
      "an amount in a number",
      { amount: { currency_code: "EUR", value: 12.5 } },
      400,
      "INVALID_PARAMETER_SYNTAX",
    ],
    [
      "an amount with a comma",
      { amount: { currency_code: "EUR", value: "12,50" } },
      400,
      "INVALID_PARAMETER_SYNTAX",
    ],
    [
      "an amount of 33 characters",
      { amount: { currency_code: "EUR", value: "1".repeat(33) } },
      400,
      "INVALID_PARAMETER_SYNTAX",
    ],
    [
      "nothing",
      { amount: { currency_code: "EUR", value: "0.00" } },
      422,
      "CANNOT_BE_ZERO_OR_NEGATIVE",
    ],
    [
      "a custom id of 128 characters",
      { custom_id: "x".repeat(128) },
      400,
      "INVALID_STRING_MAX_LENGTH",
    ],
    [
      "an invoice of 128 characters",
      { invoice_id: "x".repeat(128) },
      400,
      "INVALID_STRING_MAX_LENGTH",
    ],
    [
      "a description of 128 characters",
      { description: "x".repeat(128) },
      400,
      "INVALID_STRING_MAX_LENGTH",
    ],
    [
      "a descriptor of 23 characters",
      { soft_descriptor: "x".repeat(23) },
      400,
      "INVALID_STRING_MAX_LENGTH",
    ],
    [
      "a reference of 257 characters",
      { reference_id: "x".repeat(257) },
      400,
      "INVALID_STRING_MAX_LENGTH",
    ],
  ])("refuses %s", async (_, unit, status, issue) => {
    const answer = await merchant.create(unit);
    expect([answer.status, issueOf(answer)]).toEqual([status, issue]);
    expect(answer.body).toMatchObject({ name: expect.any(String), debug_id: expect.any(String) });
  });

  test("refuses no unit, eleven of them, another intent, and addresses by http", async () => {
    const body = orderBody();
    const [unit] = body.purchase_units;
    const statuses = [];
    for (const change of [
      { purchase_units: [] },
      { purchase_units: Array.from({ length: 11 }, () => unit) },
      { intent: "SUBSCRIBE" },
    ]) {
      statuses.push(
        (await merchant.call("POST", "/v2/checkout/orders", { ...body, ...change })).status,
      );
    }
    expect(statuses).toEqual([400, 400, 400]);
    expect(
      (await merchant.create({}, {}, { return_url: "http://federation.example/" })).status,
    ).toBe(422);
    expect(
      (await merchant.create({}, {}, { cancel_url: "http://federation.example/" })).status,
    ).toBe(422);
  });

  test("is changed while nobody has paid, and not afterwards", async () => {
    const { payment_source, ...body } = orderBody();
    const { id } = (await merchant.call("POST", "/v2/checkout/orders", body)).body;
    const change = [
      { op: "replace", path: "/amount", value: { currency_code: "EUR", value: "1.00" } },
    ];
    expect((await merchant.call("PATCH", `/v2/checkout/orders/${id}`, change)).status).toBe(204);
    merchant.simulator.play(id, "approve");
    await merchant.call("POST", capturePath(id), {});
    expect((await merchant.call("PATCH", `/v2/checkout/orders/${id}`, change)).status).toBe(422);
    expect(merchant.simulator.books()).toMatchObject([{ amount: 100 }]);
  });
});
