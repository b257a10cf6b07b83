export function endWithNpm(): void;
export function supervise(
  args: string[],
  options?: import("node:child_process").SpawnOptions,
): void;
export function endWithSupervisor(): void;
export function endOnSignal(children: Set<import("node:child_process").ChildProcess>): () => void;
export const SERVE: readonly string[];
