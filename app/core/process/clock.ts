const realTime = (): number => Date.now();

/** The difference between the wall clock and the monotonic clock, which changes only when somebody sets the former. */
export const realTimeOffset = (): number => Date.now() - performance.now();

let read = realTime;

/** The current time of the application. The doors pass it to SQL, as `site_now()`. */
export const currentTime = (): Date => new Date(read());

/** The same in milliseconds. */
export const currentMs = (): number => read();

/** Converts the modification time of a file to a replaced clock, with the same age. */
export const timeOnDisk = (modified: Date): Date =>
  read === realTime ? modified : new Date(read() - (Date.now() - modified.getTime()));

/** Whether the clock is replaced: tests and the benchmark simulate years. */
export const isClockReplaced = (): boolean => read !== realTime;

/** Replaces the clock of this process, for the bench and for tests; without an argument, puts the real one back. */
export function setClock(clock = realTime): void {
  read = clock;
}

/** A clock that showed `from` at the real time `since`, and runs `speed` times as fast since then. */
type SimulatedClock = { since: number; from: number; speed: number };

/** Reads `since/from/speed`, such as '2027-01-01T08:00:00Z/2027-01-01T00:00:00Z/9600'. */
export function readSimulatedClock(text: string): SimulatedClock | undefined {
  const [since = "", from = "", speed = "", ...rest] = text.split("/");
  const clock = { since: Date.parse(since), from: Date.parse(from), speed: Number(speed || "x") };
  const isWhole = Object.values(clock).every(Number.isFinite) && clock.speed > 0;
  return isWhole && rest.length === 0 ? clock : undefined;
}

/** A function that reads a simulated clock; all processes with the same one agree on the time. */
export const simulatedBy =
  ({ since, from, speed }: SimulatedClock) =>
  (): number =>
    Math.round(from + (Date.now() - since) * speed);
