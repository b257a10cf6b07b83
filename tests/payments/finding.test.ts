import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { setClock } from "../../app/core/process/clock.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import {
  listBrowserPayments,
  paymentsCookie,
  readPaymentsCookie,
  sawUnpaid,
} from "../../app/payments/page/find-payment.system.server.ts";
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

  const customer = async (payer_email: string) => {
    const simulation = new PaymentSimulation();
    await simulation.stand(database().engine);
    return Customer.arrives(simulation, { payer_email });
  };
  const somebody = () => `hawa-${newId()}@example.org`;

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
