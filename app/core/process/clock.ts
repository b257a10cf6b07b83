const realTime = (): number => Date.now();

let read = realTime;

/** What time it is, for whatever is decided by the time; SQL is told the same by the doors. */
export const currentTime = (): Date => new Date(read());

/** The same in milliseconds. */
export const currentMs = (): number => read();

/** By our clock, when a disk says that a file was written: as long ago as by its own. */
export const timeOnDisk = (modified: Date): Date =>
  read === realTime ? modified : new Date(read() - (Date.now() - modified.getTime()));

/** Whether it is not the machine's: the bench and tests live through years in a moment. */
export const isClockReplaced = (): boolean => read !== realTime;

/** Replaces the clock of this process, for the bench and for tests; without an argument, puts the real one back. */
export function setClock(clock = realTime): void {
  read = clock;
}

/** A clock that showed `from` when it really was `since`, and goes `speed` times as fast since then. */
export type SimulatedClock = { since: number; from: number; speed: number };

/** Reads `since/from/speed`, such as '2027-01-01T08:00:00Z/2027-01-01T00:00:00Z/9600'. */
export function readSimulatedClock(text: string): SimulatedClock | undefined {
  const [since = "", from = "", speed = "", ...rest] = text.split("/");
  const clock = { since: Date.parse(since), from: Date.parse(from), speed: Number(speed || "x") };
  const isWhole = Object.values(clock).every(Number.isFinite) && clock.speed > 0;
  return isWhole && rest.length === 0 ? clock : undefined;
}

/** Every process that is given the same one agrees on the time, also after it was started again. */
export const simulatedBy =
  ({ since, from, speed }: SimulatedClock) =>
  (): number =>
    Math.round(from + (Date.now() - since) * speed);
