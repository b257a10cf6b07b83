import type { PaymentProvider } from "../../app/payments/providers/provider.ts";

/**
 * The provider behind a bad network: of so many calls a share never arrives, arrives without an answer, or is
 * refused though it could be done.
 */
export function faulty(provider: PaymentProvider, share: number): PaymentProvider {
  const call = async <T>(ask: () => Promise<T>): Promise<T> => {
    const chance = Math.random();
    if (chance < share / 2) throw new Error("502");
    const answer = await ask();
    if (chance < share) throw new Error("timeout");
    return answer;
  };
  const { capture, refunds } = provider;
  return {
    ...provider,
    // The season counts this money as any other: what is marked as a test enters no sum.
    mode: "live",
    create: (attempt, signal) =>
      Math.random() < share / 2
        ? Promise.resolve({ kind: "rejected", code: "invalid" })
        : call(() => provider.create(attempt, signal)),
    query: (attempt, signal) => call(() => provider.query(attempt, signal)),
    ...(capture && {
      capture: (attempt, key, signal) => call(() => capture(attempt, key, signal)),
    }),
    ...(refunds && {
      refunds: {
        ...refunds,
        send: (request, signal) => call(() => refunds.send(request, signal)),
        find: (request, signal) => call(() => refunds.find(request, signal)),
      },
    }),
  };
}
