import { expect, test } from "vitest";
import type { Engine } from "./database/engine.server.ts";
import { Fault } from "./errors.ts";
import { jobStates, runJobs, startJobs } from "./jobs.server.ts";

const engine = { listen: async () => {} } as unknown as Engine;

test("a job's last run is told, with why it failed, until it goes well again", async () => {
  let broken = true;
  const job = {
    name: "test.job",
    everyMs: 60_000,
    run: async () => {
      if (broken) throw new Fault("no answer");
    },
  };
  const jobs = await startJobs(engine, [job]);
  try {
    await runJobs();
    expect(jobStates()).toMatchObject([
      { name: "test.job", everyMs: 60_000, last: { failure: "no answer" } },
    ]);
    broken = false;
    await runJobs();
    expect(jobStates()[0]?.last).toEqual({ at: expect.any(Date) });
  } finally {
    await jobs.stop();
  }
});
