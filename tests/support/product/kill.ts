/** Kills a process as a machine out of memory does. One without a number would be everybody here: zero is our own group. */
export function killProcess(pid: number | undefined): void {
  if (!pid) throw new Error("there is no process to kill");
  process.kill(pid, "SIGKILL");
}
