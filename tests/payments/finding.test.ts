import { DAY } from "../../app/core/values/durations.ts";
import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { setClock } from "../../app/core/process/clock.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import {
  addressOfReceipt,
  findPayments,
  listBrowserPayments,
  paymentsCookie,
  readPaymentsCookie,
  receiptFor,
  sawUnpaid,
  sendPaymentCode,
} from "../../app/payments/page/find-payment.system.server.ts";
import { CODE_MS, CODE_TRIES } from "../../app/payments/page/find-payment.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { Customer, PRICE } from "./support/customer.ts";
import { PaymentSimulation } from "./support/payment-simulation.ts";

const NOW = Date.parse("2030-03-01T12:00:00.050Z");

withDatabase((_name, database) => {
  beforeEach(async () => {
    setClock(() => NOW);
    await new PaymentSimulation().stand(database().engine);
  });
  afterEach(() => setClock());

  const mailed = (recipient: string) =>
    database().asOwner<{ text_body: string }>(
      sql`select text_body from mail_outbox where recipient = ${recipient} order by created_at`,
    );
  const codeSentTo = async (recipient: string) =>
    /\b\d{8}\b/.exec((await mailed(recipient)).at(-1)?.text_body ?? "")?.[0] ?? "";
  const customer = async (payer_email: string) => {
    const simulation = new PaymentSimulation();
    await simulation.stand(database().engine);
    return Customer.arrives(simulation, { payer_email });
  };
  const somebody = () => `hawa-${newId()}@example.org`;

  describe("the code of a mail", () => {
    test("opens the payments of its address, however that is written, and of no other", async () => {
      const email = somebody();
      const [first, second] = [await customer(email.toUpperCase()), await customer(email)];
      await customer(somebody());
      const receipt = await sendPaymentCode(email, "fr");
      const found = await findPayments(receipt, await codeSentTo(email));
      expect(found?.map(({ token }) => token).sort()).toEqual([first.token, second.token].sort());
    });

    test("goes to every address alike, and finds nothing where there is nothing", async () => {
      const [known, unknown] = [somebody(), somebody()];
      await customer(known);
      const receipts = [await sendPaymentCode(known, "en"), await sendPaymentCode(unknown, "en")];
      const bare = async (address: string) =>
        (await mailed(address))
          .map(({ text_body: body }) => body.replaceAll(/\d{8}|code\/[\w-]+/g, "x"))
          .join();
      expect(await bare(known)).toBe(await bare(unknown));
      expect(receipts[0]).toHaveLength(receipts[1]?.length ?? 0);
      expect(await findPayments(receipts[1] ?? "", await codeSentTo(unknown))).toEqual([]);
    });

    test("is over after half an hour, and is of one mail only", async () => {
      const email = somebody();
      await customer(email);
      const receipt = await sendPaymentCode(email, "fr");
      const code = await codeSentTo(email);
      const other = await sendPaymentCode(email, "fr");
      expect(await findPayments(other, code)).toBeUndefined();
      // Of a receipt that nobody was written for there is no code, and nobody can tell.
      expect(await findPayments(receiptFor(email), code)).toBeUndefined();
      expect(addressOfReceipt(receipt)).toBe(email);
      setClock(() => NOW + CODE_MS);
      expect(await findPayments(receipt, code)).toBeUndefined();
      expect(addressOfReceipt(receipt)).toBeUndefined();
      expect(addressOfReceipt("x".repeat(80))).toBeUndefined();
    });

    test("is not to be guessed, and a stranger's guesses do not use up one's own", async () => {
      const email = somebody();
      await customer(email);
      const strangers = await sendPaymentCode(email, "fr");
      const hers = await codeSentTo(email);
      for (let tries = 0; tries < CODE_TRIES; tries += 1) {
        expect(await findPayments(strangers, "00000000")).toBeUndefined();
      }
      expect(await findPayments(strangers, hers)).toBeUndefined();
      // A later mail, by the clock that orders them.
      setClock(() => NOW + 1_000);
      const own = await sendPaymentCode(email, "fr");
      expect(await findPayments(own, await codeSentTo(email))).toHaveLength(1);
    });

    test("finds what is to be paid however old, and what ended lately", async () => {
      const email = somebody();
      const [open, old, late] = [
        await customer(email),
        await customer(email),
        await customer(email),
      ];
      const at = (days: number) => new Date(NOW - days * DAY).toISOString();
      const set = (id: string, status: string, days: number) =>
        database().asOwner(
          sql`update orders set status = ${status}, updated_at = ${at(days)} where id = ${id}`,
        );
      await set(open.id, "held", 300);
      await set(old.id, "confirmed", 91);
      await set(late.id, "confirmed", 89);
      const receipt = await sendPaymentCode(email, "fr");
      const found = await findPayments(receipt, await codeSentTo(email));
      expect(found?.map(({ token }) => token).sort()).toEqual([open.token, late.token].sort());
    });
  });

  describe("what a browser knows", () => {
    const request = (cookie = "") => new Request("https://fge.example", { headers: { cookie } });
    const kept = (line: string) => line.split(";")[0] ?? "";

    test("is a short list of addresses, the newest first and each once", async () => {
      const hawa = await customer(somebody());
      let cookie = "";
      for (const token of ["a", "b", hawa.token, "c", "b"]) {
        const address = { token: token.padEnd(32, "x"), shared: token === "c" };
        cookie = kept(paymentsCookie(request(cookie), [address]));
      }
      const known = readPaymentsCookie(request(cookie));
      expect(known.map(({ token }) => token[0])).toEqual(["b", "c", hawa.token[0], "a"]);
      expect(known.map(({ shared }) => shared)).toEqual([false, true, false, false]);
      const [shown, ...more] = await listBrowserPayments(known);
      expect(shown).toMatchObject({ token: hawa.token, price_amount: PRICE, status: "held" });
      expect(more).toEqual([]);
    });

    test("is whether it saw one unpaid, wherever it found it", () => {
      const address = { token: "u".padEnd(32, "x"), shared: true };
      const seen = kept(paymentsCookie(request(), [{ ...address, unpaid: true }]));
      expect(sawUnpaid(request(seen), address)).toBe(true);
      expect(sawUnpaid(request(seen), { ...address, shared: false })).toBe(false);
      expect(readPaymentsCookie(request(seen))).toEqual([{ ...address, unpaid: true }]);
      const told = kept(paymentsCookie(request(seen), [address]));
      expect(sawUnpaid(request(told), address)).toBe(false);
      expect(readPaymentsCookie(request(told))).toEqual([address]);
    });

    test("is bounded, and nothing that others put there counts", () => {
      let cookie = "";
      for (let place = 0; place < 30; place += 1) {
        const address = { token: String(place).padStart(32, "t"), shared: false };
        cookie = kept(paymentsCookie(request(cookie), [address]));
      }
      expect(readPaymentsCookie(request(cookie))).toHaveLength(10);
      expect(readPaymentsCookie(request("payments=<script>!short!*"))).toEqual([]);
      expect(readPaymentsCookie(request("payments="))).toEqual([]);
    });

    test("does not open an order by the address of somebody else's page", async () => {
      const hawa = await customer(somebody());
      const [row] = await database().asOwner<{ share_token: string }>(
        sql`select share_token from orders where id = ${hawa.id}`,
      );
      const token = row?.share_token ?? "";
      expect(await listBrowserPayments([{ token, shared: false }])).toEqual([]);
      expect(await listBrowserPayments([{ token: hawa.token, shared: true }])).toEqual([]);
      expect(await listBrowserPayments([{ token, shared: true }])).toHaveLength(1);
    });
  });
});
