import fc from "fast-check";
import { SCHEMA } from "../../../app/core/database/database.server.ts";
import { openInMemory } from "../../../app/core/database/embedded/embedded.server.ts";
import { wrongsOf } from "./invariants.ts";
import { PaymentSimulation } from "./payment-simulation.ts";
import { type Schedule, schedules } from "./schedule.ts";
import { Play } from "./schedule-runner.ts";

/**
 * Plays random schedules of everything that can go wrong with a payment, each on an order of its own
 * in one database. Throws, with the shortest schedule it can find, when one ends in a wrong state.
 */
export async function playSchedules(
  count: number,
  kind: "places" | "memberships",
  seed?: number,
): Promise<void> {
  const engine = await openInMemory();
  try {
    await engine.migrate(SCHEMA);
    const simulation = new PaymentSimulation();
    await simulation.stand(engine);
    const property = fc.asyncProperty(schedules, async (steps) => {
      const schedule: Schedule = { held: kind === "places", steps };
      const play = new Play(simulation, schedule);
      await play.run();
      const wrongs = await wrongsOf(play);
      if (wrongs.length > 0) throw new Error(wrongs.join("\n"));
    });
    await fc.assert(property, { numRuns: count, ...(seed !== undefined && { seed }) });
  } finally {
    await engine.close();
  }
}
