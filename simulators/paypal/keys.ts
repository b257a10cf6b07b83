import { DAY, HOUR, type SimulatorClock } from "../clock.ts";
import type { Reply } from "../http.ts";
import { failure } from "./failures.ts";
import { PAYPAL_KEY_IN_USE_STATUS } from "./unconfirmed.ts";

/** How long `PayPal-Request-Id` is remembered. */
export const KEY_LIFE = { orders: 6 * HOUR, payments: 45 * DAY };
const LONGEST_KEY = 108;

/** What was done under a key: how it stands now. `undefined` while it is being done. */
type Entry = { at: number; latest: (() => Reply) | undefined };

/** The idempotency keys of one merchant. */
export class RequestKeys {
  readonly #entries = new Map<string, Entry>();
  readonly #clock: SimulatorClock;

  constructor(clock: SimulatorClock) {
    this.#clock = clock;
  }

  /**
   * Does something once for a key, then says how it stands. What is refused is not remembered, so that
   * it can be tried again.
   */
  async once(
    scope: string,
    key: string | undefined,
    life: number,
    work: () => Promise<{ reply: Reply; latest: () => Reply }>,
  ): Promise<Reply> {
    if (key === undefined) return (await work()).reply;
    if (key.length < 1 || key.length > LONGEST_KEY) {
      return failure(400, "INVALID_STRING_LENGTH", "PayPal-Request-Id");
    }
    const name = `${scope} ${key}`;
    const entry = this.#entries.get(name);
    if (entry && this.#clock.now() < entry.at + life) {
      return entry.latest?.() ?? failure(PAYPAL_KEY_IN_USE_STATUS, "PREVIOUS_REQUEST_IN_PROGRESS");
    }
    const own: Entry = { at: this.#clock.now(), latest: undefined };
    this.#entries.set(name, own);
    try {
      const { reply, latest } = await work();
      own.latest = () => ({ ...latest(), status: 200 });
      return reply;
    } catch (error) {
      this.#entries.delete(name);
      throw error;
    }
  }
}
