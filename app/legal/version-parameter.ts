import type { Parameter } from "../core/http/address-checks.ts";
import { isDay } from "../core/values/age.ts";

/** The day of the version that an address asks for. */
export const VERSION: Parameter = {
  check: (value) => (isDay(value) ? value : undefined),
  refused: "missing",
};
