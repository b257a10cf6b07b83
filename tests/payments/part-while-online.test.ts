import "../mail/settings.ts";
import { beforeEach, expect, test } from "vitest";
import { asStaff } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { pollDue, pollOrder } from "../../app/payments/attempts/polling.system.server.ts";
import { takeCash } from "../../app/payments/ledger/money.staff.server.ts";
import { readPayment } from "../../app/payments/page/payment-view.system.server.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { Customer, PRICE } from "./support/customer.ts";
import { PaymentSimulation, PowerCut, STAFF } from "./support/payment-simulation.ts";

// Somebody began to pay all of it online, and a part comes by hand meanwhile.

const PART = 10_000;
const REST = `${PRICE - PART} XOF`;

withDatabase((_name, database) => {
  let simulation: PaymentSimulation;
  let hawa: Customer;
  const now = () => simulation.now;
  const look = () => pollOrder(hawa.id, now());
  const page = () => readPayment(hawa.token, "fr", now());
  const taken = () => hawa.theirs.flatMap(({ charges }) => charges.map(({ amount }) => amount));
  const bookPart = () =>
    asStaff({ id: STAFF }, (db) =>
      takeCash(
        db,
        hawa.id,
        { key: newId(), receipt: `V-${newId()}`, means: "bank", amount: PART },
        simulation.now,
      ),
    );
  /** As of operators who cannot take back what they offered. */
  const cancelNothing = () => simulation.takeRealMoney({ cancel: undefined });

  beforeEach(async () => {
    simulation = new PaymentSimulation();
    await simulation.stand(database().engine);
    simulation.takeRealMoney();
    hawa = await Customer.arrives(simulation);
    await hawa.pays();
  });

  test("what was begun is stopped, and its payer pays the rest", async () => {
    await bookPart();
    expect(await hawa.pays()).toEqual({ kind: "changed" });
    expect((await page())?.pay_url).toBeNull();
    await pollDue(now);
    expect(await hawa.attempts()).toContain("cancelled");
    simulation.later(1);
    expect(await hawa.pays(newId(), REST)).toMatchObject({ kind: "attempt" });
    hawa.plays("approve");
    simulation.later(1);
    await pollDue(now);
    expect([await hawa.status(), taken(), await hawa.refunds()]).toEqual([
      "confirmed",
      [PRICE - PART],
      [],
    ]);
  });

  test("what its payer approved is not captured, and lapses", async () => {
    cancelNothing();
    hawa.plays("agree");
    await bookPart();
    await look();
    await pollDue(now);
    expect([simulation.captures, taken()]).toEqual([[], []]);
    expect(await hawa.pays()).toEqual({ kind: "changed" });
    simulation.later(30);
    await pollDue(now);
    expect(await hawa.attempts()).toContain("expired");
    expect([await hawa.status(), taken()]).toEqual(["held", []]);
  });

  test("what is being taken already is taken, and what is above goes back", async () => {
    hawa.plays("agree");
    simulation.faults.capture = "lost";
    await look();
    expect(await hawa.attempts()).toEqual(["processing"]);
    await bookPart();
    expect(await hawa.pays()).toMatchObject({ kind: "attempt", payment: { status: "processing" } });
    simulation.later(1);
    await look();
    expect([await hawa.status(), taken()]).toEqual(["confirmed", [PRICE]]);
    expect(await hawa.refunds()).toMatchObject([{ reason: "surplus", status: "requested" }]);
  });

  test("what a dead process had begun is not begun for all of it", async () => {
    const other = await Customer.arrives(simulation);
    simulation.cut = { transactions: 1, committed: true };
    await expect(other.pays()).rejects.toThrow(PowerCut);
    expect(await other.attempts()).toEqual(["created"]);
    hawa = other;
    await bookPart();
    await pollDue(now);
    expect(await other.attempts()).toContain("cancelled");
    expect(other.theirs).toEqual([]);
    expect(await other.pays(newId(), REST)).toMatchObject({ kind: "attempt" });
  });
});
