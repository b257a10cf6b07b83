import { test } from "vitest";
import { playSchedules } from "./reliability.ts";

// A twentieth of what `npm run bench -- payments` plays, other ones at each run.
test("500 schedules of orders for memberships end with no wrong state", { timeout: 300_000 }, () =>
  playSchedules(500, "memberships"),
);
