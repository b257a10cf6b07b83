import type { Parameter } from "../core/address-checks.ts";
import { isDay } from "../core/calendar-day.ts";

/** The day of the version that an address asks for. */
export const VERSION: Parameter = {
  check: (value) => (isDay(value) ? value : undefined),
  refused: "missing",
};
