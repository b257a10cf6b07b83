import { startMailServer, type TestMailServer } from "../../tests/mail/mail-server.ts";
import type { Fact } from "./facts.ts";

/** Every letter that somebody may get in a season, by what its subject says. One line each. */
const SUBJECTS = {
  "application-received":
    /^(Votre demande d’adhésion est enregistrée|Your membership application is)/,
  "membership-active": /^(Votre adhésion est active|Your membership is active)/,
  "ends in 30 days": /^(Votre adhésion se termine dans 30|Your membership ends in 30)/,
  "ends in 7 days": /^(Votre adhésion se termine dans 7|Your membership ends in 7)/,
  "ends today": /^(Votre adhésion se termine aujourd’hui|Your membership ends today)/,
  "has ended": /^(Votre adhésion a pris fin|Your membership has ended)/,
  "registration-confirmed": /^(Inscription confirmée|Registration confirmed)/,
  "waiting-list-joined": /^(Liste d’attente|Waiting list)/,
  "place-offered": /^(Une place s’est libérée|A place is free)/,
  "place-released": /^(Place rendue|Place released)/,
  "event-cancelled": /^(Événement annulé|Event cancelled)/,
  "event-moved": /^(Changement de date ou de lieu|Change of date or place)/,
  "event-returns": /^«\s.*\s» annulé\s:/,
  "event-reopened": /^(Finalement maintenu|Taking place after all)/,
  "registration-link": /^(Votre inscription|Your registration)\s?:/,
  "contact-notice": /^(Message du site|Message from the website)/,
  "contact-acknowledgement": /^(Nous avons bien reçu|We have received)/,
  "place-held": /^(Place gardée|Place held)/,
  "event-reminder": /^(Rappel|Reminder)\s?:/,
  "payment-due": /^(Paiement attendu|Payment due)/,
  "part-received": /^(Reçu en partie|Received in part)/,
  "newsletter-welcome": /^(Bienvenue dans la newsletter|Welcome to the newsletter)/,
} as const;
export type Letter = keyof typeof SUBJECTS;

/** The letters of reminders, by the days that a membership has left. */
export const REMINDERS: Record<number, Letter> = {
  30: "ends in 30 days",
  7: "ends in 7 days",
  0: "ends today",
  [-30]: "has ended",
};

/** Whether a letter says that a membership ends. */
export const isReminder = (letter: Letter): boolean => Object.values(REMINDERS).includes(letter);

type Rule = { of: Fact["of"]; from?: readonly (string | null)[]; to: string; owes: Letter };
const LIVE = ["held", "confirmed", "offered", "waiting"];

/** WHAT IS OWED FOR WHAT HAPPENED. Of a change that several lines describe, the first one counts. */
const OWED: readonly (Rule & { byEvent?: boolean })[] = [
  { of: "registration", to: "confirmed", owes: "registration-confirmed" },
  { of: "registration", from: [null], to: "waiting", owes: "waiting-list-joined" },
  { of: "registration", from: ["cancelled"], to: "offered", byEvent: true, owes: "event-reopened" },
  { of: "registration", from: ["cancelled"], to: "waiting", byEvent: true, owes: "event-reopened" },
  { of: "registration", from: ["waiting"], to: "offered", owes: "place-offered" },
  { of: "registration", from: ["held", "offered"], to: "expired", owes: "place-released" },
  { of: "registration", from: LIVE, to: "cancelled", byEvent: true, owes: "event-cancelled" },
  { of: "registration", from: LIVE, to: "cancelled", owes: "place-released" },
  { of: "member", from: [null], to: "pending", owes: "application-received" },
  { of: "member", from: ["pending"], to: "active", owes: "membership-active" },
  { of: "message", to: "written", owes: "contact-acknowledgement" },
  { of: "subscription", to: "active", owes: "newsletter-welcome" },
];

/** Nobody is owed these; whoever gets one had it coming. */
const OPTIONAL: readonly Letter[] = [
  ...(["registration-link", "contact-notice"] as const),
  // Owed by the hour, and only as long as they are true: their own tests count them.
  ...(["event-reminder", "payment-due", "part-received", "place-held"] as const),
];

export type Debt = { to: string; letter: Letter; at: number };

/** What is owed for a fact. */
export function owedFor(fact: Fact): Debt[] {
  const at = Date.parse(fact.at);
  if (fact.of === "change") {
    const owe = (people: readonly string[] = [], letter: Letter) =>
      people.map((to) => ({ to, letter, at }));
    return [
      ...(fact.now === "moved" ? owe(fact.people, "event-moved") : []),
      ...(fact.decides ? owe(fact.staff, "event-returns") : []),
    ];
  }
  if (fact.was === fact.now || fact.unproven) return [];
  const rule = OWED.find(
    ({ of, from, to, byEvent }) =>
      of === fact.of &&
      to === fact.now &&
      (!from || from.includes(fact.was)) &&
      (!byEvent || fact.byEvent),
  );
  return rule ? [{ to: fact.email, letter: rule.owes, at }] : [];
}

export type Arrival = { to: string; letter: Letter };

type Account = { owed: number; due: number; arrived: number; refused: number };

/** How often the line is bad: refused for now, for good, and cut after the message was taken. */
type Weather = { later: number; never: number; cut: number };
const USUAL: Weather = { later: 0.02, never: 0.003, cut: 0.01 };

/** The mail server of the season, and who has had what. Each letter counts once, by its Message-ID. */
export class Letters {
  readonly #server: TestMailServer;
  readonly #accounts = new Map<string, Account>();
  readonly #seen = new Set<string>();
  readonly #refused = new Set<string>();
  /** Letters that came since somebody looked. */
  #arrivals: Arrival[] = [];
  readonly wrong: string[] = [];
  weather = USUAL;
  /** Copies of a letter that came before: the process died between the server's 'yes' and its note. */
  copies = 0;

  private constructor(server: TestMailServer) {
    this.#server = server;
    server.onMessage = (mail, to) => {
      const verdict = this.#judge(mail.messageId);
      if (!verdict || verdict === "cut") this.#take(mail, to);
      else if (verdict.code >= 500) this.#refuse(mail, to);
      // What was counted need not be kept.
      server.delivered.length = 0;
      return verdict;
    };
  }

  static async start(): Promise<Letters> {
    return new Letters(await startMailServer());
  }

  get url(): string {
    return this.#server.url;
  }

  get count(): number {
    return this.#seen.size;
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  owe({ to, letter }: Debt): void {
    this.#account(to, letter).owed += 1;
  }

  /** Its time is over: whether as many came as were due by now. */
  isLate({ to, letter }: Debt): boolean {
    const account = this.#account(to, letter);
    account.due += 1;
    return account.arrived + account.refused < account.due;
  }

  /** What it was owed for is no more, before it left: now it is wrong when it comes. */
  cancel({ to, letter }: Debt): void {
    this.#account(to, letter).owed -= 1;
  }

  /** Nobody waits for it any more. */
  forgive({ to, letter }: Debt): void {
    const account = this.#account(to, letter);
    account.owed -= 1;
    account.due -= 1;
  }

  /** What came that nobody was owed. */
  unowed(): string[] {
    return [...this.#accounts].flatMap(([name, { owed, arrived, refused }]) => {
      const letter = name.split(" > ")[1] as Letter;
      const isTooMany = arrived + refused > owed && !OPTIONAL.includes(letter);
      return isTooMany ? [`${name}: ${arrived} came, ${owed} owed`] : [];
    });
  }

  takeArrivals(): Arrival[] {
    const arrivals = this.#arrivals;
    this.#arrivals = [];
    return arrivals;
  }

  #judge(id: string) {
    const chance = Math.random();
    const { later, never, cut } = this.weather;
    if (this.#refused.has(id)) this.wrong.push(`${id} was refused for good and came again`);
    if (chance < later) return { code: 451, text: "4.3.2 not now" };
    if (chance < later + never) return { code: 554, text: "5.6.0 no" };
    return chance < later + never + cut ? ("cut" as const) : undefined;
  }

  #take({ messageId, subject }: { messageId: string; subject: string }, to: string): void {
    if (this.#seen.has(messageId)) {
      this.copies += 1;
      return;
    }
    this.#seen.add(messageId);
    const letter = this.#letterOf(subject, to);
    if (!letter) return;
    this.#account(to, letter).arrived += 1;
    this.#arrivals.push({ to, letter });
  }

  #refuse({ messageId, subject }: { messageId: string; subject: string }, to: string): void {
    this.#refused.add(messageId);
    const letter = this.#seen.has(messageId) ? undefined : this.#letterOf(subject, to);
    if (letter) this.#account(to, letter).refused += 1;
  }

  #letterOf(subject: string, to: string): Letter | undefined {
    const letters = Object.entries(SUBJECTS) as [Letter, RegExp][];
    const letter = letters.find(([, words]) => words.test(subject))?.[0];
    if (!letter) this.wrong.push(`a letter that nobody knows, to ${to}: ${subject}`);
    return letter;
  }

  #account(to: string, letter: Letter): Account {
    const name = `${to} > ${letter}`;
    const account = this.#accounts.get(name) ?? { owed: 0, due: 0, arrived: 0, refused: 0 };
    this.#accounts.set(name, account);
    return account;
  }
}
