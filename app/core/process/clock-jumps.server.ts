import { log } from "../log/log.server.ts";

/** Less is how a clock is kept right. */
const JUMP_MS = 2_000;
const LOOK_EVERY_MS = 5_000;

/** How far the clock on the wall is from the one that nobody sets. */
const distance = () => Date.now() - performance.now();

/**
 * Tells when the clock of the machine was set, forwards or back, or the machine was asleep. Timers know nothing of
 * it: what waits for a moment is to look again. Returns what ends it.
 */
export function onClockJump(
  tell: () => void,
  { read = distance, everyMs = LOOK_EVERY_MS } = {},
): () => void {
  let before = read();
  const timer = setInterval(() => {
    const now = read();
    const seconds = Math.round((now - before) / 1_000);
    const hasJumped = Math.abs(now - before) >= JUMP_MS;
    before = now;
    if (!hasJumped) return;
    log.warn({ seconds }, "the clock of the machine was set, or it was asleep");
    tell();
  }, everyMs).unref();
  return () => clearInterval(timer);
}
