import type { PaymentProvider } from "../../app/payments/provider.ts";

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
  const { refund } = provider;
  return {
    ...provider,
    create: (attempt) =>
      Math.random() < share / 2
        ? Promise.resolve({ kind: "rejected", code: "invalid" })
        : call(() => provider.create(attempt)),
    query: (attempt) => call(() => provider.query(attempt)),
    ...(refund && { refund: (request) => call(() => refund(request)) }),
  };
}
