import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MINUTE } from "../clock.ts";
import { type Received, receiveNotices } from "../receiver.ts";
import { KEYS, type Merchant, startDjomy } from "./caller.ts";
import { signNotice } from "./signing.ts";

let merchant: Merchant;
beforeEach(async () => {
  merchant = await startDjomy();
});
afterEach(() => merchant.running.close());

describe("notices", () => {
  const isTrue = ({ headers, body }: Received) =>
    signNotice(KEYS.clientSecret, body.toString()).headers["x-webhook-signature"] ===
    headers.get("x-webhook-signature");
  const succeed = async () => {
    const id = String((await merchant.create()).body.data.transactionId);
    merchant.simulator.play(id, "approve");
    return id;
  };

  test("are signed over their bytes as the documents compute it", () => {
    const body = `{"message":"Statut du paiement","eventType":"payment.success","eventId":"8bfd5709-737c-4254-99a7-57a3d630b349","data":{"payment":{"transactionId":"123e4567-e89b-12d3-a456-426614174000","status":"SUCCESS","paidAmount":10000,"currency":"GNF","merchantPaymentReference":"PAY-01J000000000000000000000"}},"paymentLinkReference":"LINK-REF","timestamp":"2025-07-13T10:31:00.000Z"}`;
    expect(signNotice("topsecret", body).headers["x-webhook-signature"]).toBe(
      "v1:a8f3620b07a812efd75cc2e9cbc15630681cba94debcde19033fdec55ff83403",
    );
  });

  test.each([
    [1, (id: string) => ({ transactionId: id })],
    [2, (id: string) => ({ payment: { transactionId: id } })],
  ] as const)("version %i has its own shape", async (version, data) => {
    await merchant.running.close();
    merchant = await startDjomy({ noticeVersion: version });
    let id = "";
    const [notice] = await receiveNotices(async (address) => {
      expect(await merchant.simulator.registerNotices(address)).toBe(true);
      id = await succeed();
      await merchant.simulator.notices.deliverDue();
    });
    const body = JSON.parse(notice?.body.toString() ?? "{}");
    expect(body).toMatchObject({ eventType: "payment.success", data: data(id) });
    expect(notice && isTrue(notice)).toBe(true);
  });

  test("an address that is not there is not kept, and plain http elsewhere is ignored", async () => {
    expect(await merchant.simulator.registerNotices(`${merchant.running.url}/nowhere`)).toBe(false);
    merchant.simulator.notices.address = "http://federation.example/notices";
    await succeed();
    await merchant.simulator.notices.deliverDue();
    expect(merchant.simulator.notices.sent).toEqual([]);
  });

  test("one that is not taken comes again", async () => {
    const received = await receiveNotices(async (address) => {
      merchant.simulator.notices.address = address;
      await succeed();
      for (const seconds of [0, 60, 300, 1800, 9000]) {
        merchant.clock.advance(seconds * 1000);
        await merchant.simulator.notices.deliverDue();
      }
    }, 500);
    expect(received).toHaveLength(4);
    expect(new Set(received.map(({ body }) => body.toString())).size).toBe(1);
  });

  test.each([
    ["once", 1, true],
    ["twice", 2, true],
    ["forged", 1, false],
    ["cut", 1, false],
    ["re-encoded", 1, false],
    ["never", 0, true],
  ] as const)("%s: %i of them", async (manner, count, signed) => {
    merchant.simulator.notices.manner = manner;
    const received = await receiveNotices(async (address) => {
      merchant.simulator.notices.address = address;
      await succeed();
      await merchant.simulator.notices.deliverDue();
    });
    expect(received).toHaveLength(count);
    expect(received.every(isTrue)).toBe(signed);
  });

  test("late ones and reordered ones come after those that were sent later", async () => {
    const received = await receiveNotices(async (address) => {
      merchant.simulator.notices.address = address;
      const id = String((await merchant.create()).body.data.transactionId);
      merchant.simulator.notices.manner = "reordered";
      merchant.simulator.play(id, "wait");
      merchant.simulator.notices.manner = "once";
      merchant.simulator.play(id, "approve");
      await merchant.simulator.notices.deliverDue();
      merchant.clock.advance(2 * MINUTE);
      await merchant.simulator.notices.deliverDue();
    });
    const events = received.map(({ body }) => JSON.parse(body.toString()).eventType);
    expect(events).toEqual(["payment.success", "payment.pending"]);
  });
});

describe("the pages of people", () => {
  test("the payer chooses the means, and is sent back with a status in the address", async () => {
    const { body } = await merchant.create();
    const address = new URL(String(body.data.redirectUrl)).pathname;
    const page = await (await fetch(merchant.running.url + address)).text();
    expect(page).toContain("Orange Money");
    expect(page).not.toContain("<script");
    const paid = await merchant.post(address, { action: "approve", choice: "MOMO" });
    expect(paid.headers.get("location")).toContain("https://federation.example/payments/1?");
    expect(paid.headers.get("location")).toContain("status=SUCCESS");
    expect([...merchant.simulator.payments.values()]).toMatchObject([{ paymentMethod: "MOMO" }]);
  });

  test("whoever cancels comes to the address for that, or else to the other one", async () => {
    const { body } = await merchant.create({ cancelUrl: "https://federation.example/cancelled" });
    const id = String(body.data.transactionId);
    const back = await merchant.post(`/gateway/${id}`, { action: "cancel" });
    expect(back.headers.get("location")).toMatch(/^https:\/\/federation\.example\/cancelled\?/);
    const other = String((await merchant.create()).body.data.transactionId);
    const fallback = await merchant.post(`/gateway/${other}`, { action: "cancel" });
    expect(fallback.headers.get("location")).toMatch(
      /^https:\/\/federation\.example\/payments\/1\?/,
    );
  });

  test("the operator returns money by hand, which its books say", async () => {
    const id = String((await merchant.create()).body.data.transactionId);
    merchant.simulator.play(id, "approve");
    expect(await (await fetch(`${merchant.running.url}/operator`)).text()).toContain("P-1");
    await merchant.post(`/operator/${id}`, { action: "refund" });
    expect(merchant.simulator.books().map(({ kind }) => kind)).toEqual(["charge", "refund"]);
  });
});
