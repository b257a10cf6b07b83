import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { translator } from "../app/i18n/translate.server.ts";
import { formsOf } from "../tests/support/forms.ts";
import type { StaffClient } from "../tests/support/product/staff-client.ts";

/** What the site said that it has: none of it may be missing afterwards, and nothing be there twice. */
export type Acknowledged = {
  messages: string[];
  /** Addresses of who was told that a place is held. */
  places: string[];
  /** Tokens of orders whose page said that they are paid. */
  paid: string[];
  /** Titles of articles. */
  articles: string[];
  /** Uploads by their address, each with the hash of what was sent. */
  files: Map<string, string>;
  /** How often an archive was asked for, or was being written. */
  backups: number;
};

/** The administrator, with the session of one sign-in: a process that is killed takes none with it. */
export type Desk = { staff: StaffClient; confirmedAt: number };

export const nothingYet = (): Acknowledged => ({
  messages: [],
  places: [],
  paid: [],
  articles: [],
  files: new Map(),
  backups: 0,
});

/** Sample events: one whose places are to be paid. */
const EVENT = "/events/01930000-0000-7000-8000-000000002001";
const PERSON = {
  firstName: "Aïssatou",
  lastName: "Bah",
  phone: "622 12 34 56",
  birthDate: "2001-02-03",
  gamertag: "aissa224",
  platform: "ps5",
  acceptRules: "on",
  acceptTerms: "on",
};
const ARTICLE = { excerpt: "Hier.", content: "Elle fut belle.", category: "Compétition" };
const MEMBER = {
  firstName: "Aïssatou",
  lastName: "Bah",
  phone: "622 12 34 56",
  birthDate: "2000-01-01",
  address: "Quartier Dixinn, Conakry",
  city: "Conakry",
  experience: "beginner",
  games: "Football",
  motivation: "Je veux jouer avec les meilleurs du pays et progresser chaque semaine.",
  acceptTerms: "on",
};
/** What the page of a payment says once the money is there. */
const PAID = translator("fr")("payment.paid");
const PAYMENT_PAGE = /\/payments\/[\w-]{30,}/;

/** A visitor of a network of their own: people behind one address wait for each other. */
class Visitor {
  readonly #url: string;
  readonly #from = [...randomBytes(3)].join(".");

  constructor(url: string) {
    this.#url = url;
  }

  async get(address: string): Promise<string> {
    const answer = await fetch(this.#url + address, { headers: this.#headers() });
    return answer.text();
  }

  post(address: string, fields: Record<string, string>): Promise<Response> {
    return fetch(this.#url + address, {
      method: "POST",
      redirect: "manual",
      headers: { ...this.#headers(), origin: this.#url },
      body: new URLSearchParams(fields),
    });
  }

  #headers = () => ({ "x-forwarded-for": `41.${this.#from}` });
}

const emailOf = () => `${randomUUID()}@example.org`;

async function write(url: string, said: Acknowledged): Promise<void> {
  const message = `Message ${randomUUID()} pendant une panne`;
  const fields = { name: "Aïssatou Bah", email: emailOf(), subject: "Une panne", message };
  const answer = await new Visitor(url).post("/contact", fields);
  if (answer.status === 302) said.messages.push(message);
}

async function register(url: string, said: Acknowledged): Promise<void> {
  const email = emailOf();
  const fields = { ...PERSON, email, priceId: "standard" };
  const answer = await new Visitor(url).post(`${EVENT}?register=1`, fields);
  if (answer.status === 302) said.places.push(email);
}

/** Applies for a membership and pays it at the simulated provider. */
async function pay(url: string, said: Acknowledged): Promise<void> {
  const visitor = new Visitor(url);
  const types = await visitor.get("/membership");
  const type = /15[\s\u202f\u00a0]000[\s\S]*?type=([0-9a-f-]{36})/.exec(types)?.[1] ?? "";
  const applied = await visitor.post(`/membership?type=${type}`, {
    ...MEMBER,
    type,
    email: emailOf(),
  });
  const page = new URL(applied.headers.get("location") ?? "/", url).pathname;
  const address = PAYMENT_PAGE.exec(await visitor.get(page))?.[0];
  if (!address) return;
  const form = formsOf(await visitor.get(address), address).find(({ intent }) => intent === "pay");
  if (!form) return;
  const begun = await visitor.post(address, form);
  const provider = new URL(begun.headers.get("location") ?? "/", url).pathname;
  if (!provider.startsWith("/payments/simulated/")) return;
  await visitor.post(provider, { action: "approve", notices: "1" });
  if ((await visitor.get(address)).includes(PAID)) said.paid.push(address.split("/").at(-1) ?? "");
}

async function publish(staff: StaffClient, said: Acknowledged): Promise<void> {
  const title = `Article ${randomUUID()}`;
  const answer = await staff.post("/admin/news/new", { ...ARTICLE, title, published: "published" });
  if (answer.status === 302) said.articles.push(title);
}

async function upload(staff: StaffClient, said: Acknowledged): Promise<void> {
  const content = randomBytes(200_000).toString("base64");
  const { url } = await staff.uploaded(content, `${randomUUID()}.txt`);
  said.files.set(url, createHash("sha256").update(content).digest("hex"));
}

/** Who they are counts for ten minutes, also for the process that comes after. */
const CONFIRMED_MS = 5 * 60_000;

async function backUp(desk: Desk, said: Acknowledged): Promise<void> {
  const { staff } = desk;
  if (Date.now() - desk.confirmedAt > CONFIRMED_MS) {
    await staff.confirm();
    desk.confirmedAt = Date.now();
  }
  const answer = await staff.post("/admin/backups", { intent: "back-up-now" });
  // One is under way already where the night's is late, as on a site that was never up for long.
  if (answer.status < 400 || answer.status === 409) said.backups += 1;
  await pause(5_000);
}

/** Everybody does what they do over and over, until the site is gone. Resolves once all have noticed. */
export async function everybody(
  url: string,
  desk: Desk,
  said: Acknowledged,
  isGone: () => boolean,
): Promise<void> {
  const { staff } = desk;
  const all: (() => Promise<void>)[] = [
    () => write(url, said),
    () => register(url, said),
    () => pay(url, said),
    () => publish(staff, said),
    () => upload(staff, said),
    () => backUp(desk, said),
  ];
  const overAndOver = async (work: () => Promise<void>) => {
    while (!isGone()) {
      // What is cut off was not acknowledged; what is refused is an answer.
      await work().catch(() => pause(20));
    }
  };
  await Promise.all(all.map(overAndOver));
}
