import { setPriority } from "node:os";

/**
 * Serves the tasks that the parent process sends, and exits with it. `failureOf` describes an error in one word, since
 * its message may contain a path or a file's content.
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
