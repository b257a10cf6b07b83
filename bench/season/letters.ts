import { startMailServer, type TestMailServer } from "../../tests/mail/mail-server.ts";
import type { Fact } from "./facts.ts";

/** Nobody is owed it: it answers whoever sends a form once more. */
const OPTIONAL: readonly Letter[] = ["registration-link"];

/** The link is that of a letter which asks for something. */
export type Arrival = { to: string; letter: Letter; link?: string };

/** `allowed`: it may come, or not. */
type Account = { owed: number; allowed: number; due: number; arrived: number; refused: number };

const newAccount = (): Account => ({ owed: 0, allowed: 0, due: 0, arrived: 0, refused: 0 });

function isUnowed([name, { owed, allowed, arrived, refused }]: [string, Account]): boolean {
  const letter = name.split(" > ")[1] as Letter;
  return arrived + refused > owed + allowed && !OPTIONAL.includes(letter);
}

type Taken = { messageId: string; subject: string; text: string };
const PROOF = /\/tickets\/proof\/\S+\?key=[\w-]+/;

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

  /** Nobody waits for it, nor is surprised. */
  allow({ to, letter }: Debt): void {
    this.#account(to, letter).allowed += 1;
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

  /** How the account of somebody stands, for whoever looks for a cause. */
  stateOf({ to, letter }: Debt): string {
    return Object.entries(this.#account(to, letter))
      .map(([what, times]) => `${what} ${times}`)
      .join(", ");
  }

  /** Whether something came that nobody was owed, by what is known so far. */
  hasUnowed(): boolean {
    return [...this.#accounts].some(isUnowed);
  }

  /** What came that nobody was owed, each told once. */
  takeUnowed(): { to: string; words: string }[] {
    return [...this.#accounts].filter(isUnowed).map(([name, account]) => {
      const { owed, arrived, refused } = account;
      account.allowed = arrived + refused - owed;
      const [to = ""] = name.split(" > ");
      return { to, words: `${name}: ${arrived} came, ${owed} owed` };
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

  #take({ messageId, subject, text }: Taken, to: string): void {
    if (this.#seen.has(messageId)) {
      this.copies += 1;
      return;
    }
    this.#seen.add(messageId);
    const letter = this.#letterOf(subject, to);
    if (!letter) return;
    this.#account(to, letter).arrived += 1;
    this.#arrivals.push({ to, letter, link: PROOF.exec(text)?.[0] });
  }

  #refuse({ messageId, subject }: Taken, to: string): void {
    this.#refused.add(messageId);
    const letter = this.#seen.has(messageId) ? undefined : this.#letterOf(subject, to);
    if (letter) this.#account(to, letter).refused += 1;
  }

  #letterOf(subject: string, to: string): Letter | undefined {
    const letter = letterOf(subject);
    if (!letter) this.wrong.push(`a letter that nobody knows, to ${to}: ${subject}`);
    return letter;
  }

  #account(to: string, letter: Letter): Account {
    const name = `${to} > ${letter}`;
    const account = this.#accounts.get(name) ?? newAccount();
    this.#accounts.set(name, account);
    return account;
  }
}

/** Every letter that somebody may get in a season, by what its subject says. One line each. */
const SUBJECTS = {
  "application-received":
    /^(Votre demande d’adhésion est enregistrée|Your membership application is)/,
  "membership-active": /^(Votre adhésion est active|Your membership is active)/,
  "ends in 30 days": /^(Votre adhésion se termine dans 30|Your membership ends in 30)/,
  "ends in 7 days": /^(Votre adhésion se termine dans 7|Your membership ends in 7)/,
  "ends today": /^(Votre adhésion se termine aujourd’hui|Your membership ends today)/,
  "reminded by hand": /^(Votre adhésion se termine dans|Your membership ends in) \d+/,
  "has ended": /^(Votre adhésion a pris fin|Your membership has ended)/,
  "registration-confirmed": /^(Inscription confirmée|Registration confirmed)/,
  "registration-changed":
    /^(Inscription (modifiée|déplacée)|Registration (changed|corrected|moved))/,
  "registration-readdressed": /^(Changement d’adresse e-mail|Change of e-mail address)/,
  "registration-proof": /^(Confirmez votre inscription|Confirm your registration)/,
  "waiting-list-joined": /^(Liste d’attente|Waiting list)/,
  "place-offered": /^(Une place s’est libérée|A place is available)/,
  "place-released": /^(Place libérée|Place released)/,
  "place-held": /^(Place gardée|Place held)/,
  "event-cancelled": /^(Événement annulé|Event cancelled)/,
  "event-moved": /^(Changement de date ou de lieu|Change of date or venue)/,
  "event-returns": /^«\s.*\s» annulé\s:/,
  "event-reopened": /^(Événement finalement maintenu|Event taking place after all)/,
  "event-reminder": /^(Rappel|Reminder)\s?:/,
  "registration-link": /^(Votre inscription|Your registration)\s?:/,
  "contact-notice": /^(Message du site|Message from the website)/,
  "contact-acknowledgement": /^(Nous avons bien reçu|We have received)/,
  "by-hand-chosen": /^(À payer à la fédération|To be paid at the federation)/,
  "payment-due": /^(Paiement attendu|Payment due)/,
  "part-received": /^(Paiement reçu en partie|Part of your payment received)/,
  "refund-due": /^(Un remboursement vous est dû|A refund is due to you)/,
  "refund-done": /^(Remboursement effectué|Refund made)/,
  "newsletter-welcome": /^(Bienvenue dans la newsletter|Welcome to the newsletter)/,
} as const;
export type Letter = keyof typeof SUBJECTS;

/** Which letter it is, by its subject. */
const letterOf = (subject: string): Letter | undefined =>
  (Object.entries(SUBJECTS) as [Letter, RegExp][]).find(([, words]) => words.test(subject))?.[0];

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
/** Who reads the messages of the site. */
const CONTACT = "contact@fge.example";

/** WHAT IS OWED FOR WHAT HAPPENED. Of a change that several lines describe, the first one counts. */
const OWED: readonly (Rule & { byEvent?: boolean })[] = [
  { of: "registration", to: "confirmed", owes: "registration-confirmed" },
  { of: "registration", from: [null], to: "waiting", owes: "waiting-list-joined" },
  { of: "registration", from: [null], to: "held", owes: "place-held" },
  { of: "registration", from: ["cancelled"], to: "offered", byEvent: true, owes: "event-reopened" },
  { of: "registration", from: ["cancelled"], to: "waiting", byEvent: true, owes: "event-reopened" },
  { of: "registration", from: ["waiting"], to: "offered", owes: "place-offered" },
  { of: "registration", from: ["held", "offered"], to: "expired", owes: "place-released" },
  { of: "registration", from: LIVE, to: "cancelled", byEvent: true, owes: "event-cancelled" },
  { of: "registration", from: LIVE, to: "cancelled", owes: "place-released" },
  { of: "correction", to: "corrected", owes: "registration-changed" },
  { of: "correction", to: "left", owes: "registration-readdressed" },
  { of: "again", to: "confirmed", owes: "registration-confirmed" },
  { of: "again", to: "held", owes: "place-held" },
  { of: "again", to: "offered", owes: "place-offered" },
  { of: "again", to: "waiting", owes: "waiting-list-joined" },
  { of: "again", to: "reminded", owes: "reminded by hand" },
  { of: "order", to: "by hand", owes: "by-hand-chosen" },
  { of: "order", to: "part", owes: "part-received" },
  { of: "order", to: "to be refunded", owes: "refund-due" },
  { of: "order", to: "refunded", owes: "refund-done" },
  { of: "member", from: [null], to: "pending", owes: "application-received" },
  { of: "member", from: ["pending"], to: "active", owes: "membership-active" },
  { of: "message", to: "written", owes: "contact-acknowledgement" },
  { of: "subscription", to: "active", owes: "newsletter-welcome" },
];

export type Debt = { to: string; letter: Letter; at: number };

/** What is owed for a fact. */
export function owedFor(fact: Fact): Debt[] {
  const { of, was, now, email: to } = fact;
  const at = Date.parse(fact.at);
  const owe = (letter: Letter, people: readonly string[] = [to]) =>
    people.map((one) => ({ to: one, letter, at }));
  if (of === "change") {
    return [
      ...(now === "moved" ? owe("event-moved", fact.people ?? []) : []),
      ...(fact.decides ? owe("event-returns", fact.staff ?? []) : []),
    ];
  }
  if (fact.asks) return owe("registration-proof");
  if (fact.proven && now === "waiting") return owe("waiting-list-joined");
  if (was === now || fact.unproven) return [];
  const rule = OWED.find(
    (one) =>
      one.of === of &&
      one.to === now &&
      (!one.from || one.from.includes(was)) &&
      (!one.byEvent || fact.byEvent),
  );
  return [
    ...(rule ? owe(rule.owes) : []),
    ...(of === "message" ? owe("contact-notice", [CONTACT]) : []),
  ];
}
