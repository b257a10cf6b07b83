import { AppError } from "./errors.ts";

type Waiting = { start: () => void; refuse: (error: AppError) => void };
/** Who waits, by lane; the first lane is served next. */
type Line = { lanes: Map<string, Waiting[]>; waiting: number };

/** Beyond this a line is a flood, and its longest lane is asked to come back: memory is bounded. */
export const MOST_WAITING = 4_000;

const lines = new Map<string, Line>();

/**
 * Runs work after what came before it in the same line of this process. A crowd that would wait for one
 * row of the database waits here instead, and leaves the connections to others. The lanes of a line take
 * turns: whoever sends a thousand forms from one network waits behind themselves, and nobody else does.
 * @throws AppError 'unavailable' when too many wait.
 */
export async function inLine<T>(line: string, work: () => Promise<T>, lane = ""): Promise<T> {
  await myTurn(line, lane);
  try {
    return await work();
  } finally {
    serveNext(line);
  }
}

function myTurn(name: string, lane: string): Promise<void> {
  const line = lines.get(name);
  if (!line) {
    lines.set(name, { lanes: new Map(), waiting: 0 });
    return Promise.resolve();
  }
  return new Promise((start, refuse) => {
    const mine = line.lanes.get(lane);
    if (mine) mine.push({ start, refuse });
    else line.lanes.set(lane, [{ start, refuse }]);
    line.waiting += 1;
    if (line.waiting > MOST_WAITING) refuseLast(line);
  });
}

function serveNext(name: string): void {
  const line = lines.get(name);
  const [first] = line?.lanes ?? [];
  if (!line || !first) {
    lines.delete(name);
    return;
  }
  const [lane, waiting] = first;
  const next = waiting.shift();
  // At the end of the turn, behind the other lanes.
  line.lanes.delete(lane);
  if (waiting.length > 0) line.lanes.set(lane, waiting);
  line.waiting -= 1;
  next?.start();
}

/** Sends away whoever came last in the longest lane. */
function refuseLast(line: Line): void {
  const [lane, longest] = [...line.lanes].reduce((one, other) =>
    other[1].length > one[1].length ? other : one,
  );
  longest.pop()?.refuse(new AppError("unavailable", "too many wait in one line"));
  if (longest.length === 0) line.lanes.delete(lane);
  line.waiting -= 1;
}
