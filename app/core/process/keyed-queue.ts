import { AppError } from "../values/errors.ts";

type Waiter = {
  /** `served`: somebody before did it along with their own. */
  start: (served: boolean) => void;
  refuse: (error: AppError) => void;
  together?: Together;
};
/** Work that may be done with others of its kind. */
type Together = {
  kind: string;
  item: unknown;
  settle: (result: PromiseSettledResult<unknown>) => void;
};
/** Who waits, by lane; the first lane is served next. */
type Queue = { lanes: Map<string, Waiter[]>; waiting: number };

/** Beyond this a queue is a flood, and its longest lane is asked to come back: memory is bounded. */
export const MAX_WAITING = 4_000;
/** So many are answered late when the first of them is slow. */
const MOST_TOGETHER = 16;

const queues = new Map<string, Queue>();

/**
 * Runs work after what came before it in the same queue of this process. A crowd that would wait for one
 * row of the database waits here instead, and leaves the connections to others. The lanes of a queue take
 * turns: whoever sends a thousand forms from one network waits behind themselves, and nobody else does.
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
 * As `runInSequence`, for work of which several are better done in one go: whoever is next takes up to `MOST_TOGETHER`
 * of the same kind along, in the order of the queue. `serve` gives an end for each.
 */
export async function runBatched<Item, T>(
  key: string,
  { kind, item, lane = "" }: { kind: string; item: Item; lane?: string },
  serve: (items: Item[]) => Promise<PromiseSettledResult<T>[]>,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const settle = (result: PromiseSettledResult<unknown>) =>
    result.status === "fulfilled" ? resolve(result.value as T) : reject(result.reason);
  const mine: Together = { kind, item, settle };
  if (await waitForTurn(key, lane, mine)) return promise;
  const all = [mine, ...takeAlong(key, kind)];
  try {
    const results = await serve(all.map((one) => one.item as Item));
    for (const [place, result] of results.entries()) all[place]?.settle(result);
  } catch (reason) {
    for (const one of all) one.settle({ status: "rejected", reason });
  } finally {
    serveNext(key);
  }
  return promise;
}

/** Those who are next in a queue, as long as they are of this kind. */
function takeAlong(key: string, kind: string): Together[] {
  const queue = queues.get(key);
  const along: Together[] = [];
  while (queue && along.length < MOST_TOGETHER - 1) {
    const [lane, [next]] = queue.lanes.entries().next().value ?? ["", []];
    if (next?.together?.kind !== kind) break;
    takeNext(queue, lane);
    along.push(next.together);
    next.start(true);
  }
  return along;
}

/** Resolves when it is this one's turn, or when somebody before took it along, which it tells. */
function waitForTurn(key: string, lane: string, together?: Together): Promise<boolean> {
  const queue = queues.get(key);
  if (!queue) {
    queues.set(key, { lanes: new Map(), waiting: 0 });
    return Promise.resolve(false);
  }
  return new Promise((start, refuse) => {
    const mine = queue.lanes.get(lane);
    if (mine) mine.push({ start, refuse, together });
    else queue.lanes.set(lane, [{ start, refuse, together }]);
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
  // At the end of the turn, behind the other lanes.
  queue.lanes.delete(lane);
  if (waiting.length > 0) queue.lanes.set(lane, waiting);
  queue.waiting -= 1;
  return next;
}

/** Sends away whoever came last in the longest lane. */
function refuseLast(queue: Queue): void {
  const [lane, longest] = [...queue.lanes].reduce((one, other) =>
    other[1].length > one[1].length ? other : one,
  );
  longest.pop()?.refuse(new AppError("unavailable", "too many wait in one line"));
  if (longest.length === 0) queue.lanes.delete(lane);
  queue.waiting -= 1;
}
