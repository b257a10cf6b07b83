import { DAY, HOUR } from "../../app/core/values/durations.ts";
import type { Product } from "./product.ts";
import type { Chance } from "./random.ts";

/** Events are announced so many days before, and open for registration a few days later. */
const ANNOUNCED = 34;
/** A season of fewer days is a short one. */
const SHORT_DAYS = 40;
/** How many of the events are moved, cancelled, and of those that are cancelled take place after all. */
const OFTEN = { moved: 0.4, cancelled: 0.2, reopened: 0.4, enlarged: 0.3 };
/** How many bring a part of the price first. */
const IN_PARTS = 0.15;
/** Staff look after a provider that keeps silent once it has for so long. */
const SILENT_DAYS = 2;

/** What the form of an event sends though nobody wrote there. */
const BLANK = Object.fromEntries(
  `title_en description_en time end_date end_time registration_opens_at registration_closes_at
   location_en image_url rules rules_en asks_gamertag asks_licence asks_club min_age max_age`
    .split(/\s+/)
    .map((name) => [name, ""]),
);
const BLANK_PACKAGE = {
  name_en: "",
  description_en: "",
  features: "",
  features_en: "",
  quota: "",
  ends_at: "",
};

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);
const minuteOf = (moment: number) => new Date(moment).toISOString().slice(0, 16);

/** A package as the form sends it. */
function packageOf(place: number, id: string, amount: number): Record<string, string> {
  const fields = { ...BLANK_PACKAGE, id, name: id, amount: String(amount), description: id };
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [`prices.${place}.${name}`, value]),
  );
}

type EventRow = { id: string; status: string; max: number; taken: number; days: number };

/** Three people in an office, and what they do in a morning. */
export class Staff {
  readonly #product: Product;
  readonly #chance: Chance;
  /** In a short season as much is changed in fewer days. */
  readonly #haste: number;
  /** Who brought a part, and comes with the rest. */
  #owing: string[] = [];
  #receipts = 0;
  #events = 0;
  done = {
    events: 0,
    moved: 0,
    cancelled: 0,
    reopened: 0,
    enlarged: 0,
    cash: 0,
    refunds: 0,
    returns: 0,
  };

  constructor(product: Product, chance: Chance, days: number) {
    this.#product = product;
    this.#chance = chance;
    this.#haste = Math.max(1, SHORT_DAYS / days);
  }

  get #by(): number {
    return this.#chance.below(3);
  }

  /** Announces so many events for some weeks from now. */
  async announce(count: number): Promise<void> {
    for (let n = 0; n < count; n++) await this.announceIn(ANNOUNCED + this.#chance.below(12));
  }

  /** Announces an event for so many days from now. */
  async announceIn(days: number): Promise<void> {
    const chance = this.#chance;
    const now = this.#product.now;
    const at = now + days * DAY;
    const hours = chance.oneOf([9, 14, 18]) ?? 9;
    const begins = Date.parse(`${dayOf(at)}T00:00Z`) + hours * 3_600_000;
    const timed = chance.is(0.85);
    const several = chance.is(0.2);
    const opens = days > 4 && chance.is(0.3) && { registration_opens_at: minuteOf(now + 2 * DAY) };
    const closes = chance.is(0.3) && { registration_closes_at: minuteOf(begins - 5 * HOUR) };
    await this.#product.press("createEvent", {
      by: this.#by,
      form: {
        ...BLANK,
        title: `Coupe ${++this.#events}`,
        description: "Une coupe de la fédération.",
        date: dayOf(at),
        ...(timed && { time: minuteOf(begins).slice(11) }),
        ...(timed && chance.is(0.6) && { end_time: "20:30" }),
        ...(several && { end_date: dayOf(at + DAY) }),
        ...opens,
        ...closes,
        location: "Palais du Peuple, Conakry",
        category: "Tournoi",
        type: "in-person",
        currency: "XOF",
        price: "0",
        status: "upcoming",
        max_participants: String(8 + chance.below(50)),
        ...packageOf(0, "free", 0),
        ...packageOf(1, "paid", 25_000),
      },
    });
    this.done.events += 1;
  }

  /** What one morning asks for: events to change, money to take and to give back. */
  async morning(deskPayers: readonly string[]): Promise<void> {
    await this.#changeEvents();
    await this.#takeCash(deskPayers);
    await this.#giveBack();
    await this.#wake();
    await this.#tidyUp();
  }

  async #changeEvents(): Promise<void> {
    const rows = await this.#rows(
      `select id, status, max_participants as max, current_participants as taken,
         (date - (site_now() at time zone 'UTC')::date) as days
       from events e where starts_at > site_now() + interval '1 day' and status <> 'completed'
         and not exists (select from event_changes c where c.event_id = e.id and c.done_at is null)`,
    );
    for (const event of rows as EventRow[]) await this.#decide(event);
  }

  /** The event at which most people have a place is somewhere else: all of them are to hear of it. */
  async moveTheLargest(): Promise<void> {
    const [event] = await this.#rows(
      `select id from events where status = 'upcoming' and starts_at > site_now() + interval '1 day'
       order by current_participants desc limit 1`,
    );
    if (!event) return;
    const change = { location: `Salle ${this.#chance.below(1_000)}` };
    await this.#product.press("changeEvent", { by: this.#by, id: String(event.id), change });
    this.done.moved += 1;
  }

  /** A day's share of what is done to an event in the month that it is announced. */
  async #decide({ id, status, max, taken, days }: EventRow): Promise<void> {
    const chance = this.#chance;
    const today = (share: number) => chance.is((share * this.#haste) / ANNOUNCED);
    const by = this.#by;
    if (status === "cancelled") {
      if (!chance.is((OFTEN.reopened * this.#haste) / 6) || days < 3) return;
      await this.#product.press("reopenEvent", { by, id });
      this.done.reopened += 1;
    } else if (today(OFTEN.cancelled)) {
      await this.#product.press("cancelEvent", { by, id });
      this.done.cancelled += 1;
    } else if (today(OFTEN.moved)) {
      const later = dayOf(this.#product.now + (days + 1 + chance.below(5)) * DAY);
      const change = chance.is(0.7)
        ? { date: later, end_date: null, end_time: null }
        : { location: "Stade du 28 Septembre" };
      await this.#product.press("changeEvent", { by, id, change });
      this.done.moved += 1;
    } else if (taken >= max && today(OFTEN.enlarged * 4)) {
      await this.#product.press("changeEvent", { by, id, change: { max_participants: max + 5 } });
      this.done.enlarged += 1;
    }
  }

  /** Some bring a part, and the rest on another day. */
  async #takeCash(tokens: readonly string[]): Promise<void> {
    const rest = this.#owing;
    this.#owing = [];
    for (const token of [...rest, ...tokens]) {
      const [order] = await this.#rows(
        `select id, price_amount as price from orders where token = '${token}' and status = 'held'`,
      );
      if (!order) continue;
      const isPart = !rest.includes(token) && this.#chance.is(IN_PARTS);
      const cash = { by: this.#by, order: String(order.id), receipt: `R-${++this.#receipts}` };
      const amount = isPart ? Number(order.price) / 5 : undefined;
      await this.#product.press("takeCash", { ...cash, amount });
      if (isPart && this.#chance.is(0.9)) this.#owing.push(token);
      this.done.cash += 1;
    }
  }

  /** Whoever asks for a refund does not decide it: another of the three does, of a whole event at once. */
  async #giveBack(): Promise<void> {
    for (const { event } of await this.#rows(
      "select event_id as event from event_changes where returns = 'waiting'",
    )) {
      await this.#product.press("approveReturns", { by: this.#by, event: String(event) });
      this.done.returns += 1;
    }
    const open = await this.#rows(
      `select r.id, r.status, l.provider from refunds r join ledger_entries l on l.id = r.charge_id
       where r.status in ('requested', 'approved')`,
    );
    for (const { id, status, provider } of open) {
      const desk = { by: this.#by, id: String(id) };
      if (status === "requested") await this.#product.press("approveRefund", desk);
      else if (provider === "federation") await this.#product.press("recordRefund", desk);
      this.done.refunds += 1;
    }
  }

  /** The provider is called, and answers again for what it kept silent about. */
  async #wake(): Promise<void> {
    await this.#rows(
      `update simulated_payments set silent = false
       where silent and created_at < site_now() - interval '${SILENT_DAYS} days' returning id`,
    );
  }

  /** Now and then a member is suspended, and one that should not be there removed. */
  async #tidyUp(): Promise<void> {
    if (!this.#chance.is(0.3)) return;
    const [active] = await this.#rows(
      "select id from members where status = 'active' order by md5(id::text) limit 1",
    );
    if (active) await this.#product.press("suspend", { by: this.#by, id: String(active.id) });
    const [ended] = await this.#rows(
      "select id from members where status = 'suspended' order by md5(id::text) limit 1",
    );
    if (ended) await this.#product.press("remove", { by: this.#by, id: String(ended.id) });
  }

  #rows(statement: string): Promise<Record<string, unknown>[]> {
    return this.#product.press("sql", statement);
  }
}
