import { test } from "vitest";
import { repetitions } from "../support/fuzz/repetitions.ts";
import { playSchedules } from "./support/reliability.ts";

// Some of what `npm run bench -- payments` plays, other ones at each run.
test("schedules of orders for memberships end with no wrong state", { timeout: 300_000 }, () =>
  playSchedules(repetitions(12, 400), "memberships"),
);
