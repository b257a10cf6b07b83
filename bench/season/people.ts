import { randomUUID } from "node:crypto";
import type { SimulatedAction } from "../../app/payments/providers/simulated/simulated.ts";
import type { Arrival, Letter } from "./letters.ts";
import type { Product } from "./product.ts";
import type { Chance } from "./random.ts";

/** What payers do at the provider: the fault menu, honest people first. */
const AT_THE_PROVIDER: Record<SimulatedAction | "nothing", number> = {
  approve: 70,
  agree: 7,
  agree_declined: 1,
  approve_late: 4,
  approve_twice: 3,
  refuse: 6,
  cancel: 5,
  silence: 1,
  nothing: 3,
};
/** As many come in so many days as there are places; then there is a waiting list. */
const COMING_DAYS = 20;
/** How somebody pays for a membership. */
const WAYS = { online: 62, desk: 25, never: 13 };
/** How many of those whose membership ends take a letter about it as the moment to renew. */
const RENEW: Partial<Record<Letter, number>> = {
  "ends in 30 days": 0.2,
  "ends in 7 days": 0.3,
  "ends today": 0.25,
  "has ended": 0.2,
};
const GIVE_UP: Partial<Record<Letter, number>> = {
  "event-moved": 0.15,
  "registration-confirmed": 0.05,
  "waiting-list-joined": 0.05,
  "place-offered": 0.1,
};
/** Whoever comes from a club, behind the network of which many register, and shows that their address is theirs. */
const FROM_A_CLUB = 0.5;
const PROVES = 0.8;
/** So many would rather pay at the desk, of those who have a place to pay for. */
const AT_THE_DESK = 0.05;
/** Whoever is offered a place and does not answer lets the offer end. */
const ACCEPT: Partial<Record<Letter, number>> = { "place-offered": 0.7, "event-reopened": 0.6 };

export type OpenEvent = { id: string; max: number };
type Deed = () => Promise<void>;

/** Everybody who has to do with the federation, and what they do at a step of the day. */
export class People {
  readonly #product: Product;
  readonly #chance: Chance;
  /** Numbers that nobody has yet. */
  #next: number;
  /** Notices of the provider that are still on their way. */
  #notices: string[] = [];
  /** Who said that they come to the federation to pay. */
  #toTheDesk: string[] = [];
  readonly #subscribers: string[] = [];
  readonly #members: number;
  done = { applied: 0, registered: 0, proved: 0, paid: 0, gaveUp: 0, accepted: 0 };

  constructor(product: Product, chance: Chance, members: number) {
    this.#product = product;
    this.#chance = chance;
    this.#members = members;
    this.#next = members + 1;
  }

  takeDeskPayers(): string[] {
    const tokens = this.#toTheDesk;
    this.#toTheDesk = [];
    return tokens;
  }

  /** What happens by itself at a step: so many come for each open event, and so many to join. */
  visits(events: readonly OpenEvent[], share: number, members: number): Deed[] {
    const deeds: Deed[] = [];
    const some = (mean: number, deed: (chance: Chance) => Promise<void>) => {
      for (let n = this.#chance.times(mean); n > 0; n--) {
        const chance = this.#chance.branch();
        deeds.push(() => deed(chance));
      }
    };
    for (const event of events) {
      some((share * event.max) / COMING_DAYS, (chance) => this.#register(event.id, chance));
    }
    some((share * members) / 4_000, (chance) => this.#join(chance));
    some(share, () => this.#writeAndSubscribe());
    const late = this.#notices;
    this.#notices = [];
    for (const reference of late) {
      deeds.push(async () => void (await this.#product.press("notice", { reference })));
    }
    return deeds;
  }

  /** What a letter makes its reader do, if anything. */
  readonly reactionTo = ({ to, letter, link }: Arrival): Deed | undefined => {
    const chance = this.#chance.branch();
    if (link) return chance.is(PROVES) ? () => this.#prove(link, chance) : undefined;
    if (chance.is(RENEW[letter] ?? 0)) return () => this.#renew(to, chance);
    if (chance.is(GIVE_UP[letter] ?? 0)) return () => this.#giveUp(to);
    if (chance.is(ACCEPT[letter] ?? 0)) return () => this.#accept(to, chance);
    return undefined;
  };

  #who(n: number) {
    const language = n % 3 === 0 ? ("en" as const) : ("fr" as const);
    return { n, language, minor: n > this.#members && n % 8 === 0 };
  }

  /** Whoever renews in the night before the letter leaves has no use for it. */
  async renewTonight(email: string): Promise<void> {
    const token = await this.#begin(Number(/\d+/.exec(email)?.[0]), email);
    if (token) await this.#pay(token, this.#chance.branch(), "approve");
  }

  async #prove(link: string, chance: Chance): Promise<void> {
    const [, receipt = "", key = ""] = /proof\/(.+)\?key=(.+)$/.exec(link) ?? [];
    const order = await this.#product.press("prove", { receipt, key });
    this.done.proved += 1;
    if (order) await this.#pay(order, chance);
  }

  async #join(chance: Chance): Promise<void> {
    const n = this.#next++;
    await this.#apply(n, `m${n}@members.test`, chance);
  }

  async #renew(email: string, chance: Chance): Promise<void> {
    await this.#apply(Number(/\d+/.exec(email)?.[0]), email, chance);
  }

  async #apply(n: number, email: string, chance: Chance): Promise<void> {
    const token = await this.#begin(n, email);
    if (!token) return;
    const way = chance.weighed(WAYS);
    if (way === "desk") await this.#goToTheDesk(token, chance);
    if (way === "online") await this.#pay(token, chance);
  }

  /** Some say so on the site first. */
  async #goToTheDesk(token: string, chance: Chance): Promise<void> {
    if (chance.is(0.5)) await this.#product.press("chooseByHand", { token });
    this.#toTheDesk.push(token);
  }

  /** Applies; gives the token of what there is to pay. */
  async #begin(n: number, email: string): Promise<string | undefined> {
    const page = await this.#product.press("apply", { ...this.#who(n), email });
    if (!page) throw new Error("an application was refused");
    this.done.applied += 1;
    return this.#orderOf(
      `select token from orders where kind = 'membership' and status = 'held' and subject_id =
       (select id from members where application_token = '${page}')`,
    );
  }

  async #register(event: string, chance: Chance): Promise<void> {
    const n = this.#next++;
    const answer = await this.#product.press("register", {
      ...this.#who(n),
      email: `r${n}@players.test`,
      event,
      priceId: chance.is(0.5) ? "paid" : "free",
      club: chance.is(FROM_A_CLUB),
    });
    this.done.registered += 1;
    if (answer.outcome !== "payment") return;
    const { orderToken } = answer;
    if (chance.is(AT_THE_DESK)) {
      await this.#product.press("chooseByHand", { token: orderToken });
      if (chance.is(0.6)) this.#toTheDesk.push(orderToken);
    } else if (chance.is(0.95)) await this.#pay(orderToken, chance);
  }

  /** Pays an order: not always at the first try, and sometimes not at all. */
  async #pay(token: string, chance: Chance, surely?: "approve"): Promise<void> {
    for (let tries = 0; tries < 3; tries++) {
      const key = randomUUID();
      const reference = await this.#product.press("pay", { token, key });
      if (!reference) continue;
      const action = surely ?? chance.weighed(AT_THE_PROVIDER);
      if (action === "nothing") return;
      await this.#product.press("play", { reference, action });
      const news = surely ? "once" : chance.weighed({ once: 70, twice: 10, late: 10, never: 10 });
      if (news === "late") this.#notices.push(reference);
      if (news === "once" || news === "twice") await this.#product.press("notice", { reference });
      if (news === "twice") await this.#product.press("notice", { reference });
      if (action.startsWith("approve")) this.done.paid += 1;
      if ((action !== "refuse" && action !== "cancel") || chance.is(0.4)) return;
    }
  }

  async #ticketOf(email: string) {
    const [row] = await this.#product.press(
      "sql",
      `select ticket_token as token, status from event_registrations where email = '${email}'
       and status in ('held', 'confirmed', 'offered', 'waiting') order by arrival desc limit 1`,
    );
    return row as { token: string; status: string } | undefined;
  }

  async #giveUp(email: string): Promise<void> {
    const ticket = await this.#ticketOf(email);
    if (!ticket) return;
    await this.#product.press("giveUp", { token: ticket.token, email });
    this.done.gaveUp += 1;
  }

  async #accept(email: string, chance: Chance): Promise<void> {
    const ticket = await this.#ticketOf(email);
    if (ticket?.status !== "offered") return;
    const order = await this.#product.press("acceptOffer", { token: ticket.token });
    this.done.accepted += 1;
    if (order) await this.#pay(order, chance);
  }

  async #writeAndSubscribe(): Promise<void> {
    const n = this.#next++;
    const who = { ...this.#who(n), email: `w${n}@readers.test` };
    await this.#product.press("write", who);
    await this.#product.press("subscribe", who);
    this.#subscribers.push(who.email);
    const leaver = this.#subscribers.length > 5 ? this.#subscribers.shift() : undefined;
    if (!leaver) return;
    const [row] = await this.#product.press(
      "sql",
      `select id from newsletter_subscriptions where email = '${leaver}'`,
    );
    if (row) await this.#product.press("unsubscribe", { id: String(row.id) });
  }

  async #orderOf(statement: string): Promise<string | undefined> {
    const [row] = await this.#product.press("sql", statement);
    return row?.token as string | undefined;
  }
}
