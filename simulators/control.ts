import type { SimulatorClock } from "./clock.ts";
import { type FaultPlan, isFaultKind } from "./faults.ts";
import { type Call, isRecord, json, jsonOf, type Reply } from "./http.ts";
import { isManner, type NoticeBox } from "./notices.ts";

/** What a test in another process does to a simulator. None of it is in any provider's protocol. */
export const CONTROL = "/_simulator/";

export type Controlled = {
  clock: SimulatorClock;
  faults: FaultPlan;
  notices: NoticeBox;
  /** What was taken and given back. */
  books: () => unknown;
  /** Does what payer or operator would. False when it cannot be done. */
  play: (id: string, action: string, choice: string) => boolean;
};

const DONE = json(200, { done: true });
const REFUSED = json(400, { done: false });

export async function answerControl(call: Call, simulator: Controlled): Promise<Reply> {
  const what = call.path.slice(CONTROL.length);
  if (what === "books") return json(200, simulator.books());
  const value = jsonOf(call);
  const values = isRecord(value) ? value : {};
  switch (what) {
    case "clock":
      return setClock(simulator.clock, values);
    case "faults": {
      const { on, kind, times, slowMs } = values;
      if (kind === undefined) simulator.faults.clear();
      else if (!isFaultKind(kind)) return REFUSED;
      else
        simulator.faults.add({
          on: String(on ?? "*"),
          kind,
          ...(typeof times === "number" && { times }),
          ...(typeof slowMs === "number" && { slowMs }),
        });
      return DONE;
    }
    case "notices": {
      if (typeof values.address === "string") simulator.notices.address = values.address;
      if (isManner(values.manner)) simulator.notices.manner = values.manner;
      if (values.deliver === true) await simulator.notices.deliverDue();
      return json(200, { waiting: simulator.notices.waiting });
    }
    case "play": {
      const { id, action, choice } = values;
      const done = simulator.play(String(id), String(action), String(choice ?? ""));
      return done ? DONE : REFUSED;
    }
    default:
      return json(404, { done: false });
  }
}

function setClock(clock: SimulatorClock, { at, advanceMs }: Record<string, unknown>): Reply {
  if (typeof at === "string" && !Number.isNaN(Date.parse(at))) clock.set(Date.parse(at));
  else if (typeof advanceMs === "number" && advanceMs >= 0) clock.advance(advanceMs);
  else return REFUSED;
  return DONE;
}
