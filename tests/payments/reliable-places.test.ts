import { test } from "vitest";
import { playSchedules } from "./reliability.ts";

// Some of what `npm run bench -- payments` plays, other ones at each run.
test("200 schedules of orders for places end with no wrong state", { timeout: 300_000 }, () =>
  playSchedules(200, "places"),
);
