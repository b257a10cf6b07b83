import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY, HOUR } from "../clock.ts";
import { capturePath, type Merchant, startPayPal, withKey } from "./caller.ts";

let merchant: Merchant;
beforeEach(async () => {
  merchant = await startPayPal();
});
afterEach(() => merchant.running.close());

describe("keys", () => {
  test("a key makes one order for six hours, then another", async () => {
    const first = await merchant.create({}, withKey("create:1"));
    merchant.clock.advance(6 * HOUR - 1);
    await merchant.authenticate();
    const second = await merchant.create({}, withKey("create:1"));
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body.id).toBe(first.body.id);
    merchant.clock.advance(1);
    const third = await merchant.create({}, withKey("create:1"));
    expect(third.status).toBe(201);
    expect(third.body.id).not.toBe(first.body.id);
  });

  test("a replay says how the first one stands now", async () => {
    const first = await merchant.create({}, withKey("create:1"));
    merchant.simulator.play(first.body.id, "approve");
    expect((await merchant.create({}, withKey("create:1"))).body.status).toBe("APPROVED");
  });

  test("a key takes the money once", async () => {
    const id = await merchant.approved();
    const first = await merchant.call("POST", capturePath(id), {}, withKey("capture:1"));
    const second = await merchant.call("POST", capturePath(id), {}, withKey("capture:1"));
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body.purchase_units).toEqual(first.body.purchase_units);
    expect(merchant.simulator.books()).toHaveLength(1);
  });

  test("a key returns money once for 45 days", async () => {
    const path = `/v2/payments/captures/${await merchant.captured()}/refund`;
    const part = { amount: { currency_code: "EUR", value: "2.00" } };
    const first = await merchant.call("POST", path, part, withKey("refund:1"));
    merchant.clock.advance(45 * DAY - 1);
    await merchant.authenticate();
    const second = await merchant.call("POST", path, part, withKey("refund:1"));
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body.id).toBe(first.body.id);
    merchant.clock.advance(1);
    expect((await merchant.call("POST", path, part, withKey("refund:1"))).status).toBe(201);
    expect(merchant.simulator.books().filter(({ kind }) => kind === "refund")).toHaveLength(2);
  });

  test("a key that is being worked on refuses the second call", async () => {
    merchant.simulator.faults.add({ on: "create", kind: "slow", slowMs: 300 });
    const first = merchant.create({}, withKey("create:1"));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await merchant.create({}, withKey("create:1"))).status).toBe(409);
    expect((await first).status).toBe(201);
  });

  test("a key has 108 characters at most", async () => {
    expect((await merchant.create({}, withKey("x".repeat(108)))).status).toBe(201);
    expect((await merchant.create({}, withKey("x".repeat(109)))).status).toBe(400);
  });

  test("what was refused is not remembered under its key", async () => {
    const { id } = (await merchant.create()).body;
    expect((await merchant.call("POST", capturePath(id), {}, withKey("capture:1"))).status).toBe(
      422,
    );
    merchant.simulator.play(id, "approve");
    expect((await merchant.call("POST", capturePath(id), {}, withKey("capture:1"))).status).toBe(
      201,
    );
  });
});
