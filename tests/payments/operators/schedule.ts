import fc from "fast-check";
import type { FaultKind } from "../../../simulators/faults.ts";
import { MANNERS, type Manner } from "../../../simulators/notices.ts";
import { ACTIONS, FAULTS, OPERATIONS, type OperatorName } from "./operator.ts";
import type { Act } from "./site-acts.ts";

/** What the product is told to do, less what only the play knows: keys, numbers and old pages. */
export type Wish =
  | { do: "pay"; tab: number; old: boolean; shared: boolean }
  | { do: "cash"; by: number; share: number; means: "cash" | "bank"; again: boolean }
  | { do: "announce" }
  | Exclude<Act, { do: "pay" | "cash" | "announce" | "die in notices" | "nothing" }>;

/** One thing that happens to an order. */
export type Step =
  | { at: "site"; wish: Wish; diesAt?: number; otherMode?: boolean }
  /** Two processes, tabs or people at once. */
  | { at: "both"; wishes: [Wish, Wish] }
  | { at: "operator"; which: number; action: string; choice: string }
  | { at: "notices"; manner: Manner }
  /** The notices that are due arrive; the process may die of them. */
  | { at: "delivery"; diesAt?: number }
  | { at: "fault"; on: string; kind: FaultKind; times: number }
  | { at: "wait"; minutes: number };

export type Schedule = {
  kind: "registration" | "membership";
  mode: "live" | "test";
  steps: Step[];
};

const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const by = fc.nat({ max: 1 });
const share = oneOf(0.1, 0.4, 0.5, 0.6, 1, 1, 1.2);

const pay = fc.record({
  do: oneOf("pay" as const),
  tab: fc.nat({ max: 3 }),
  old: oneOf(false, false, true),
  shared: oneOf(false, false, false, true),
});
const payer: fc.Arbitrary<Wish> = fc.oneof(
  { weight: 5, arbitrary: pay },
  { weight: 5, arbitrary: fc.record({ do: oneOf("page" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: oneOf("stop" as const, "give up" as const) }) },
);
const staff: fc.Arbitrary<Wish> = fc.oneof(
  fc.record({ do: oneOf("cancel" as const, "fill" as const) }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: oneOf("end" as const),
      state: oneOf("closed" as const, "closed" as const, "open" as const, "gone" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: oneOf("approve" as const), by }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: oneOf("request refund" as const), by, which: fc.nat(2), share }),
  },
  fc.record({ do: oneOf("record" as const), by }),
);
const byHand: fc.Arbitrary<Wish> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: oneOf("cash" as const),
      by,
      share,
      means: oneOf("cash" as const, "bank" as const),
      again: fc.boolean(),
    }),
  },
  fc.record({ do: oneOf("correct" as const), by }),
  { weight: 2, arbitrary: fc.record({ do: oneOf("announce" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: oneOf("confirm transfer" as const), by, share }) },
  fc.record({ do: oneOf("refuse transfer" as const), by }),
);
const wish: fc.Arbitrary<Wish> = fc.oneof(
  { weight: 5, arbitrary: payer },
  { weight: 5, arbitrary: fc.record({ do: oneOf("jobs" as const) }) },
  { weight: 4, arbitrary: staff },
  { weight: 2, arbitrary: byHand },
);

const playedAt = (operator: OperatorName): fc.Arbitrary<Step> =>
  fc
    .record({ which: oneOf(0, 0, 0, 1, 2), chosen: oneOf(...ACTIONS[operator]) })
    .map(({ which, chosen: [action, choice] }) => ({ at: "operator", which, action, choice }));

const stepAt = (operator: OperatorName): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ at: oneOf("site" as const), wish }) },
    {
      weight: 4,
      arbitrary: fc.record({
        at: oneOf("site" as const),
        wish,
        diesAt: fc.integer({ min: 1, max: 14 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ at: oneOf("site" as const), wish, otherMode: oneOf(true) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ at: oneOf("both" as const), wishes: fc.tuple(wish, wish) }),
    },
    {
      weight: 12,
      arbitrary: playedAt(operator),
    },
    {
      weight: 3,
      arbitrary: fc.record({ at: oneOf("notices" as const), manner: oneOf(...MANNERS) }),
    },
    {
      weight: 4,
      arbitrary: fc.record(
        { at: oneOf("delivery" as const), diesAt: fc.integer({ min: 1, max: 4 }) },
        { requiredKeys: ["at"] },
      ),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        at: oneOf("fault" as const),
        on: oneOf(...OPERATIONS[operator]),
        kind: oneOf(...FAULTS),
        times: oneOf(1, 1, 1, 4),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        at: oneOf("wait" as const),
        minutes: oneOf(1, 1, 17, 21, 40, 90, 400),
      }),
    },
  );

const APPROVALS: Readonly<Record<OperatorName, Step>> = {
  djomy: { at: "operator", which: 0, action: "approve", choice: "OM" },
  paypal: { at: "operator", which: 0, action: "approve", choice: "COMPLETED" },
};

/** Somebody always tries to pay; what comes before that, and after, is anything. */
const scheduleAt = (operator: OperatorName): fc.Arbitrary<Schedule> => {
  const step = stepAt(operator);
  const begin: Step = { at: "site", wish: { do: "pay", tab: 0, old: false, shared: false } };
  return fc
    .record({
      kind: oneOf("registration" as const, "membership" as const),
      mode: oneOf("live" as const, "test" as const),
      before: fc.array(step, { maxLength: 2 }),
      // Most payers do something at once.
      first: fc.oneof(
        { weight: 1, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.tuple(playedAt(operator)) },
        { weight: 2, arbitrary: fc.constant([APPROVALS[operator]]) },
      ),
      after: fc.array(step, { minLength: 3, maxLength: 14, size: "max" }),
    })
    .map(({ before, first, after, ...order }) => ({
      ...order,
      steps: [...before, begin, ...first, ...after],
    }));
};

const ARBITRARIES = { djomy: scheduleAt("djomy"), paypal: scheduleAt("paypal") };

/** The same schedule for the same seed. */
export function scheduleOf(operator: OperatorName, seed: number): Schedule {
  const [schedule] = fc.sample(ARBITRARIES[operator], { seed, numRuns: 1 });
  if (!schedule) throw new Error("no schedule");
  return schedule;
}
