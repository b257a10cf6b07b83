import { spawnSync } from "node:child_process";

/** What runs a command where no process of ours is seen, as in another container; see `hasNamespaces`. */
export const ELSEWHERE = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"] as const;

/** Whether this system lets us make a PID namespace: as root, where no policy forbids it. */
export function hasNamespaces(): boolean {
  const [command, ...options] = ELSEWHERE;
  return spawnSync(command, [...options, "true"], { timeout: 5_000 }).status === 0;
}
