import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openFolder } from "../../app/core/database/embedded/pglite.server.ts";
import { encodeFields, joinCode } from "../../app/licences/licence-code.ts";
import { formatLicence } from "../../app/membership/members/licence-number.ts";
import { startMailServer, type TestMailServer } from "../mail/mail-server.ts";
import { newDataFolder, type Product, startProduct } from "../support/product/product.ts";
import { newNetwork } from "../support/product/shared-site.ts";

// Whoever tries out addresses or numbers, and measures how long each answer takes, learns nothing.

const TRIES = 250;
/** The first answers of a process take longer, whatever was asked. */
const WARM = 20;
const MOST_MS = 2;

let mails: TestMailServer;
let product: Product;
const dataDir = newDataFolder();
const CLUB = "lions@example.org";
const known = (n: number) => `known-${n}@example.org`;

beforeAll(async () => {
  const database = await openFolder(join(dataDir, "database"));
  await database.exec(`insert into members (id, first_name, last_name, email, birth_date, member_type, status,
      membership_start, membership_end)
    select gen_random_uuid(), 'Hawa', 'Soumah ' || n, 'known-' || n || '@example.org', '2001-02-03', 'player',
      'active', current_date - 10, current_date + 100 from generate_series(0, ${TRIES + WARM}) n`);
  await database.exec(`insert into members (id, organisation, first_name, last_name, email, member_type, status)
    values (gen_random_uuid(), 'Lions', 'Fanta', 'Sow', '${CLUB}', 'club', 'active')`);
  await database.close();
  mails = await startMailServer();
  product = await startProduct({ DATA_DIR: dataDir, TRUST_PROXY: "1", SMTP_URL: mails.url });
  // The keys of cards are made with the first list.
  expect((await fetch(`${product.url}/V/list`)).status).toBe(200);
});
afterAll(async () => {
  await product?.stop();
  await mails?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const send = (address: string, fields: Record<string, string>, cookie = "") =>
  fetch(product.url + address, {
    method: "POST",
    redirect: "manual",
    headers: { origin: product.url, cookie, ...newNetwork() },
    body: new URLSearchParams(fields),
  });

/** A card that looks like ours, and which nobody signed. */
const forged = (serial: number) => {
  const fields = encodeFields({
    key: 1,
    serial,
    from: "2026-01-01",
    until: "2036-01-01",
    kind: "player",
    birthYear: 2001,
    club: 0,
    issue: 1,
    name: `Hawa Soumah ${serial}`,
  });
  return joinCode(fields, randomBytes(64));
};
const check = (serial: number) =>
  fetch(`${product.url}/V/${forged(serial)}`, { headers: newNetwork() });

type Ask = (n: number) => Promise<Response>;

/** How much longer one of them takes, at the median: in pairs, since a machine is slower at one time than at another. */
async function compare(asks: Readonly<Record<"known" | "unknown", Ask>>, status: number) {
  const timed = async (ask: Ask, n: number) => {
    const began = performance.now();
    const answer = await ask(n);
    await answer.arrayBuffer();
    expect(answer.status).toBe(status);
    return performance.now() - began;
  };
  const differences: number[] = [];
  for (let n = 0; n < TRIES + WARM; n++) {
    const first = n % 2 ? "known" : "unknown";
    const second = n % 2 ? "unknown" : "known";
    const times = { [first]: await timed(asks[first], n), [second]: await timed(asks[second], n) };
    if (n >= WARM) differences.push((times.known ?? 0) - (times.unknown ?? 0));
  }
  return Math.abs(differences.toSorted((a, b) => a - b)[TRIES / 2] ?? Number.NaN);
}

test("the time of an answer does not say whether an address is known", async () => {
  const address = (n: number) => `unknown-${n}@example.org`;
  const signIn = (email: string) => send("/me", { intent: "send", email });
  expect(
    await compare({ known: (n) => signIn(known(n)), unknown: (n) => signIn(address(n)) }, 303),
  ).toBeLessThan(MOST_MS);
  const ownData = (email: string) => send("/privacy/data", { email });
  expect(
    await compare({ known: (n) => ownData(known(n)), unknown: (n) => ownData(address(n)) }, 302),
  ).toBeLessThan(MOST_MS);
});

test("the time of an answer does not say whether a number was given", async () => {
  const asks = { known: (n: number) => check(n + 1), unknown: (n: number) => check(1e6 + n) };
  expect(await compare(asks, 200)).toBeLessThan(MOST_MS);
});

test("nor does that of the register, of a number that nobody lists there", async () => {
  const lookUp = (serial: number) => send("/licences", { number: formatLicence(serial) });
  const asks = { known: (n: number) => lookUp(n + 1), unknown: (n: number) => lookUp(1e6 + n) };
  expect(await compare(asks, 200)).toBeLessThan(MOST_MS);
});

test("nor does that of a club's list, of an address that somebody has", async () => {
  const cookiesOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
  const asked = cookiesOf(await send("/me", { intent: "send", email: CLUB }));
  await vi.waitUntil(() => mails.delivered.some(({ to }) => to.includes(CLUB)), 20_000);
  const { mail } = mails.delivered.find(({ to }) => to.includes(CLUB)) ?? {};
  const code = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "";
  const session = cookiesOf(await send("/me", { intent: "code", code }, asked));
  const check = (list: string) => send("/me/club/1/list", { intent: "check", list }, session);
  const answer = await check(known(1));
  expect(await answer.text()).toContain("club/1");
  const asks = {
    known: (n: number) => check(known(n)),
    unknown: (n: number) => check(`new-${known(n)}`),
  };
  expect(await compare(asks, 200)).toBeLessThan(MOST_MS);
});
