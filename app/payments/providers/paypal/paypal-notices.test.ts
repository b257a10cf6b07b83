import { createSign, generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DAY, HOUR, SimulatorClock } from "../../../../simulators/clock.ts";
import type { RunningSimulator } from "../../../../simulators/http.ts";
import type { Manner, SignedNotice } from "../../../../simulators/notices.ts";
import { PayPalSimulator } from "../../../../simulators/paypal/paypal.ts";
import { type Received, receiveNotices } from "../../../../simulators/receiver.ts";
import { setClock } from "../../../core/process/clock.ts";
import { noticeOf } from "./paypal-answers.ts";
import { isCertificateAddress, PayPalNotices, signedText } from "./paypal-notices.server.ts";

const NOW = Date.parse("2027-03-10T10:00:00Z");
const clock = new SimulatorClock();
let simulator: PayPalSimulator;
let running: RunningSimulator;
let notices: PayPalNotices;

beforeAll(async () => {
  clock.set(NOW);
  setClock(() => clock.now());
  const keys = { clientId: "client", clientSecret: "secret", webhookId: "WH-OURS" };
  simulator = new PayPalSimulator({ ...keys, clock });
  running = await simulator.start();
});
beforeEach(() => {
  clock.set(NOW);
  simulator.faults.clear();
  notices = new PayPalNotices(running.url, "WH-OURS");
});
afterAll(async () => {
  setClock();
  await running.close();
});

const soon = () => AbortSignal.timeout(3000);
const EVENT = {
  id: "WH-1",
  event_type: "CHECKOUT.ORDER.APPROVED",
  resource: { id: "ORDER1", purchase_units: [{ custom_id: "P-1" }] },
};
const check = ({ headers, body }: SignedNotice, change: Record<string, string> = {}) =>
  notices.check(new Headers({ ...headers, ...change }), Buffer.from(body), soon());
const signed = () => simulator.webhooks.sign(JSON.stringify(EVENT));

test("the text that is signed is that of the documents", () => {
  const raw = Buffer.from('{"id":"WH-TEST-1","event_type":"PAYMENT.CAPTURE.COMPLETED"}');
  expect(signedText("id", "time", "WH-OURS", raw)).toBe("id|time|WH-OURS|2077941293");
  expect(signedText("a", "b", "c", Buffer.from("123456789"))).toBe("a|b|c|3421780262");
});

describe("who sent a notice", () => {
  test("PayPal: it says what it is about", async () => {
    expect(await check(signed())).toEqual({
      ok: true,
      eventKey: "WH-1",
      about: { merchantRef: "P-1", ids: { order: "ORDER1" } },
    });
  });

  test.each([
    [
      "another number for our address",
      () => simulator.webhooks.sign(JSON.stringify(EVENT), false, "WH-THEIRS"),
    ],
    [
      "the word of PayPal's own test page",
      () => simulator.webhooks.sign(JSON.stringify(EVENT), false, "WEBHOOK_ID"),
    ],
    ["another key", () => simulator.webhooks.sign(JSON.stringify(EVENT), true)],
    ["a byte more", () => ({ ...signed(), body: `${JSON.stringify(EVENT)} ` })],
    ["a cut body", () => ({ ...signed(), body: JSON.stringify(EVENT).slice(0, -1) })],
  ])("nobody, with %s", async (_, notice) => {
    expect(await check(notice())).toEqual({ ok: false });
  });

  test.each([
    ["paypal-auth-algo", "SHA1withRSA"],
    ["paypal-auth-algo", ""],
    ["paypal-transmission-id", "another"],
    ["paypal-transmission-time", "2027-03-10T10:00:01Z"],
    ["paypal-transmission-time", "soon"],
    ["paypal-transmission-sig", "AAAA"],
    ["paypal-transmission-sig", ""],
    ["paypal-cert-url", "https://evil.example/v1/notifications/certs/CERT"],
    ["paypal-cert-url", ""],
  ])("nobody, with %s: %s", async (header, value) => {
    expect(await check(signed(), { [header]: value })).toEqual({ ok: false });
  });

  test("one of long ago is not looked at, one of three days ago is", async () => {
    const notice = signed();
    clock.set(NOW + 3 * DAY);
    expect((await check(notice)).ok).toBe(true);
    clock.set(NOW + 4 * DAY + HOUR);
    expect(await check(notice)).toEqual({ ok: false });
    clock.set(NOW - HOUR);
    expect(await check(notice)).toEqual({ ok: false });
  });

  test("a certificate of before is none", async () => {
    clock.set(NOW + 366 * DAY);
    expect(await check(signed())).toEqual({ ok: false });
  });

  test("a certificate that does not come asks for the notice once more, and is fetched again", async () => {
    simulator.faults.add({ on: "certificate", kind: "error-before" });
    const notice = signed();
    expect(await check(notice)).toEqual({ ok: false, again: true });
    expect((await check(notice)).ok).toBe(true);
    simulator.faults.add({ on: "certificate", kind: "error-before" });
    expect((await check(signed())).ok).toBe(true);
  });

  test("a certificate that is none opens nothing", async () => {
    simulator.faults.add({ on: "certificate", kind: "garbage" });
    expect((await check(signed())).ok).toBe(false);
  });

  test("a body that is signed and says nothing is none", async () => {
    expect(await check(simulator.webhooks.sign("not json"))).toEqual({ ok: false });
    expect(await check(simulator.webhooks.sign('{"id":"WH-1"}'))).toEqual({ ok: false });
  });
});

describe("invented addresses of certificates", () => {
  const spy = vi.spyOn(globalThis, "fetch");
  const fetches = () => spy.mock.calls.length;
  afterAll(() => spy.mockRestore());
  const invented = (name: number | string) => ({
    "paypal-cert-url": `${running.url}/v1/notifications/certs/CERT-${name}`,
  });
  const forge = (name: number | string, network?: string) =>
    notices.check(
      new Headers({ ...signed().headers, ...invented(name) }),
      Buffer.from(signed().body),
      soon(),
      network,
    );

  test("take no place from a certificate that has proved a notice", async () => {
    expect((await check(signed())).ok).toBe(true);
    await Promise.all(Array.from({ length: 20 }, (_, name) => forge(name)));
    const before = fetches();
    simulator.faults.add({ on: "certificate", kind: "error-before" });
    expect((await check(signed())).ok).toBe(true);
    expect(fetches()).toBe(before);
  });

  test("are asked for a few times per network; the sender of another one is still heard", async () => {
    const before = fetches();
    for (let name = 0; name < 50; name++) await forge(`one-${name}`, "203.0.113.1");
    expect(fetches() - before).toBe(6);
    expect((await check(signed())).ok).toBe(true);
  });

  test("are asked for a bounded number of times by everybody, then asked for once more later", async () => {
    const before = fetches();
    for (let name = 0; name < 200; name++) await forge(`all-${name}`, `203.0.113.${name}`);
    expect(fetches() - before).toBe(60);
    expect(await check(signed())).toEqual({ ok: false, again: true });
    clock.set(NOW + 10 * 60_000);
    expect((await check(signed())).ok).toBe(true);
  });
});

describe("where a certificate may come from", () => {
  const LIVE = "https://api-m.paypal.com";
  test.each([
    ["https://api.paypal.com/v1/notifications/certs/CERT-1", true],
    ["https://api-m.sandbox.paypal.com/v1/notifications/certs/CERT-1", true],
    ["http://api.paypal.com/v1/notifications/certs/CERT-1", false],
    ["https://api.paypal.com:8443/v1/notifications/certs/CERT-1", false],
    ["https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1", false],
    ["https://evil.example/v1/notifications/certs/CERT-1", false],
    ["https://www.paypal.com/v1/notifications/certs/CERT-1", false],
    ["https://api.paypal.com@evil.example/v1/notifications/certs/CERT-1", false],
    ["https://api.paypal.com/v1/notifications/certs/../../oauth2", false],
    ["https://api.paypal.com/cgi?u=/v1/notifications/certs/", false],
    ["http://127.0.0.1:4000/v1/notifications/certs/CERT-1", false],
    ["file:///v1/notifications/certs/CERT-1", false],
  ])("%s: %s", (address, isAllowed) => {
    expect(isCertificateAddress(address, LIVE)).toBe(isAllowed);
  });

  test("a simulator's own, where the provider is that simulator", () => {
    const path = "/v1/notifications/certs/CERT-1";
    const host = "http://127.0.0.1:4000";
    expect(isCertificateAddress(host + path, host)).toBe(true);
    expect(isCertificateAddress(`http://127.0.0.1:4001${path}`, host)).toBe(false);
    expect(isCertificateAddress(`https://api.paypal.com${path}`, host)).toBe(false);
  });
});

describe("what the simulator sends", () => {
  async function send(manner: Manner): Promise<Received[]> {
    return receiveNotices(async (address) => {
      simulator.notices.address = address;
      simulator.notices.manner = manner;
      simulator.webhooks.box.add(EVENT);
      await simulator.notices.deliverDue();
    });
  }
  const checked = (received: Received[]) =>
    Promise.all(received.map(({ headers, body }) => notices.check(headers, body, soon())));

  test("twice has one key, however often it is signed", async () => {
    const answers = await checked(await send("twice"));
    expect(answers).toMatchObject([{ eventKey: "WH-1" }, { eventKey: "WH-1" }]);
  });

  test.each(["forged", "cut", "re-encoded"] as const)("%s is none", async (manner) => {
    expect(await checked(await send(manner))).toEqual([{ ok: false }]);
  });
});

describe("what a notice is about", () => {
  const about = (event_type: string, resource: unknown) => {
    const notice = noticeOf({ id: "WH-2", event_type, resource });
    return notice.ok ? notice.about : undefined;
  };
  test("a capture: our reference, its number and its order's", () => {
    const resource = {
      id: "CAP1",
      custom_id: "P-1",
      supplementary_data: { related_ids: { order_id: "ORDER1" } },
    };
    expect(about("PAYMENT.CAPTURE.COMPLETED", resource)).toEqual({
      merchantRef: "P-1",
      ids: { order: "ORDER1", capture: "CAP1" },
    });
  });

  test("a refund: its number and its capture's, never its own reference as that of a payment", () => {
    const href = "https://api-m.paypal.com/v2/payments/captures/CAP1";
    const resource = { id: "REF1", custom_id: "0198c0de", links: [{ rel: "up", href }] };
    const expected = { refund: "REF1", ids: { capture: "CAP1" } };
    expect(about("PAYMENT.CAPTURE.REFUNDED", resource)).toEqual(expected);
    expect(about("PAYMENT.REFUND.FAILED", resource)).toEqual(expected);
  });

  test("something that is of no payment is about nothing", () => {
    expect(about("CUSTOMER.DISPUTE.CREATED", { id: "D-1" })).toEqual({ ids: {} });
  });
});

test("a key that was only drawn for this signs nothing that counts", async () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const notice = signed();
  const text = signedText(
    notice.headers["paypal-transmission-id"] ?? "",
    notice.headers["paypal-transmission-time"] ?? "",
    "WH-OURS",
    Buffer.from(notice.body),
  );
  const signature = createSign("RSA-SHA256").update(text).sign(privateKey, "base64");
  expect(await check(notice, { "paypal-transmission-sig": signature })).toEqual({ ok: false });
});
