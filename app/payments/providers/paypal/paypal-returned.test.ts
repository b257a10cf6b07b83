import { expect, test } from "vitest";
import {
  EURO_ATTEMPT as ATTEMPT,
  soon,
  startPayPalAdapter,
} from "../../../../tests/support/operators.ts";

test("what somebody returned on PayPal's own screens is told beside what we returned", async () => {
  const { simulator, provider, stop } = await startPayPalAdapter();
  try {
    const creation = await provider.create(ATTEMPT, soon());
    if (creation.kind !== "redirect") throw new Error(creation.kind);
    const attempt = { ...ATTEMPT, ids: creation.ids };
    simulator.play(ATTEMPT.merchantRef, "approve");
    await provider.capture?.(attempt, "capture:1", soon());
    const [charge] = simulator.books();
    const txnId = charge?.captureId ?? "";
    const money = { merchantRef: ATTEMPT.merchantRef, txnId, currency: "EUR" };
    const key = "0198c0de-0000-7000-8000-000000000001";
    const ours = await provider.refunds?.send({ ...money, key, amount: 250 }, soon());
    const part = { amount: { currency_code: "EUR", value: "4.00" } };
    const { id } = simulator.merchant.refund(txnId, part);
    // One that waits may never go.
    simulator.merchant.refundStatus = "PENDING";
    simulator.merchant.refund(txnId, part);
    const returned = [
      { id: ours?.id, amount: 250, currency: "EUR", key },
      { id, amount: 400, currency: "EUR" },
    ];
    expect(await provider.query(attempt, soon())).toMatchObject({
      state: "paid",
      charges: [{ txnId, returned }],
    });
  } finally {
    await stop();
  }
});
