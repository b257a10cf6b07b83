import type { OperatorName } from "./operator.ts";
import type { Schedule, Step, Wish } from "./schedule.ts";

// Ways through everything that the product does with money, of which each step dies at each of its moments.

const site = (wish: Wish): Step => ({ at: "site", wish });
const at = (action: string, choice = ""): Step => ({ at: "operator", which: 0, action, choice });
const wait = (minutes: number): Step => ({ at: "wait", minutes });
const pay = site({ do: "pay", tab: 0, old: false, shared: false });
const page = site({ do: "page" });
const jobs = site({ do: "jobs" });
const delivery: Step = { at: "delivery" };
const approve = site({ do: "approve", by: 1 });
const cash = (share: number) => site({ do: "cash", by: 0, share, means: "cash", again: true });

const JOURNEYS: Readonly<Record<OperatorName, Readonly<Record<string, Step[]>>>> = {
  djomy: {
    "is paid, and the notice comes": [pay, at("approve", "OM"), delivery, jobs],
    "is paid after its hold, and returned by hand": [
      pay,
      site({ do: "fill" }),
      wait(90),
      jobs,
      at("approve-late", "OM"),
      jobs,
      approve,
      site({ do: "record", by: 0 }),
    ],
    "is paid with a part by hand beside it": [
      pay,
      cash(0.4),
      at("approve", "OM"),
      page,
      approve,
      site({ do: "record", by: 0 }),
    ],
    "is announced, confirmed and corrected": [
      cash(0.5),
      site({ do: "announce" }),
      site({ do: "confirm transfer", by: 1, share: 0.5 }),
      site({ do: "correct", by: 0 }),
      pay,
    ],
    "has no answer when it begins, and is looked for": [
      { at: "fault", on: "create", kind: "error-after", times: 1 },
      pay,
      at("approve", "OM"),
      wait(1),
      jobs,
    ],
  },
  paypal: {
    "is paid on the page, and a part returned": [
      pay,
      at("approve", "COMPLETED"),
      page,
      delivery,
      site({ do: "request refund", by: 0, which: 0, share: 0.5 }),
      approve,
      jobs,
    ],
    "is declined once": [
      pay,
      at("approve", "INSTRUMENT_DECLINED"),
      page,
      wait(1),
      at("approve", "COMPLETED"),
      page,
    ],
    "is of another amount, and goes back": [
      pay,
      at("approve", "OTHER_AMOUNT"),
      jobs,
      approve,
      jobs,
    ],
    "is given up, and approved all the same": [
      pay,
      site({ do: "give up" }),
      at("approve", "COMPLETED"),
      delivery,
      jobs,
    ],
    "ends with its event while the money waits": [
      pay,
      at("approve", "PENDING"),
      page,
      site({ do: "end", state: "gone" }),
      at("accept"),
      jobs,
      approve,
      jobs,
    ],
    "is paid with a part by hand beside it": [
      pay,
      cash(0.4),
      at("approve", "COMPLETED"),
      page,
      approve,
      jobs,
    ],
  },
};

/** A journey, with the step that dies and when. */
export type Death = { name: string; step: number; schedule(diesAt: number): Schedule };

/** Every step at which a process of the product works. */
export function deathsAt(operator: OperatorName): Death[] {
  return Object.entries(JOURNEYS[operator]).flatMap(([name, steps]) =>
    steps.flatMap((dying, step) => {
      if (dying.at !== "site" && dying.at !== "delivery") return [];
      const schedule = (diesAt: number): Schedule => ({
        kind: "registration",
        mode: "live",
        steps: steps.with(step, { ...dying, diesAt }),
      });
      return [{ name, step, schedule }];
    }),
  );
}
