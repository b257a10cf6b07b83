import { startMailServer, type TestMailServer } from "../../tests/mail/mail-server.ts";
import { type Debt, type Letter, letterOf } from "./owed.ts";

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
