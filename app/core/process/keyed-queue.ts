import { AppError } from "../values/errors.ts";

type Waiter = {
  /** `served`: an earlier call did the work in its batch. */
  start: (served: boolean) => void;
  refuse: (error: AppError) => void;
  batch?: BatchItem;
};
/** Work that may be done in a batch with others of its kind. */
type BatchItem = {
  kind: string;
  item: unknown;
  settle: (result: PromiseSettledResult<unknown>) => void;
};
/** The waiting calls, by lane; the first lane is served next. */
type Queue = { lanes: Map<string, Waiter[]>; waiting: number };

/** Bounds the memory: beyond this the last call in the longest lane is refused. */
export const MAX_WAITING = 4_000;
/** The size of a batch. */
const MAX_BATCH = 16;

const queues = new Map<string, Queue>();

/**
 * Runs work after earlier work in the same queue of this process. Calls that would wait for one row of the database
 * wait here instead, and do not occupy connections. The lanes of a queue take turns, so that a thousand forms from one
 * network do not delay those from other networks.
 * @throws AppError 'unavailable' when too many wait.
 */
export async function runInSequence<T>(key: string, work: () => Promise<T>, lane = ""): Promise<T> {
  await waitForTurn(key, lane);
  try {
    return await work();
  } finally {
    serveNext(key);
  }
}

/**
 * As `runInSequence`, for work that is better done in batches: the next call takes up to `MAX_BATCH` of the same kind
 * along, in the order of the queue. `serve` returns a result for each.
 */
export async function runBatched<Item, T>(
  key: string,
  { kind, item, lane = "" }: { kind: string; item: Item; lane?: string },
  serve: (items: Item[]) => Promise<PromiseSettledResult<T>[]>,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const settle = (result: PromiseSettledResult<unknown>) =>
    result.status === "fulfilled" ? resolve(result.value as T) : reject(result.reason);
  const mine: BatchItem = { kind, item, settle };
  if (await waitForTurn(key, lane, mine)) return promise;
  const all = [mine, ...takeBatch(key, kind)];
  try {
    const results = await serve(all.map((one) => one.item as Item));
    for (const [index, result] of results.entries()) all[index]?.settle(result);
  } catch (reason) {
    for (const one of all) one.settle({ status: "rejected", reason });
  } finally {
    serveNext(key);
  }
  return promise;
}

/** Takes the next calls of a queue, as long as they are of this kind. */
function takeBatch(key: string, kind: string): BatchItem[] {
  const queue = queues.get(key);
  const batch: BatchItem[] = [];
  while (queue && batch.length < MAX_BATCH - 1) {
    const [lane, [next]] = queue.lanes.entries().next().value ?? ["", []];
    if (next?.batch?.kind !== kind) break;
    takeNext(queue, lane);
    batch.push(next.batch);
    next.start(true);
  }
  return batch;
}

/** Resolves to false at this call's turn, or to true when an earlier call did its work in a batch. */
function waitForTurn(key: string, lane: string, batch?: BatchItem): Promise<boolean> {
  const queue = queues.get(key);
  if (!queue) {
    queues.set(key, { lanes: new Map(), waiting: 0 });
    return Promise.resolve(false);
  }
  return new Promise((start, refuse) => {
    const mine = queue.lanes.get(lane);
    if (mine) mine.push({ start, refuse, batch });
    else queue.lanes.set(lane, [{ start, refuse, batch }]);
    queue.waiting += 1;
    if (queue.waiting > MAX_WAITING) refuseLast(queue);
  });
}

function serveNext(key: string): void {
  const queue = queues.get(key);
  const [lane] = queue?.lanes.keys() ?? [];
  if (!queue || lane === undefined) queues.delete(key);
  else takeNext(queue, lane)?.start(false);
}

function takeNext(queue: Queue, lane: string): Waiter | undefined {
  const waiting = queue.lanes.get(lane) ?? [];
  const next = waiting.shift();
  // The lane goes behind the other lanes.
  queue.lanes.delete(lane);
  if (waiting.length > 0) queue.lanes.set(lane, waiting);
  queue.waiting -= 1;
  return next;
}

/** Refuses the last call in the longest lane. */
function refuseLast(queue: Queue): void {
  const [lane, longest] = [...queue.lanes].reduce((one, other) =>
    other[1].length > one[1].length ? other : one,
  );
  longest.pop()?.refuse(new AppError("unavailable", "too many wait in one line"));
  if (longest.length === 0) queue.lanes.delete(lane);
  queue.waiting -= 1;
}
