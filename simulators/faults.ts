/**
 * What can go wrong between a merchant and a provider. `before` means that nothing was done, `after`
 * that it was done and the merchant does not hear of it.
 */
export const FAULTS = [
  "silence-before",
  "silence-after",
  "error-before",
  "error-after",
  "reset-before",
  "reset-after",
  "garbage",
  "cut",
  "endless",
  "slow",
  "rate-limit",
] as const;
export type FaultKind = (typeof FAULTS)[number];

/** A fault of the next calls of one operation (`create`, `query`, …), or of any with `*`. */
export type Fault = { on: string; kind: FaultKind; times?: number; slowMs?: number };

export const isFaultKind = (kind: unknown): kind is FaultKind =>
  FAULTS.some((fault) => fault === kind);

/** The faults that somebody asked for, each until it was met as often as asked. */
export class FaultPlan {
  #planned: Required<Fault>[] = [];

  add({ on, kind, times = 1, slowMs = 30_000 }: Fault): void {
    this.#planned.push({ on, kind, times, slowMs });
  }

  clear(): void {
    this.#planned = [];
  }

  take(operation: string): Fault | undefined {
    const fault = this.#planned.find(({ on }) => on === operation || on === "*");
    if (fault && --fault.times <= 0) this.#planned = this.#planned.filter((one) => one !== fault);
    return fault;
  }
}
