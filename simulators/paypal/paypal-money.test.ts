import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY, HOUR } from "../clock.ts";
import { capturePath, issueOf, type Json, type Merchant, startPayPal, WHOLE } from "./caller.ts";

let merchant: Merchant;
beforeEach(async () => {
  merchant = await startPayPal();
});
afterEach(() => merchant.running.close());

describe("money is taken", () => {
  test("with what PayPal keeps of it, and booked", async () => {
    const { status, body } = await merchant.call(
      "POST",
      capturePath(await merchant.approved()),
      {},
      WHOLE,
    );
    expect(status).toBe(201);
    expect(body.status).toBe("COMPLETED");
    expect(body.purchase_units[0].payments.captures).toEqual([
      expect.objectContaining({
        status: "COMPLETED",
        custom_id: "P-1",
        amount: { currency_code: "EUR", value: "12.50" },
        seller_receivable_breakdown: {
          gross_amount: { currency_code: "EUR", value: "12.50" },
          paypal_fee: { currency_code: "EUR", value: "0.72" },
          net_amount: { currency_code: "EUR", value: "11.78" },
        },
      }),
    ]);
    expect(merchant.simulator.books()).toMatchObject([{ kind: "charge", amount: 1250, fees: 72 }]);
  });

  test.each(["PENDING", "DECLINED"])(
    "an order is COMPLETED while its capture is %s",
    async (status) => {
      const { body } = await merchant.call(
        "POST",
        capturePath(await merchant.approved(status)),
        {},
        WHOLE,
      );
      expect(body.status).toBe("COMPLETED");
      expect(body.purchase_units[0].payments.captures[0].status).toBe(status);
      expect(merchant.simulator.books()).toEqual([]);
    },
  );

  test("in a currency that the account does not hold it waits", async () => {
    const unit = { amount: { currency_code: "USD", value: "10.00" } };
    const { body } = await merchant.call(
      "POST",
      capturePath(await merchant.approved("COMPLETED", unit)),
      {},
      WHOLE,
    );
    const [capture] = body.purchase_units[0].payments.captures;
    expect(capture).toMatchObject({
      status: "PENDING",
      status_details: { reason: "RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION" },
    });
    expect(merchant.simulator.play(body.id, "accept")).toBe(true);
    const after = await merchant.call("GET", `/v2/payments/captures/${capture.id}`);
    expect(after.body.status).toBe("COMPLETED");
  });

  test("not before the payer agreed, and not twice", async () => {
    const { id } = (await merchant.create()).body;
    const early = await merchant.call("POST", capturePath(id), {});
    expect([early.status, issueOf(early)]).toEqual([422, "ORDER_NOT_APPROVED"]);
    merchant.simulator.play(id, "approve");
    await merchant.call("POST", capturePath(id), {});
    const twice = await merchant.call("POST", capturePath(id), {});
    expect([twice.status, issueOf(twice)]).toEqual([422, "ORDER_ALREADY_CAPTURED"]);
  });

  test("a card that is refused lets the payer choose another on the same order", async () => {
    const id = await merchant.approved("INSTRUMENT_DECLINED");
    const refused = await merchant.call("POST", capturePath(id), {});
    expect([refused.status, issueOf(refused)]).toEqual([422, "INSTRUMENT_DECLINED"]);
    const order = await merchant.call("GET", `/v2/checkout/orders/${id}`);
    expect(order.body.status).toBe("PAYER_ACTION_REQUIRED");
    merchant.simulator.play(id, "approve", "COMPLETED");
    expect((await merchant.call("POST", capturePath(id), {})).status).toBe(201);
  });

  test("after ten refusals there is no more", async () => {
    const id = await merchant.approved("TRANSACTION_REFUSED");
    const issues = new Set<string>();
    for (let n = 0; n < 10; n++)
      issues.add(issueOf(await merchant.call("POST", capturePath(id), {})));
    expect([...issues]).toEqual(["TRANSACTION_REFUSED"]);
    const last = await merchant.call("POST", capturePath(id), {});
    expect(issueOf(last)).toBe("MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED");
  });

  test("an invoice is paid once only", async () => {
    await merchant.captured();
    const second = await merchant.call("POST", capturePath(await merchant.approved()), {});
    expect([second.status, issueOf(second)]).toEqual([422, "DUPLICATE_INVOICE_ID"]);
  });

  test("six hours to agree, six more to take it", async () => {
    const { id } = (await merchant.create()).body;
    merchant.clock.advance(6 * HOUR);
    expect(merchant.simulator.play(id, "approve")).toBe(true);
    merchant.clock.advance(6 * HOUR);
    await merchant.authenticate();
    expect((await merchant.call("GET", `/v2/checkout/orders/${id}`)).status).toBe(200);
    merchant.clock.advance(1);
    const late = await merchant.call("POST", capturePath(id), {});
    expect(late.status).toBe(404);
    expect(late.body.name).toBe("RESOURCE_NOT_FOUND");
  });

  test("an order that nobody has is 404", async () => {
    const answer = await merchant.call("POST", capturePath("NOBODY"), {});
    expect([answer.status, issueOf(answer)]).toEqual([404, "INVALID_RESOURCE_ID"]);
  });
});

describe("money goes back", () => {
  const refund = (id: string, body: unknown = {}) =>
    merchant.call("POST", `/v2/payments/captures/${id}/refund`, body, WHOLE);
  const eur = (value: string) => ({ amount: { currency_code: "EUR", value } });

  test("in parts and then whole, and booked", async () => {
    const id = await merchant.captured();
    expect((await refund(id, eur("2.50"))).body.status).toBe("COMPLETED");
    const partly = await merchant.call("GET", `/v2/payments/captures/${id}`);
    expect(partly.body.status).toBe("PARTIALLY_REFUNDED");
    const rest = await refund(id);
    expect(rest.body.amount.value).toBe("10.00");
    expect((await merchant.call("GET", `/v2/payments/refunds/${rest.body.id}`)).body.status).toBe(
      "COMPLETED",
    );
    expect(issueOf(await refund(id))).toBe("CAPTURE_FULLY_REFUNDED");
    expect(merchant.simulator.books().map(({ kind, amount }) => [kind, amount])).toEqual([
      ["charge", 1250],
      ["refund", 250],
      ["refund", 1000],
    ]);
  });

  test.each([
    ["more than was taken", eur("12.51"), "REFUND_AMOUNT_EXCEEDED"],
    [
      "another currency",
      { amount: { currency_code: "USD", value: "1.00" } },
      "REFUND_CAPTURE_CURRENCY_MISMATCH",
    ],
    ["three decimals", eur("1.005"), "DECIMAL_PRECISION"],
  ])("refuses %s", async (_, body, issue) => {
    const answer = await refund(await merchant.captured(), body);
    expect([answer.status, issueOf(answer)]).toEqual([422, issue]);
  });

  test("not of money that waits, nor after its time", async () => {
    const order = await merchant.call(
      "POST",
      capturePath(await merchant.approved("PENDING")),
      {},
      WHOLE,
    );
    const waiting = order.body.purchase_units[0].payments.captures[0].id;
    expect(issueOf(await refund(waiting))).toBe("PENDING_CAPTURE");
    const id = await merchant.captured({ invoice_id: "P-2" });
    merchant.clock.advance(181 * DAY);
    await merchant.authenticate();
    expect(issueOf(await refund(id))).toBe("REFUND_TIME_LIMIT_EXCEEDED");
  });

  test("later, or not at all", async () => {
    merchant.simulator.merchant.refundStatus = "PENDING";
    const { id } = (await refund(await merchant.captured())).body;
    const state = async () =>
      (await merchant.call("GET", `/v2/payments/refunds/${id}`)).body.status;
    expect(await state()).toBe("PENDING");
    merchant.simulator.play("P-1", "fail-refund");
    expect(await state()).toBe("FAILED");
    expect(merchant.simulator.books().map(({ kind }) => kind)).toEqual(["charge"]);
  });

  test("of a capture that nobody has: 404", async () => {
    expect((await refund("NOBODY")).status).toBe(404);
  });
});

describe("the pages of people", () => {
  test("the payer agrees, and is sent back with the number of the order", async () => {
    const { id, links } = (await merchant.create()).body;
    const address = new URL(links.find(({ rel }: Json) => rel === "payer-action").href).pathname;
    const page = await (await fetch(merchant.running.url + address)).text();
    expect(page).toContain("12.50 EUR");
    expect(page).not.toContain("<script");
    const back = await merchant.post(address, { action: "approve", choice: "PENDING" });
    const location = `https://federation.example/1?token=${id}&PayerID=SIMULATEDPAYER`;
    expect(back.headers.get("location")).toBe(location);
    expect(merchant.simulator.merchant.orders.get(id)).toMatchObject({
      status: "APPROVED",
      outcome: "PENDING",
    });
  });

  test("whoever cancels comes to the address for that, and has paid nothing", async () => {
    const { id } = (await merchant.create({}, {}, { cancel_url: "https://federation.example/no" }))
      .body;
    const back = await merchant.post(`/checkoutnow/${id}`, { action: "cancel" });
    expect(back.headers.get("location")).toBe(`https://federation.example/no?token=${id}`);
  });

  test("the operator takes money back after a dispute, which its books say", async () => {
    const order = await merchant.approved();
    await merchant.call("POST", capturePath(order), {});
    await merchant.post(`/operator/${order}`, { action: "reverse" });
    expect(merchant.simulator.books().map(({ kind }) => kind)).toEqual(["charge", "reversal"]);
    expect(await (await fetch(`${merchant.running.url}/operator`)).text()).toContain("P-1");
  });
});
