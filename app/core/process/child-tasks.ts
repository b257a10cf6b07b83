import { setPriority } from "node:os";

/**
 * In a child process: does the tasks that the process which started it sends, and ends when that process is gone.
 * `failureOf` says in one word what went wrong, since an error may quote a path or a file.
 */
export function serveTasks(
  priority: number,
  work: Readonly<Record<string, (request: never) => Promise<unknown>>>,
  failureOf: (error: unknown, task: string) => string,
): void {
  setPriority(priority);
  process.on("disconnect", () => process.exit());
  process.on("message", async ({ task, request }: { task: string; request: never }) => {
    try {
      process.send?.({ result: await work[task]?.(request) });
    } catch (error) {
      process.send?.({ failure: failureOf(error, task) });
    }
  });
}
