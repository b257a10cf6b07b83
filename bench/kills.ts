import { execFileSync } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { makeBackupKeys } from "../app/backups/keys/backup-keys.server.ts";
import {
  type CopyDatabase,
  openFolderCopy,
  openServerCopy,
} from "../app/core/database/copy/table-copy.server.ts";
import { translator } from "../app/i18n/translate.server.ts";
import { ADMINISTRATOR } from "../tests/support/browser/office.ts";
import { startPostgres } from "../tests/support/database/postgres-server.ts";
import { formsOf } from "../tests/support/forms.ts";
import { freePort, startProduct } from "../tests/support/product/product.ts";
import { StaffClient } from "../tests/support/product/staff-client.ts";
import { KILLS } from "./budgets.ts";
import { CHECKS } from "./season/checks.ts";
import { Chance } from "./season/random.ts";
import { count, type Group, infoRow, none, type Row } from "./table.ts";

type Tell = Parameters<Group>[0];
type Site = { name: string; settings: Record<string, string>; dataDir: string };

const OPTIONS = {
  times: { type: "string", default: String(KILLS.times) },
  seed: { type: "string", default: String(KILLS.seed) },
} as const;
/** How long a site that comes back is left to itself at the end: what was under way comes to its end. */
const SETTLE_MS = 20_000;

/** A site is killed over and over while visitors and staff are at work, and asked for all that it had said. */
export const measure: Group = async (tell) => {
  const { values } = parseArgs({
    args: process.argv.slice(2),
    options: OPTIONS,
    allowPositionals: true,
  });
  const [times, seed] = [Number(values.times), Number(values.seed)];
  if (!(times >= 1)) throw new Error("--times takes a number");
  const postgres = await startPostgres();
  try {
    return [
      ...(await killedRows("Embedded", {}, { times, seed }, tell)),
      ...(await killedRows("Server", { DATABASE_URL: postgres.url }, { times, seed }, tell)),
    ];
  } finally {
    await postgres.remove();
  }
};

async function killedRows(
  name: string,
  own: Record<string, string>,
  { times, seed }: { times: number; seed: number },
  tell: Tell,
): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "killed-"));
  const port = String(await freePort());
  const settings = {
    ...own,
    DATA_DIR: dataDir,
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    TRUST_PROXY: "1",
    PAYMENTS_SIMULATED: "1",
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  };
  try {
    const { recoveryKey } = await makeBackupKeys(dataDir);
    writeFileSync(join(dataDir, "printed-key"), recoveryKey);
    const site = { name, settings, dataDir };
    const said = await killOften(site, times, new Chance(seed), tell);
    return [
      infoRow(
        `${name}: messages, places, payments, articles, files, archives under way`,
        [said.messages, said.places, said.paid, said.articles]
          .map(({ length }) => count(length))
          .concat(count(said.files.size), count(said.backups))
          .join(", "),
      ),
      ...(await foundRows(site, said, tell)),
      none("  newest archives that are not restored", countUnrestored(site, tell)),
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function killOften(
  { name, settings }: Site,
  times: number,
  chance: Chance,
  tell: Tell,
): Promise<Acknowledged> {
  const said = nothingYet();
  let desk: Desk | undefined;
  for (let killed = 0; killed < times; killed++) {
    const product = await startProduct(settings);
    desk ??= { staff: await StaffClient.signIn(product.url), confirmedAt: 0 };
    let isGone = false;
    const working = everybody(product.url, desk, said, () => isGone);
    // One in ten lives long enough for an archive to be written meanwhile.
    const latest = killed % 10 === 5 ? KILLS.longMs : KILLS.latestMs;
    await pause(KILLS.earliestMs + chance.next() * (latest - KILLS.earliestMs));
    isGone = true;
    await product.kill();
    await working;
    if (killed % 10 === 9) tell(`${name}: killed ${killed + 1} times`);
  }
  return said;
}

/** What the site knows once it is left alone, against what it had said. */
async function foundRows(site: Site, said: Acknowledged, tell: Tell): Promise<Row[]> {
  tell(`${site.name}: what was acknowledged is looked for`);
  const product = await startProduct(site.settings);
  const otherFiles = await countOtherFiles(product.url, said.files);
  await pause(SETTLE_MS);
  await product.stop();
  const { DATABASE_URL } = site.settings;
  const database = DATABASE_URL
    ? await openServerCopy(DATABASE_URL)
    : await openFolderCopy(join(site.dataDir, "database"));
  try {
    return [
      ...(await storedRows(database, said)),
      none("  files that are missing or another", otherFiles),
      ...(await wholeRows(database, tell)),
    ];
  } finally {
    await database.close();
  }
}

/** Each list of what was said, with the query that gives as many of it as there are, without the samples. */
const STORED = {
  messages: "select message as key from contact_messages where message like 'Message %'",
  places: "select email as key from event_registrations where email ~ '^[0-9a-f-]{36}@'",
  articles: "select title as key from news where title like 'Article %'",
  paid: `select o.token as key from orders o join ledger_entries l on l.order_id = o.id
    where o.status = 'confirmed' and l.kind = 'charge'`,
} as const;

async function storedRows(database: CopyDatabase, said: Acknowledged): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, query] of Object.entries(STORED)) {
    const keys = (await database.ask<{ key: string }>(query)).map(({ key }) => key);
    const there = new Set(keys);
    const told = said[name as keyof typeof STORED];
    rows.push(none(`  ${name} that are not there`, told.filter((key) => !there.has(key)).length));
    rows.push(none(`  ${name} that are there twice`, keys.length - there.size));
  }
  return rows;
}

async function countOtherFiles(url: string, files: ReadonlyMap<string, string>): Promise<number> {
  let others = 0;
  for (const [address, hash] of files) {
    const answer = await fetch(new URL(address, url));
    const content = Buffer.from(await answer.arrayBuffer());
    if (createHash("sha256").update(content).digest("hex") !== hash) others += 1;
  }
  return others;
}

/** Nothing is half: the rules that hold between tables, each asked of the tables themselves. */
async function wholeRows(database: CopyDatabase, tell: Tell): Promise<Row[]> {
  let broken = 0;
  for (const [what, query] of Object.entries(CHECKS)) {
    const found = await database.ask(query);
    if (found.length > 0) tell(`${what}: ${JSON.stringify(found.slice(0, 3))}`);
    broken += found.length;
  }
  return [none("  rows that contradict others", broken)];
}

/** Once more an archive is written, and the newest one comes back whole into an empty place. */
function countUnrestored({ settings, dataDir }: Site, tell: Tell): number {
  const empty = mkdtempSync(join(tmpdir(), "killed-empty-"));
  const run = (script: string, asked: string[], own: Record<string, string>) =>
    execFileSync(process.execPath, [join(import.meta.dirname, "../scripts", script), ...asked], {
      env: { PATH: process.env.PATH, NODE_ENV: "production", ...own },
      stdio: "pipe",
    });
  try {
    run("backup-run.ts", [], settings);
    const folder = join(dataDir, "backups", "archives");
    const names = readdirSync(folder).filter((name) => name.endsWith(".fge"));
    const newest = names.sort().at(-1) ?? "";
    run("restore-run.ts", [join(folder, newest), join(dataDir, "printed-key")], {
      DATA_DIR: empty,
    });
    return 0;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer };
    tell(`not restored: ${(stderr?.toString() || message).slice(0, 400)}`);
    return 1;
  } finally {
    rmSync(empty, { recursive: true, force: true });
  }
}

/** What the site said that it has: none of it may be missing afterwards, and nothing be there twice. */
type Acknowledged = {
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
type Desk = { staff: StaffClient; confirmedAt: number };

const nothingYet = (): Acknowledged => ({
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
async function everybody(
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
