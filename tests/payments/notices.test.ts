import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { loader } from "../../app/payments/attempts/notices.route.ts";
import { receiveNotice } from "../../app/payments/attempts/notices.system.server.ts";
import { pollDue, pollOrder } from "../../app/payments/attempts/polling.system.server.ts";
import {
  type Charge,
  type NoticeSubject,
  offerProviders,
} from "../../app/payments/providers/provider.ts";
import { noticeOf } from "../../app/payments/providers/simulated/simulated.system.server.ts";
import { withBothEngines } from "../support/database/test-database.ts";
import { Customer, PRICE } from "./support/customer.ts";
import { PaymentSimulation, SECRET } from "./support/payment-simulation.ts";

// A notice is a hint from somebody whose signature is right over these very bytes, and nothing more.

withBothEngines((_name, database) => {
  let simulation: PaymentSimulation;
  let hawa: Customer;
  const now = () => simulation.now;

  /** What an attempt and the inbox say: nothing of it changes by a notice that is not right. */
  const standing = () =>
    database().asOwner(sql`select p.status, p.notices, p.next_poll_at, p.capture_after,
        (select count(*)::int from payment_events where source = 'notice') as kept
      from payments p where p.order_id = ${hawa.id}`);
  const receive = (headers: Record<string, string>, body: Uint8Array) =>
    receiveNotice("simulated", new Headers(headers), body, now());
  const genuine = () => {
    const [payment] = hawa.theirs;
    if (!payment) throw new Error("nothing to tell of");
    const { headers, body } = noticeOf(payment, SECRET);
    return { headers, body: Buffer.from(body) };
  };

  beforeEach(async () => {
    simulation = new PaymentSimulation();
    await simulation.stand(database().engine);
    hawa = await Customer.arrives(simulation);
    await hawa.pays();
    hawa.plays("approve");
  });

  const pretty = (body: Buffer) =>
    Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1));
  test.each<[string, (body: Buffer) => Buffer]>([
    ["cut", (body) => body.subarray(0, -1)],
    ["longer", (body) => Buffer.concat([body, Buffer.from(" ")])],
    ["written anew with the same words", pretty],
    ["in another encoding", (body) => Buffer.from(body.toString(), "utf16le")],
    ["empty", () => Buffer.alloc(0)],
    [
      "of one changed bit",
      (body) => Buffer.from(body.map((byte, at) => (at === 5 ? byte ^ 1 : byte))),
    ],
  ])("one that is %s changes nothing", async (_what, spoil) => {
    const { headers, body } = genuine();
    const before = await standing();
    expect(await receive(headers, spoil(body))).toBe("refused");
    expect(await standing()).toEqual(before);
  });

  test.each([
    ["no signature", {}],
    ["an empty one", { "x-simulated-signature": "" }],
    ["another scheme", { "x-simulated-signature": "v2:00" }],
    ["one that is too long", { "x-simulated-signature": `v1:${"0".repeat(9_999)}` }],
  ])("one with %s changes nothing", async (_what, headers) => {
    const before = await standing();
    expect(await receive(headers, genuine().body)).toBe("refused");
    expect(await standing()).toEqual(before);
  });

  test("one that is played again, a day later too, is taken and changes nothing more", async () => {
    const { headers, body } = genuine();
    await receive(headers, body);
    await pollDue(now);
    simulation.later(24 * 60);
    const before = await standing();
    for (let n = 0; n < 3; n++) expect(await receive(headers, body)).toBe("stored");
    expect(await standing()).toEqual(before);
    expect(await hawa.ledger()).toEqual([["charge", PRICE]]);
  });

  test("one for a provider that is not there is refused", async () => {
    const { headers, body } = genuine();
    expect(await receiveNotice("nobody", new Headers(headers), body, now())).toBe("refused");
  });

  /** A provider whose notices are about this. */
  const about = (subject: NoticeSubject, key = "E-1") =>
    offerProviders(
      simulation.providers.map((provider) => ({
        ...provider,
        verifyNotice: async () => ({ ok: true, eventKey: `${hawa.id} ${key}`, about: subject }),
      })),
    );

  test("it names its attempt by any of the provider's names", async () => {
    const [payment] = hawa.theirs;
    about({ ids: { capture: "C-unknown", reference: payment?.reference ?? "" } });
    expect(await receive({}, Buffer.from("{}"))).toBe("stored");
    await pollDue(now);
    expect(await hawa.status()).toBe("confirmed");
  });

  test("what it is about need not be known: it is kept, and nothing else changes", async () => {
    const before = await standing();
    about({ ids: { reference: "of somebody else" } });
    expect(await receive({}, Buffer.from("{}"))).toBe("stored");
    expect(await standing()).toMatchObject([{ ...before[0], kept: expect.any(Number) }]);
  });

  test.each(["\0", "\ud800", "a\0b", "\udc00 end"])(
    "what no database can hold, as %j, is left out of it, and it counts all the same",
    async (odd) => {
      const [payment] = hawa.theirs;
      about(
        { merchantRef: odd, ids: { order: odd, reference: payment?.reference ?? "" }, refund: odd },
        odd,
      );
      expect(await receive({}, Buffer.from("{}"))).toBe("stored");
      expect(await receive({}, Buffer.from("{}"))).toBe("stored");
      expect(await standing()).toMatchObject([{ notices: 1 }]);
    },
  );

  test("one whose sender cannot be checked now is asked for again, and not kept", async () => {
    const before = await standing();
    const answers = [
      async () => ({ ok: false, again: true }) as const,
      () => Promise.reject(new Error("no certificate")),
    ];
    for (const verifyNotice of answers) {
      offerProviders(simulation.providers.map((provider) => ({ ...provider, verifyNotice })));
      expect(await receive({}, Buffer.from("{}"))).toBe("again");
    }
    expect(await standing()).toEqual(before);
  });

  test("one that comes before the answer to the call that begins the payment loses nothing", async () => {
    const other = await Customer.arrives(simulation);
    const [provider] = simulation.providers;
    if (!provider) throw new Error("no provider");
    offerProviders([
      {
        ...provider,
        create: async (attempt, signal) => {
          const creation = await provider.create(attempt, signal);
          other.plays("approve");
          await other.notify();
          await pollDue(now);
          return creation;
        },
      },
    ]);
    expect(await other.pays()).toMatchObject({ kind: "closed" });
    expect([await other.attempts(), await other.status()]).toEqual([["succeeded"], "confirmed"]);
    expect(await other.ledger()).toEqual([["charge", PRICE]]);
  });

  test.each<[string, Partial<Charge>]>([
    ["another amount", { amount: PRICE - 1 }],
    ["another currency", { currency: "GNF" }],
  ])("%s is kept for review, does not pay, and staff are told", async (_what, over) => {
    const [provider] = simulation.providers;
    if (!provider) throw new Error("no provider");
    const charge = { txnId: `X-${hawa.id}`, amount: PRICE, currency: "XOF", ...over };
    const [own] = hawa.theirs;
    offerProviders([
      {
        ...provider,
        query: async ({ merchantRef }) =>
          merchantRef === own?.merchant_ref
            ? { state: "paid", charges: [charge] }
            : { state: "unknown" },
      },
    ]);
    await hawa.notify();
    await pollDue(now);
    expect([await hawa.attempts(), await hawa.status()]).toEqual([["review"], "held"]);
    expect(await hawa.refunds()).toMatchObject([{ reason: "mismatch", status: "requested" }]);
  });

  test("a transaction that is another attempt's pays nothing here", async () => {
    const other = await Customer.arrives(simulation);
    await other.pays();
    const charge = { txnId: `X-${hawa.id}`, amount: PRICE, currency: "XOF" };
    offerProviders(
      simulation.providers.map((provider) => ({
        ...provider,
        query: async () => ({ state: "paid", charges: [charge] }),
      })),
    );
    await pollOrder(hawa.id, now());
    await pollOrder(other.id, now());
    expect([await hawa.status(), await other.status()]).toEqual(["confirmed", "held"]);
    expect([await other.attempts(), await other.ledger()]).toEqual([["pending"], []]);
  });

  test("whoever only looks whether the address is there is answered, without the database", () => {
    expect(loader().status).toBe(200);
  });
});
