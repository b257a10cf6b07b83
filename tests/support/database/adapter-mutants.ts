import type {
  Charge,
  PaymentProvider,
  QueryAnswer,
} from "../../../app/payments/providers/provider.ts";

// Mistakes that adapters are known for. A test that catches none of them proves nothing, so each must be
// caught by the same schedules that the true adapters survive.

/** So many schedules a mistake may survive at most. */
export const SCHEDULES = 400;

/** A reference of its own for each schedule. */
export const refOf = (name: string, seed: number) => `${name}-${String(seed).padStart(6, "0")}`;

/** Changes what every answer about an attempt says of its money. */
export const withCharges =
  (change: (charge: Charge) => Charge): ((answer: QueryAnswer) => QueryAnswer) =>
  (answer) => {
    if (answer.state !== "paid") return answer;
    const [first, ...others] = answer.charges;
    return { ...answer, charges: [change(first), ...others.map(change)] };
  };

export const answering = (
  provider: PaymentProvider,
  change: (answer: QueryAnswer) => QueryAnswer,
): PaymentProvider => {
  const { capture } = provider;
  return {
    ...provider,
    query: async (attempt, signal) => change(await provider.query(attempt, signal)),
    ...(capture && {
      capture: async (attempt, key, signal) => change(await capture(attempt, key, signal)),
    }),
  };
};

export const changed = (body: string, manner: string): string =>
  manner === "cut"
    ? body.slice(0, -9)
    : manner === "re-encoded"
      ? JSON.stringify(JSON.parse(body), undefined, 1)
      : body;
