import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DAY } from "../values/durations.ts";
import { onClockJump } from "./jobs.server.ts";

let distance = 0;
let end = () => {};
const tell = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  tell.mockClear();
  end = onClockJump(tell, { read: () => distance, everyMs: 1_000 });
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

test.each([365 * DAY, DAY, -3_600_000, -DAY])(
  "a clock that is set by %i ms is told, once",
  (by) => {
    distance += by;
    vi.advanceTimersByTime(5_000);
    expect(tell).toHaveBeenCalledOnce();
  },
);

test("one that is only kept right is not, and nothing is told after the end", () => {
  for (let second = 0; second < 10; second++) {
    distance += 300;
    vi.advanceTimersByTime(1_000);
  }
  end();
  distance += DAY;
  vi.advanceTimersByTime(5_000);
  expect(tell).not.toHaveBeenCalled();
});
