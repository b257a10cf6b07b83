const lines = new Map<string, Promise<unknown>>();

/**
 * Runs work after everything that came before it in the same line of this process. A crowd that would
 * wait for one row of the database waits here instead, and leaves the connections to others.
 */
export function inLine<T>(line: string, work: () => Promise<T>): Promise<T> {
  const before = lines.get(line) ?? Promise.resolve();
  const mine = before.then(work);
  const over = mine.then(
    () => {},
    () => {},
  );
  lines.set(line, over);
  void over.then(() => {
    if (lines.get(line) === over) lines.delete(line);
  });
  return mine;
}
