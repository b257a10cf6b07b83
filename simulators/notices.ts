import { DAY, MINUTE, type SimulatorClock } from "./clock.ts";
import { isSafeAddress } from "./http.ts";

/** How a notice reaches the merchant. */
export const MANNERS = [
  "once",
  "twice",
  "late",
  "reordered",
  "forged",
  "cut",
  "re-encoded",
  "never",
] as const;
export type Manner = (typeof MANNERS)[number];

export const isManner = (manner: unknown): manner is Manner =>
  MANNERS.some((one) => one === manner);

export type SignedNotice = { headers: Record<string, string>; body: string };
/** Signs a body as its sender does; `forged` with a key that is not the sender's. */
export type Sign = (body: string, forged: boolean) => SignedNotice;

type Waiting = { body: string; manner: Manner; dueAt: number; tries: number };

const LATE_MS = 10 * MINUTE;
const REORDERED_MS = 90_000;
const DELIVERY_MS = 5_000;

/** The notices of a simulator, each sent when its time has come, by the clock of the simulator. */
export class NoticeBox {
  /** How those of now on are sent. */
  manner: Manner = "once";
  /** Where the merchant wants them. */
  address: string | undefined;
  readonly sent: { body: string; status: number; manner: Manner }[] = [];
  #waiting: Waiting[] = [];
  readonly #clock: SimulatorClock;
  readonly #sign: Sign;
  readonly #retryAfterMs: readonly number[];

  constructor(clock: SimulatorClock, sign: Sign, retryAfterMs: readonly number[]) {
    this.#clock = clock;
    this.#sign = sign;
    this.#retryAfterMs = retryAfterMs;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(event: unknown, manner = this.manner): void {
    if (manner === "never") return;
    const delay = manner === "late" ? LATE_MS : manner === "reordered" ? REORDERED_MS : 0;
    const notice = {
      body: JSON.stringify(event),
      manner,
      dueAt: this.#clock.now() + delay,
      tries: 0,
    };
    this.#waiting.push(notice);
    if (manner === "twice") this.#waiting.push({ ...notice });
  }

  /** Sends whatever is due. What is not taken is sent again later. */
  async deliverDue(): Promise<void> {
    const now = this.#clock.now();
    const due = this.#waiting.filter(({ dueAt }) => dueAt <= now);
    this.#waiting = this.#waiting.filter((notice) => !due.includes(notice));
    due.sort((a, b) => a.dueAt - b.dueAt);
    for (const notice of due) await this.#deliver(notice);
  }

  async #deliver(notice: Waiting): Promise<void> {
    // An address that is not safe is ignored without a word.
    if (!this.address || !isSafeAddress(this.address)) return;
    const status = await post(this.address, asSent(notice, this.#sign));
    this.sent.push({ body: notice.body, status, manner: notice.manner });
    const wait = this.#retryAfterMs[notice.tries];
    if ((status >= 200 && status < 300) || wait === undefined) return;
    const dueAt = this.#clock.now() + wait;
    this.#waiting.push({ ...notice, tries: notice.tries + 1, dueAt });
  }
}

/** What arrives: changed after it was signed, where that is its manner. */
function asSent({ body, manner }: Waiting, sign: Sign): SignedNotice {
  const { headers, body: signed } = sign(body, manner === "forged");
  if (manner === "cut") return { headers, body: signed.slice(0, -9) };
  if (manner === "re-encoded") {
    return { headers, body: JSON.stringify(JSON.parse(signed), undefined, 1) };
  }
  return { headers, body: signed };
}

async function post(address: string, { headers, body }: SignedNotice): Promise<number> {
  try {
    const signal = AbortSignal.timeout(DELIVERY_MS);
    const response = await fetch(address, {
      method: "POST",
      headers,
      body,
      signal,
      redirect: "manual",
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}

/** So many tries more, evenly over three days. */
export const evenlyOverThreeDays = (retries: number): number[] =>
  Array.from({ length: retries }, () => (3 * DAY) / retries);
