/**
 * In place of the queue of one process: each works as if through a process of their own, so that nothing but the
 * database's locks keeps them apart.
 */
export const runInSequence = <T>(_key: string, work: () => Promise<T>) => work();

export async function runBatched<Item, T>(
  _key: string,
  { item }: { item: Item },
  serve: (items: Item[]) => Promise<PromiseSettledResult<T>[]>,
): Promise<T> {
  const [result] = await serve([item]);
  if (result?.status !== "fulfilled") throw result?.reason;
  return result.value;
}
