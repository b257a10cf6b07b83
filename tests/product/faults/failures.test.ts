import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { photograph } from "../../files/samples.ts";
import { exampleAddress, mappedRoutes } from "../../support/browser/site-map.ts";
import { inSql } from "../../support/database/database-restore.ts";
import { formsOf } from "../../support/forms.ts";
import { CutProduct, readAnswer, registrationOf } from "../../support/product/cut-product.ts";
import { FAILING, FailingProduct, personNumber } from "../../support/product/failing-product.ts";
import { StaffClient } from "../../support/product/staff-client.ts";

// A product on a real server, on which one thing after the other goes wrong: a statement fails, an answer is lost,
// a table is missing, the server is gone. Each of these everywhere, and whatever is slow or dies: in depth.

const ARTICLE = "01930000-0000-7000-8000-000000001001";
const FREE_EVENT = "/events/01930000-0000-7000-8000-000000002006?register=1";
const TYPE = "01930000-0000-7000-8000-000000005001";
/** An event that staff made, or nobody: without the database that cannot be told. */
const UNREAD = "/events/01930000-0000-7000-8000-00000000ffff";
const SOON = { timeout: 15_000, interval: 100 };

let cut: CutProduct;
let staff: StaffClient;
const files = { open: "", closed: "" };

beforeAll(async () => {
  cut = await CutProduct.start(FAILING);
  staff = await StaffClient.signIn(cut.product.url);
  const picture = await photograph(300, 200);
  files.open = (await staff.uploaded(picture, "open.jpg")).url;
  files.closed = (await staff.uploaded(picture, "closed.jpg", {})).url;
}, 120_000);
afterAll(() => cut?.stop());

const get = (address: string) => fetch(cut.product.url + address, { redirect: "manual" });
const statusOf = async (address: string) => (await get(address)).status;
const textOf = async (address: string) => (await get(address)).text();
const post = (address: string, fields: Record<string, string>) =>
  fetch(cut.product.url + address, {
    method: "POST",
    redirect: "manual",
    headers: { origin: cut.product.url },
    body: new URLSearchParams(fields),
  });
const inDatabase = (statement: string) => inSql(cut.server.superuserUrl, statement);

const MESSAGE = {
  name: "Aïssatou Bah",
  email: "aissatou@example.org",
  subject: "Une question",
  message: "Ce message ne doit pas se perdre.",
};

test("each statement of some forms fails, and nothing of it is told: not to the sender, not in the log", async () => {
  const failing = new FailingProduct(cut.product, staff);
  const { cookie } = staff;
  const form = formsOf(await (await staff.get("/admin/news/new")).text(), "/admin/news/new").find(
    (fields) => "title" in fields,
  );
  const tried = [
    await failing.failEach((n) => ({
      path: "/contact",
      fields: { ...MESSAGE, name: "Zenabou Typed", email: personNumber(n).email },
    })),
    await failing.failEach((n) => ({
      path: FREE_EVENT,
      fields: registrationOf(personNumber(n), "en-ligne"),
    })),
    await failing.failEach(() => ({
      path: "/admin/news/new",
      cookie,
      fields: { ...form, title: "Typed", content: "Typed, assez long" },
      takenBack: true,
    })),
    await failing.failEach(() => ({ path: "/admin/members", cookie })),
  ];
  for (const statements of tried) expect(statements).toBeGreaterThan(2);
  expect(cut.product.output()).toMatch(/"DrizzleQueryError (insert|update) [a-z_]+ </);
  await failing.expectSafe();
}, 60_000);

test("a form whose last answers are lost was sent once, however often it is sent again", async () => {
  await cut.cutEach(async () => {
    const { ask, who } = cut.newPerson();
    return {
      typed: who.email,
      send: () => ask(FREE_EVENT, registrationOf(who, "en-ligne")),
      async check({ status }) {
        expect(status).toBe(302);
        expect(await cut.count("event_registrations where email = $1", who.email)).toBe(1);
      },
    };
  }, 2);
  let articles = 0;
  await cut.cutEach(async () => {
    const title = `Un article coupé ${++articles}`;
    const page = await (await staff.get("/admin/news/new")).text();
    const fields = formsOf(page, "/admin/news/new").find((one) => "title" in one) ?? {};
    // Which it only sends for what is published at a moment.
    const { public_from: _from, public_until: _until, ...form } = fields;
    return {
      typed: title,
      send: async () => readAnswer(await staff.post("/admin/news/new", { ...form, title })),
      async check({ status }) {
        expect([302, 409]).toContain(status);
        expect(await cut.count("news where title = $1", title)).toBe(1);
      },
    };
  }, 2);
}, 60_000);

test("a private picture is private, and a public one public, in every version of it", async () => {
  const versionsOf = (url: string) => [url, url.replace(".jpg", "-320.webp")];
  for (const url of versionsOf(files.open)) {
    await expect.poll(() => statusOf(url), SOON).toBe(200);
    expect((await get(url)).headers.get("cache-control")).toMatch(/^public/);
  }
  for (const url of versionsOf(files.closed)) expect(await statusOf(url), url).toBe(404);
});

test("a change made in SQL is visible at once; unrelated pages stay as they were", async () => {
  const tagOf = async (address: string) => (await get(address)).headers.get("etag")?.slice(0, 17);
  const about = await tagOf("/about");
  await get(`/news/${ARTICLE}`);
  await inDatabase(`update news set title = 'Titre changé en SQL' where id = '${ARTICLE}'`);
  await expect.poll(() => textOf(`/news/${ARTICLE}`), SOON).toContain("Titre changé");
  expect(await textOf("/")).toContain("Titre changé");
  expect(await tagOf("/about")).toBe(about);
  await inDatabase(`update news set published = false where id = '${ARTICLE}'`);
  await expect.poll(() => statusOf(`/news/${ARTICLE}`), SOON).toBe(404);
  await inDatabase(`update news set published = true where id = '${ARTICLE}'`);
  await expect.poll(() => statusOf(`/news/${ARTICLE}`), SOON).toBe(200);
});

test("a database that becomes wrong: no page of the samples, no write, and it is said why", async () => {
  await inDatabase("alter table bin rename to gone");
  // The statement that misses it tells.
  expect((await staff.get("/admin/bin")).status).toBe(503);
  await expect.poll(() => statusOf("/readyz"), SOON).toBe(503);
  const ready = (await (await get("/readyz")).json()) as Record<string, string>;
  expect(ready).toMatchObject({ database: "failed", storage: "ok" });
  expect(ready.why).toContain("table bin");
  for (const address of ["/en/events", "/partners", "/feed.xml", "/sitemap.xml", "/tickets/x"]) {
    const answer = await get(address);
    expect(answer.status, address).toBe(503);
    // Nothing of the samples, whose numbers begin like this, and no word of what is wrong.
    expect(await answer.text(), address).not.toMatch(/01930000-|table bin|wrong database/);
  }
  expect((await staff.get("/admin/members")).status).toBe(503);
  const diagnostic = await staff.get("/admin/diagnostic");
  expect([diagnostic.status, await diagnostic.text()]).toEqual([
    200,
    expect.stringMatching(/La base n’est pas celle qu’il faut\u202f?.*table bin/),
  ]);
  const signIn = await post("/admin/login", { email: MESSAGE.email, password: "secret-typed" });
  expect([signIn.status, await signIn.text()]).toEqual([
    503,
    expect.stringMatching(/Problème du serveur.*La base de données n’est pas à jour/s),
  ]);
  const sent = await post("/contact", MESSAGE);
  expect(sent.status).toBe(503);
  expect(await sent.text()).toContain(MESSAGE.message);
  await inDatabase("alter table gone rename to bin");
  await expect.poll(() => statusOf("/en/events"), SOON).toBe(200);
  const written = await inDatabase(
    `select count(*)::int as n from contact_messages where email = '${MESSAGE.email}'`,
  );
  expect(written).toEqual([{ n: 0 }]);
  // The write that failed is remembered for a while.
  await expect.poll(() => statusOf("/readyz"), { ...SOON, timeout: 30_000 }).toBe(200);
}, 90_000);

test("with the database stopped, every page that was read before answers as before", async () => {
  // But for nobody's addresses, and those that are never kept.
  const NEVER =
    /n-existe-pas|^(\/en)?\/(?:join|me\/\w+)\/|\/[xX](\/|$)|\/download$|^\/admin|\/notices\/|security\.txt$|^\/(metrics|reports)$/;
  const addresses = (await mappedRoutes())
    .map(({ pattern }) => exampleAddress(pattern))
    .filter((address) => !NEVER.test(address));
  for (const address of addresses) expect(await statusOf(address), address).toBeLessThan(400);
  // It has an article of its own: nothing is invented any more.
  await inDatabase("select pg_notify('job_due', 'site.content')");
  await expect
    .poll(() => existsSync(join(cut.product.dataDir, "last-known.json")), SOON)
    .toBe(true);
  await cut.server.stop();
  for (const address of addresses) expect(await statusOf(address), address).toBeLessThan(400);
  expect(await textOf(`/news/${ARTICLE}`)).toContain("Titre changé en SQL");
  // Never read before.
  const unread = await get("/events?category=Tournoi");
  expect(unread.status).toBe(503);
  expect(await unread.text()).toMatch(/Pour joindre la fédération.*href="tel:\+/s);
  expect(await statusOf("/healthz")).toBe(200);
  expect(await statusOf("/readyz")).toBe(503);
}, 60_000);

test("forms then say so kindly, and give back what was typed", async () => {
  const who = {
    firstName: "Aïssatou",
    lastName: "Bah",
    email: "aissatou@example.org",
    phone: "622 12 34 56",
    birthDate: "2001-02-03",
    acceptTerms: "on",
  };
  const forms: [string, Record<string, string>, string][] = [
    ["/contact", MESSAGE, "momentanément indisponible"],
    [
      `/membership?type=${TYPE}`,
      {
        ...who,
        type: TYPE,
        address: "Quartier Taouyah, Ratoma",
        city: "Conakry",
        experience: "professional",
        games: "Tekken",
        motivation: "Tout ce que j’ai écrit ici avec soin ne doit pas se perdre.",
      },
      "Erreur de connexion à la base de données",
    ],
    [
      `${UNREAD}?register=1`,
      {
        ...who,
        priceId: "formule-choisie",
        gamertag: "aissa224",
        platform: "mobile",
        acceptRules: "on",
      },
      "",
    ],
  ];
  for (const [address, fields, words] of forms) {
    const answer = await post(address, fields);
    expect(answer.status, address).toBe(503);
    const page = await answer.text();
    for (const typed of Object.values(fields).filter((one) => /\W|\d/.test(one)))
      expect(page, address).toContain(typed);
    expect(page, address).toContain(words);
  }
});

test("the office, one person's pages and files, and an event that was never read are unknown for now", async () => {
  for (const address of ["/admin/members", "/admin/registrations", "/admin/drafts?of=news%20new"])
    expect((await staff.get(address)).status, address).toBe(503);
  const diagnostic = await staff.get("/admin/diagnostic");
  const words = await diagnostic.text();
  expect(diagnostic.status).toBe(200);
  for (const said of ["La base de données ne répond pas", "il faut pour cela la base de données"])
    expect(words).toContain(said);
  expect(words).not.toMatch(/AppError|unavailable/);
  expect(await statusOf("/admin/diagnostic")).toBe(302);
  const stranger = await fetch(`${cut.product.url}/admin/diagnostic`, {
    headers: { cookie: staff.cookie.replace(/session_token=.{8}/, "session_token=tampered") },
    redirect: "manual",
  });
  expect(stranger.status).not.toBe(200);
  const out = await fetch(`${cut.product.url}/admin/logout`, {
    method: "POST",
    headers: { origin: cut.product.url, cookie: staff.cookie, accept: "application/json" },
  });
  expect([out.status, out.headers.getSetCookie()]).toEqual([503, []]);
  const token = "x".repeat(32);
  const pages = [
    [`/tickets/${token}`, "votre lien reste valable"],
    [`/en/payments/${token}`, "your link stays valid"],
    [`/membership/application/${token}`, "votre lien reste valable"],
  ] as const;
  for (const [page, words] of pages) {
    const answer = await get(page);
    const text = await answer.text();
    expect([answer.status, text], page).toEqual([503, expect.stringContaining(words)]);
    expect(text.split("</main>")[0], page).toMatch(/<main.*href="tel:.*href="mailto:/s);
  }
  // What is no page leads to the one that says so.
  for (const file of ["calendar.ics", "ticket.pdf"])
    expect((await get(`/tickets/${token}/${file}`)).headers.get("location")).toBe(
      `/tickets/${token}`,
    );
  const unread = await get(UNREAD);
  expect([unread.status, await unread.text()]).toEqual([
    503,
    expect.stringContaining("momentanément indisponible"),
  ]);
  expect(await statusOf(files.open)).toBe(200);
  const closed = await get(files.closed);
  expect([closed.status, closed.headers.get("cache-control")]).toEqual([503, "no-store"]);
  expect(Number(closed.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("when the database is back, everything recovers by itself", async () => {
  await cut.server.restart();
  await expect.poll(() => statusOf("/readyz"), { ...SOON, timeout: 30_000 }).toBe(200);
  await inDatabase(`update news set title = 'Titre d’après' where id = '${ARTICLE}'`);
  await expect.poll(() => textOf(`/news/${ARTICLE}`), SOON).toContain("d’après");
  expect(await statusOf(UNREAD)).toBe(404);
  expect(await statusOf(files.closed)).toBe(404);
}, 60_000);
