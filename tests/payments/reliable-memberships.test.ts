import { test } from "vitest";
import { playSchedules } from "./reliability.ts";

// A tenth of what `npm run bench -- payments` plays, other ones at each run.
test(
  "1,000 schedules of orders for memberships end with no wrong state",
  { timeout: 300_000 },
  () => playSchedules(1_000, "memberships"),
);
