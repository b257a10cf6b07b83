import { verify, X509Certificate } from "node:crypto";
import { crc32 } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HOUR } from "../clock.ts";
import { type Received, receiveNotices } from "../receiver.ts";
import { capturePath, type Merchant, startPayPal, WHOLE } from "./caller.ts";

let merchant: Merchant;
beforeEach(async () => {
  merchant = await startPayPal();
});
afterEach(() => merchant.running.close());

describe("notices", () => {
  const receive = (work: () => Promise<void>, status = 200) =>
    receiveNotices(async (address) => {
      merchant.simulator.notices.address = address;
      await work();
      await merchant.simulator.notices.deliverDue();
    }, status);

  async function isTrue({ headers, body }: Received): Promise<boolean> {
    const certificate = await (await fetch(headers.get("paypal-cert-url") ?? "")).text();
    const { publicKey } = new X509Certificate(certificate);
    const [id, time] = [
      headers.get("paypal-transmission-id"),
      headers.get("paypal-transmission-time"),
    ];
    const text = `${id}|${time}|WH-OURS|${crc32(body)}`;
    const signature = Buffer.from(headers.get("paypal-transmission-sig") ?? "", "base64");
    return verify("RSA-SHA256", Buffer.from(text), publicKey, signature);
  }

  test("the sum over the bytes is that of the documents", () => {
    expect(crc32(Buffer.from("123456789"))).toBe(3_421_780_262);
    const sample = '{"id":"WH-TEST-1","event_type":"PAYMENT.CAPTURE.COMPLETED"}';
    expect(crc32(Buffer.from(sample))).toBe(2_077_941_293);
  });

  test("tell of each step, signed with the key of a certificate that is valid", async () => {
    const received = await receive(async () => {
      await merchant.captured();
      await merchant.call(
        "POST",
        `/v2/payments/captures/${merchant.simulator.books()[0]?.captureId}/refund`,
        {},
      );
    });
    const types = received.map(({ body }) => JSON.parse(body.toString()).event_type);
    expect(types).toEqual([
      "CHECKOUT.ORDER.APPROVED",
      "PAYMENT.CAPTURE.COMPLETED",
      "PAYMENT.CAPTURE.REFUNDED",
    ]);
    for (const notice of received) {
      expect(await isTrue(notice)).toBe(true);
      expect(notice.headers.get("paypal-auth-algo")).toBe("SHA256withRSA");
    }
    const { validFrom, validTo, issuer } = new X509Certificate(
      merchant.simulator.webhooks.signer.certificate,
    );
    expect(Date.parse(validFrom)).toBeLessThan(merchant.clock.now());
    expect(Date.parse(validTo)).toBeGreaterThan(merchant.clock.now());
    expect(issuer).toContain("simulator");
  });

  test.each([
    ["unapprove", "CHECKOUT.PAYMENT-APPROVAL.REVERSED"],
    ["reverse", "PAYMENT.CAPTURE.REVERSED"],
    ["decline", "PAYMENT.CAPTURE.DECLINED"],
    ["fail-refund", "PAYMENT.REFUND.FAILED"],
  ])("%s is told as %s", async (action, type) => {
    const received = await receive(async () => {
      const id = await merchant.approved(action === "decline" ? "PENDING" : "COMPLETED");
      if (action !== "unapprove") {
        const { body } = await merchant.call("POST", capturePath(id), {}, WHOLE);
        const [capture] = body.purchase_units[0].payments.captures;
        merchant.simulator.merchant.refundStatus = "PENDING";
        if (action === "fail-refund")
          await merchant.call("POST", `/v2/payments/captures/${capture.id}/refund`, {});
      }
      expect(merchant.simulator.play(id, action)).toBe(true);
    });
    expect(received.map(({ body }) => JSON.parse(body.toString()).event_type)).toContain(type);
  });

  test("25 times more over three days when they are not taken, each signed anew", async () => {
    const received = await receive(async () => {
      await merchant.approved();
      for (let hour = 0; hour <= 80; hour++) {
        await merchant.simulator.notices.deliverDue();
        merchant.clock.advance(HOUR);
      }
    }, 500);
    expect(received).toHaveLength(26);
    expect(new Set(received.map(({ body }) => JSON.parse(body.toString()).id)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers.get("paypal-transmission-id"))).size).toBe(
      26,
    );
  });

  test.each([
    ["twice", 2, true],
    ["forged", 1, false],
    ["cut", 1, false],
    ["re-encoded", 1, false],
    ["never", 0, true],
  ] as const)("%s: %i of them", async (manner, count, signed) => {
    merchant.simulator.notices.manner = manner;
    let signatures: boolean[] = [];
    const received = await receive(async () => {
      await merchant.approved();
    });
    signatures = await Promise.all(received.map(isTrue));
    expect(received).toHaveLength(count);
    expect(signatures.every(Boolean)).toBe(signed);
  });

  test("whoever asks PayPal itself learns whether one is true", async () => {
    const [notice] = await receive(async () => {
      await merchant.approved();
    });
    const { headers, body } = notice as Received;
    const question = {
      auth_algo: headers.get("paypal-auth-algo"),
      cert_url: headers.get("paypal-cert-url"),
      transmission_id: headers.get("paypal-transmission-id"),
      transmission_sig: headers.get("paypal-transmission-sig"),
      transmission_time: headers.get("paypal-transmission-time"),
      webhook_id: "WH-OURS",
      webhook_event: JSON.parse(body.toString()),
    };
    const ask = async (change: Record<string, unknown>) =>
      (
        await merchant.call("POST", "/v1/notifications/verify-webhook-signature", {
          ...question,
          ...change,
        })
      ).body.verification_status;
    expect(await ask({})).toBe("SUCCESS");
    expect(await ask({ webhook_id: "WEBHOOK_ID" })).toBe("FAILURE");
    expect(await ask({ webhook_event: { id: "WH-OTHER" } })).toBe("FAILURE");
    expect(await ask({ transmission_sig: "AAAA" })).toBe("FAILURE");
    expect(await ask({ cert_url: undefined })).toBe(undefined);
  });

  test("are listed by their time, and sent again on demand", async () => {
    const received = await receive(async () => {
      await merchant.approved();
      const at = new Date(merchant.clock.now()).toISOString();
      const path = "/v1/notifications/webhooks-events";
      const { events } = (await merchant.call("GET", `${path}?start_time=${at}&end_time=${at}`))
        .body;
      expect(events).toHaveLength(1);
      const later = await merchant.call("GET", `${path}?start_time=2027-03-11T00:00:00Z`);
      expect(later.body.events).toEqual([]);
      expect((await merchant.call("POST", `${path}/${events[0].id}/resend`, {})).status).toBe(202);
      expect((await merchant.call("POST", `${path}/WH-NONE/resend`, {})).status).toBe(404);
    });
    expect(received).toHaveLength(2);
  });
});
