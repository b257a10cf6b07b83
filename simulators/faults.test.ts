import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { capturePath, type Merchant, startPayPal } from "./paypal/caller.ts";

let merchant: Merchant;
let order: string;
beforeEach(async () => {
  merchant = await startPayPal();
  order = await merchant.approved();
});
afterEach(() => merchant.running.close());

/** How a capture ends for its merchant: a status, or `lost` when no whole answer came. */
async function capture(ms = 300): Promise<number | string> {
  const { token } = await tokenOf();
  try {
    const response = await fetch(merchant.running.url + capturePath(order), {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: "{}",
      signal: AbortSignal.timeout(ms),
    });
    const text = await response.text();
    try {
      JSON.parse(text);
      return response.status;
    } catch {
      return `${response.status} garbage`;
    }
  } catch {
    return "lost";
  }
}
const tokenOf = async () => ({ token: (await merchant.authenticate()).body.access_token });
const taken = () => merchant.simulator.books().length;

describe("what goes wrong on demand", () => {
  test.each([
    ["silence-before", "lost", 0],
    ["silence-after", "lost", 1],
    ["error-before", "503 garbage", 0],
    ["error-after", "500 garbage", 1],
    ["reset-before", "lost", 0],
    ["reset-after", "lost", 1],
    ["garbage", "200 garbage", 1],
    ["cut", "201 garbage", 1],
    ["endless", "lost", 1],
    ["rate-limit", 429, 0],
  ] as const)("%s: the merchant sees %s, and %i was taken", async (kind, seen, count) => {
    merchant.simulator.faults.add({ on: "capture", kind });
    expect(await capture()).toBe(seen);
    expect(taken()).toBe(count);
  });

  test("slow: who waits hears of it", async () => {
    merchant.simulator.faults.add({ on: "capture", kind: "slow", slowMs: 200 });
    expect(await capture(2000)).toBe(201);
    expect(taken()).toBe(1);
  });

  test("is met as often as it was asked for, by the operation it was asked for", async () => {
    merchant.simulator.faults.add({ on: "capture", kind: "error-before", times: 2 });
    expect((await merchant.create()).status).toBe(201);
    expect([await capture(), await capture(), await capture()]).toEqual([
      "503 garbage",
      "503 garbage",
      201,
    ]);
  });
});

describe("a test in another process", () => {
  const control = async (what: string, values?: unknown) => {
    const response = await fetch(`${merchant.running.url}/_simulator/${what}`, {
      method: "POST",
      body: JSON.stringify(values ?? {}),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };

  test("plans faults and takes them back", async () => {
    await control("faults", { on: "capture", kind: "error-before", times: 5 });
    expect(await capture()).toBe("503 garbage");
    await control("faults");
    expect(await capture()).toBe(201);
    expect((await control("faults", { kind: "earthquake" })).status).toBe(400);
  });

  test("sets the clock, plays people and reads the books", async () => {
    const at = merchant.clock.now();
    await control("clock", { advanceMs: 1000 });
    expect(merchant.clock.now()).toBe(at + 1000);
    await control("clock", { at: "2027-05-01T00:00:00Z" });
    expect(merchant.clock.now()).toBe(Date.parse("2027-05-01T00:00:00Z"));
    expect((await control("clock", { at: "soon" })).status).toBe(400);
    await merchant.authenticate();
    const { body } = await merchant.create({ invoice_id: "P-2" });
    expect((await control("play", { id: "P-2", action: "approve" })).status).toBe(200);
    expect((await control("play", { id: "P-3", action: "approve" })).status).toBe(400);
    await merchant.call("POST", capturePath(body.id), {});
    expect((await control("books")).body).toMatchObject([{ merchantReference: "P-2" }]);
  });

  test("says how notices come", async () => {
    await control("notices", { manner: "never" });
    const before = merchant.simulator.notices.waiting;
    await merchant.approved("COMPLETED", { invoice_id: "P-4" });
    expect(merchant.simulator.notices.waiting).toBe(before);
  });
});
