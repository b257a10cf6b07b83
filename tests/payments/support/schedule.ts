import fc from "fast-check";
import {
  SIMULATED_ACTIONS,
  type SimulatedAction,
} from "../../../app/payments/providers/simulated/simulated.ts";
import type { Call, Cut, Fault } from "./payment-simulation.ts";

/** One thing that happens: what a payer, the provider, a job, staff or the weather does. */
export type Deed =
  | { do: "pay"; tab: number }
  | { do: "play"; action: SimulatedAction; which: number }
  | { do: "other amount" | "take back"; which: number }
  | { do: "notice"; which: number; times: number; old: boolean }
  | { do: "jobs" | "page" | "stop" | "give up" | "cancel" | "approve" | "fill" }
  /** Staff end what is paid for: an event, perhaps not for good, a person or a member for good. */
  | { do: "cancel event" | "reopen event" | "cancel person" | "remove member" }
  | { do: "wait"; minutes: number }
  | { do: "fault"; call: Call; fault: Fault }
  /** The process ends while it does something. */
  | {
      do: "cut";
      cut: Cut;
      during: "jobs" | "page" | "pay" | "stop" | "cancel event" | "cancel person";
    };

/** Two things at once are two tabs, two processes, or a job that meets a payer. */
export type Step = Deed | { do: "both"; deeds: [Deed, Deed] };

/** What happens to one order; `held`: a place is kept for it for a while. */
export type Schedule = { held: boolean; steps: Step[] };

const oneOf = <T extends string>(...values: T[]) => fc.constantFrom(...values);
const which = fc.nat({ max: 2 });

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: oneOf("pay"), tab: fc.nat({ max: 3 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: oneOf("play"),
      action: oneOf("approve", "approve", "agree", "agree", ...SIMULATED_ACTIONS),
      which,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: oneOf("other amount", "take back"), which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: oneOf("notice"),
      which,
      times: fc.integer({ min: 1, max: 2 }),
      old: fc.boolean(),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: oneOf(
        "jobs",
        "jobs",
        "jobs",
        "page",
        "stop",
        "give up",
        "cancel",
        "approve",
        "approve",
        "fill",
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: oneOf("cancel event", "cancel event", "reopen event", "cancel person", "remove member"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: oneOf("wait"), minutes: fc.constantFrom(1, 17, 21, 40, 90) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: oneOf("fault"),
      call: oneOf("create", "query", "capture", "refund"),
      fault: oneOf("lost", "unanswered", "rejected"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: oneOf("cut"),
      cut: fc.record({ transactions: fc.integer({ min: 1, max: 4 }), committed: fc.boolean() }),
      during: oneOf("jobs", "jobs", "page", "pay", "stop", "cancel event", "cancel person"),
    }),
  },
);

const both = fc.record({ do: oneOf("both"), deeds: fc.tuple(deed, deed) });
const step = fc.oneof({ weight: 6, arbitrary: deed }, { weight: 1, arbitrary: both });

/** Somebody always tries to pay; what comes before that, and after, is anything. */
export const schedules: fc.Arbitrary<Step[]> = fc
  .record({
    before: fc.array(step, { maxLength: 2 }),
    after: fc.array(step, { minLength: 1, maxLength: 12 }),
  })
  .map(({ before, after }) => [...before, { do: "pay", tab: 0 }, ...after]);
