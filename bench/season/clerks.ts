import { randomUUID } from "node:crypto";
import { STAFF_IDS } from "./history.ts";
import type { Product } from "./product.ts";
import type { Chance } from "./random.ts";

/** How many of each a morning has, on average. */
const A_MORNING = {
  corrected: 0.5,
  moved: 0.3,
  again: 0.5,
  reminded: 0.7,
  erased: 0.25,
  handed: 0.3,
};
/** Nothing that is written about a place is still on its way so many days after, nor so many before its event. */
const CALM_DAYS = 3;

const CALM = `r.status = 'confirmed' and not r.proof_needed and r.birth_date < '2008-01-01'
  and r.confirmed_at < site_now() - interval '${CALM_DAYS} days'
  and e.status = 'upcoming' and e.date > site_today() + ${CALM_DAYS}`;
const ANY = "order by md5(r.id::text || site_today()) limit 1";

/** What the office does for single people, and with its cash. */
export class Clerks {
  readonly #product: Product;
  readonly #chance: Chance;
  #numbers = 0;
  done = { corrected: 0, changedEvent: 0, sentAgain: 0, reminded: 0, erased: 0, handedOver: 0 };

  constructor(product: Product, chance: Chance) {
    this.#product = product;
    this.#chance = chance;
  }

  async morning(): Promise<void> {
    const some = (mean: number) => this.#chance.times(mean) > 0;
    if (some(A_MORNING.corrected)) await this.#correct();
    if (some(A_MORNING.moved)) await this.#move();
    if (some(A_MORNING.again)) await this.#sendAgain();
    if (some(A_MORNING.reminded)) await this.#remind();
    if (some(A_MORNING.erased)) await this.#erase();
    await this.#carryCash(some(A_MORNING.handed));
  }

  get #by(): number {
    return this.#chance.below(STAFF_IDS.length);
  }

  /** A telephone was written wrongly, or an address. */
  async #correct(): Promise<void> {
    const [row] = await this.#rows(
      `select r.id from event_registrations r join events e on e.id = r.event_id where ${CALM} ${ANY}`,
    );
    if (!row) return;
    const n = ++this.#numbers;
    const put = this.#chance.is(0.3)
      ? { email: `corrected${n}@players.test` }
      : { phone: `+2246230${String(n).padStart(5, "0")}` };
    const answer = await this.#product.press("correct", { by: this.#by, id: String(row.id), put });
    if (answer !== "refused") this.done.corrected += 1;
  }

  /** Somebody wants to come to another event instead. */
  async #move(): Promise<void> {
    const [row] = await this.#rows(
      `select r.id, r.price_id, other.id as event from event_registrations r
       join events e on e.id = r.event_id join events other on other.id <> e.id
         and other.status = 'upcoming' and other.date > site_today() + ${CALM_DAYS}
         and other.current_participants < other.max_participants
       where ${CALM} and not exists (select from event_registrations w
         where w.event_id = other.id and w.status = 'waiting')
         and not exists (select from event_changes c where c.event_id in (e.id, other.id)
           and c.done_at is null) ${ANY}`,
    );
    if (!row) return;
    const [id, event, price] = [row.id, row.event, row.price_id].map(String) as Three;
    const answer = await this.#product.press("move", { by: this.#by, id, event, price });
    if (answer !== "refused") this.done.changedEvent += 1;
  }

  async #sendAgain(): Promise<void> {
    const [row] = await this.#rows(
      `select r.id from event_registrations r join events e on e.id = r.event_id
       where r.status in ('confirmed', 'waiting', 'held') and not r.proof_needed
         and e.status = 'upcoming' and e.date > site_today() + ${CALM_DAYS} ${ANY}`,
    );
    if (!row) return;
    const again = { by: this.#by, id: String(row.id), key: randomUUID() };
    const answer = await this.#product.press("sendAgain", again);
    if (answer !== "refused") this.done.sentAgain += 1;
  }

  /** On a day that has no reminder of its own. */
  async #remind(): Promise<void> {
    const [row] = await this.#rows(
      `select r.id from members r where status = 'active' and membership_end = site_today() + 20
         and not reminders_off and not exists (select from members later where later.email = r.email
           and later.status = 'pending') ${ANY}`,
    );
    if (!row) return;
    const answer = await this.#product.press("remind", { by: this.#by, id: String(row.id) });
    if (answer !== "refused") this.done.reminded += 1;
  }

  /** Whoever left long ago wants nothing to be known of them any more. */
  async #erase(): Promise<void> {
    const [row] = await this.#rows(
      `select r.id from members r where status = 'expired' and membership_end < site_today() - 60
         and not exists (select from members other where other.email = r.email and other.id <> r.id)
         ${ANY}`,
    );
    if (!row) return;
    const answer = await this.#product.press("erase", { by: this.#by, id: String(row.id) });
    if (answer !== "refused") this.done.erased += 1;
  }

  /** Half of what a drawer holds goes to somebody else or to the bank; what is on its way arrives the next morning. */
  async #carryCash(goes: boolean): Promise<void> {
    const under = await this.#rows(
      `select id, receiver, sent_by from till_handovers where status = 'in_transit'`,
    );
    for (const { id, receiver, sent_by } of under) {
      const by = STAFF_IDS.indexOf(String(receiver ?? sent_by));
      const slip = receiver ? null : `B-${++this.#numbers}`;
      await this.#product.press("confirmHandover", { by, id: String(id), slip });
    }
    if (!goes) return;
    const [till] = await this.#rows(
      `select t.id, t.owner, (sum(e.amount) / 2)::int as amount from tills t
       join till_entries e on e.till_id = t.id where t.closed_at is null and e.currency = 'GNF'
       group by t.id having sum(e.amount) > 20000 order by sum(e.amount) desc limit 1`,
    );
    if (!till) return;
    const by = STAFF_IDS.indexOf(String(till.owner));
    const other = STAFF_IDS[(by + 1) % STAFF_IDS.length] ?? null;
    const receiver = this.#chance.is(0.5) ? other : null;
    const handover = { by, till: String(till.id), id: randomUUID(), receiver };
    const answer = await this.#product.press("handOver", {
      ...handover,
      amount: Number(till.amount),
    });
    if (answer !== "refused") this.done.handedOver += 1;
  }

  #rows(statement: string): Promise<Record<string, unknown>[]> {
    return this.#product.press("sql", statement);
  }
}

type Three = [string, string, string];
