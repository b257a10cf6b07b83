import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { officeRoleOf, UNIONS } from "../../app/core/database/doors/database-roles.server.ts";
import { covers } from "../../app/core/values/permissions.ts";
import { OFFICE_ROLES, type OfficeRole } from "../../app/core/values/roles.ts";
import { ADMINISTRATOR } from "../support/browser/office.ts";
import { exampleAddress, mappedRoutes } from "../support/browser/site-map.ts";
import { isDeep } from "../support/fuzz/repetitions.ts";
import { intentsOf } from "../support/intents.ts";
import { OPEN, PERMITTED_ADDRESSES, type Permitted } from "../support/permitted.ts";
import {
  type Account,
  emailOf,
  faultsOf,
  type OpenSite,
  openSharedSite,
  outputOf,
} from "../support/product/shared-site.ts";

// Every address and change of the back office × {nobody, who lost their role, who was kept out, each role, an
// administrator}, as a document, as data and written to, about records that are there. The list is the site map's
// own; who may what stands in app/core/values/permissions.ts, and its exceptions in tests/rules/permissions.test.ts.

const routes = (await mappedRoutes()).filter(({ pattern }) => pattern.startsWith("/admin"));
const files = new Map(routes.map(({ pattern, file }) => [pattern, file]));
const names = new Map(routes.map(({ pattern, id }) => [pattern, id]));
const closed = routes.map(({ pattern }) => pattern).filter((pattern) => !OPEN.test(pattern));

let site: OpenSite;
beforeAll(async () => {
  site = await openSharedSite();
});
afterAll(() => site?.close());

type Request = { cookie?: string; fields?: Fields | undefined };
async function ask(address: string, { cookie = "", fields }: Request) {
  const answer = await site.get(address, {
    headers: { cookie, origin: site.url, "sec-fetch-site": "same-origin" },
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
  });
  const to = answer.headers.get("location") ?? "";
  return { status: answer.status, text: await answer.text(), to };
}
type Fields = Record<string, string>;

/** Each way in which a route is asked: as a document, as data, and both written to. */
const waysOf = (pattern: string) => {
  const address = exampleAddress(pattern);
  return [address, `${address}.data`].flatMap((one) => [
    { address: one, fields: undefined },
    { address: one, fields: {} },
  ]);
};

/** The router lets a browser ask for the data of one part of a screen alone. */
const partOf = (pattern: string, address: string) =>
  `${address}.data?${new URLSearchParams({ _routes: names.get(pattern) ?? "" })}`;

/** Whether somebody was sent to the sign-in screen, in the way that a document or the router's own request is. */
function isSentAway({ status, text, to }: Awaited<ReturnType<typeof ask>>): boolean {
  if (text.includes("Se déconnecter")) return false;
  if (status === 403 || status === 405) return true;
  return [202, 302].includes(status) && (to || text).includes("/admin/login");
}

/** Of several ways to ask at each of many places, another one at each, unless it is asked in depth. */
const inTurns = <Way>(ways: readonly Way[], turn: number) =>
  isDeep ? ways : ways.slice(turn % ways.length, (turn % ways.length) + 1);
/** Each closed route, for whoever is not of the office any more: nobody's requests are tried in every way. */
const attempts = closed.flatMap((pattern, turn) => inTurns(waysOf(pattern), turn));

const letIn = (ways: ReturnType<typeof waysOf>, cookie = "") =>
  faultsOf(ways, async ({ address, fields }) =>
    isSentAway(await ask(address, { cookie, fields }))
      ? undefined
      : `${fields ? "POST" : "GET"} ${address}`,
  );

async function expectNoSession(account: Account) {
  const { password } = ADMINISTRATOR;
  const answer = await site.post("/admin/login", { email: emailOf(account), password });
  expect(answer.status).toBe(403);
  expect(answer.headers.getSetCookie().join()).not.toContain("session_token=");
  return answer.text();
}

describe("the back office", () => {
  test("is closed to nobody's requests, and open where one comes to sign in", async () => {
    expect(closed.length).toBeGreaterThan(100);
    expect(await letIn(closed.flatMap(waysOf))).toEqual([]);
    const open = routes.map(({ pattern }) => pattern).filter((pattern) => OPEN.test(pattern));
    const shut = await faultsOf(open, async (pattern) => {
      const { status, text } = await ask(exampleAddress(pattern), {});
      const isOpen = [200, 302, 404].includes(status) && !text.includes("Se déconnecter");
      return isOpen ? undefined : `${pattern}: ${status}`;
    });
    expect(shut).toEqual([]);
  });

  test("refuses whoever has lost their role, signs them out, and gives them no session", async () => {
    const { former } = site.cookies;
    await site.query(`create temporary table signed_in as select * from auth_sessions
      where user_id = (select id from profiles where email = '${emailOf("former")}')`);
    const faults: string[] = [];
    for (const { address, fields } of attempts) {
      // Refused once, the session is over: it is put back as the sign-in made it.
      await site.query("insert into auth_sessions select * from signed_in on conflict do nothing");
      const answer = await ask(address, { cookie: former, fields });
      if (!isSentAway(answer)) faults.push(`let in: ${address}`);
      const left = await site.query(
        "delete from auth_sessions where id in (select id from signed_in) returning id",
      );
      if (left.length > 0 && answer.status !== 405) faults.push(`still signed in: ${address}`);
    }
    expect(faults).toEqual([]);
    const page = await expectNoSession("former");
    expect(page).toContain("Accès non autorisé - Rôle administrateur requis");
  });

  test("is out of reach at once for an account that is deactivated", async () => {
    expect(await letIn(attempts, site.cookies.inactive)).toEqual([]);
    await expectNoSession("inactive");
  });

  test("lets an administrator in everywhere", async () => {
    const shut = await faultsOf(closed, async (pattern) => {
      // What a screen shows them is looked at by every-office-screen.spec.ts.
      const { status, to } = await ask(partOf(pattern, exampleAddress(pattern)), {
        cookie: site.administrator,
      });
      return status < 500 && !to.includes("/admin/login") ? undefined : `${pattern}: ${status}`;
    });
    expect(shut).toEqual([]);
  });
});

/** What is about a record of ours: the longest beginning counts. */
const TABLE_AT: readonly (readonly [string, string])[] = [
  ["/admin/files/categories", "file_categories"],
  ["/admin/files", "static_files"],
  ["/admin/leadership", "leadership_team"],
  ["/admin/payments/tills", "tills"],
  ["/admin/payments", "orders"],
  ["/admin/registrations", "event_registrations"],
  ["/admin/resources", "resources"],
  ...["events", "highlights", "news", "pages", "partners"].map(
    (table) => [`/admin/${table}`, table] as const,
  ),
];

/** Only what was made by a payment is shown there: an example has none. */
const MADE_BY_PAYMENT = /^\/admin\/payments\/(?:memberships|receipts)\/:/;

/** Records of our own, which the changes of a role may take away. */
async function makeRecords(account: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const insert = async (table: string, values: Record<string, unknown> = {}, name = table) =>
    ids.set(name, await site.insert(table, values));
  for (const table of ["news", "pages", "file_categories", "leadership_team", "partners"])
    await insert(table);
  await insert("highlights");
  await insert("page_sections", { page_id: ids.get("pages") });
  await insert("static_files");
  await insert("static_files", { is_resource: true }, "resources");
  await insert("events");
  await insert("event_registrations", { event_id: ids.get("events"), status: "confirmed" });
  await insert("orders", { kind: "registration", subject_id: ids.get("event_registrations") });
  const [till] = await site.query("select id from tills where owner = $1 and closed_at is null", [
    account,
  ]);
  if (till) ids.set("tills", till.id);
  else await insert("tills", { owner: account, closed_at: null, closed_by: null });
  return ids;
}

/** What the product complained of since, other than what somebody typed. */
let heard = 0;
function complaints(): string[] {
  const output = outputOf(site);
  const lines = output.slice(heard).split("\n");
  heard = output.length;
  return lines.filter((line) => /42501|permission denied|not read|change failed/.test(line));
}

/** What goes away comes last, so that the others find it. */
const LAST = /delete|remove|cancel|end/;
/** Payments of other tests would go with it. */
const OF_OTHERS = "removeTests";

/** With a number, by which another way of asking is taken at each. */
const ADDRESSES = PERMITTED_ADDRESSES.map((one, turn) => ({ ...one, turn }));
const HOLDERS = isDeep ? UNIONS : OFFICE_ROLES.map((role) => [role]);
const isScreen = (pattern: string) =>
  files.get(pattern)?.endsWith(".admin.tsx") === true && pattern !== "/admin/*";

describe.each(HOLDERS.map((held) => ({ held, role: officeRoleOf(held) })))("$role", ({ held }) => {
  let ids: Map<string, string>;
  let cookie: string;
  const turnOfRole = HOLDERS.indexOf(held);
  beforeAll(async () => {
    cookie = site.cookies.office;
    const [account] = await site.query(
      "update profiles set role = 'user', roles = $1, two_factor_enabled = 'treasurer' = any($1) where email = $2 returning id",
      [held, emailOf("office")],
    );
    ids = await makeRecords(account.id);
    complaints();
  });

  function recordOf(address: string): string | undefined {
    const [, table] =
      /^\/admin\/(?:versions|translations|previews)\/([a-z_]+)\//.exec(address) ?? [];
    const at = TABLE_AT.find(([beginning]) => address.startsWith(`${beginning}/`))?.[1];
    // Of files, those alone have versions and English that visitors find as resources.
    return ids.get(table === "static_files" ? "resources" : (table ?? at ?? ""));
  }
  function realAddress(pattern: string, address: string): string {
    const id = recordOf(address);
    if (!id || !address.includes(":id")) {
      const table = /^\/admin\/[a-z]+\/([a-z_]+)\/:id$/.exec(address)?.[1];
      const example = exampleAddress(pattern);
      return table ? example.replace(/^(\/admin\/[a-z]+)\/[a-z_]+\//, `$1/${table}/`) : example;
    }
    return address.replace(/:id\b/, id).replace(/:section\b/, ids.get("page_sections") ?? "");
  }
  const changesOf = (pattern: string) => ["save", ...intentsOf(files.get(pattern) ?? "")];
  const mayDo = (is: Permitted, change: string) =>
    held.some((role) => is[role] !== undefined && covers(is[role], change));

  test("comes to what is theirs, and to nothing else, in whatever way it is asked", async () => {
    const faults = await faultsOf(ADDRESSES, async ({ pattern, address, is, turn }) => {
      const at = realAddress(pattern, address);
      const may = held.some((role) => is[role] !== undefined);
      const wrong: string[] = [];
      const ways = may
        ? [`${at}?q=diallo`]
        : inTurns([at, `${at}.data`, partOf(pattern, at)], turn + turnOfRole);
      for (const way of ways) {
        const { status, text } = await ask(way, { cookie });
        const isRight = may
          ? status !== 403 &&
            (isScreen(pattern) && !MADE_BY_PAYMENT.test(pattern)
              ? [200, 202, 302].includes(status)
              : status < 500)
          : status === 403 &&
            (way !== at || !isScreen(pattern) || /Accès refusé.*Se déconnecter/s.test(text));
        if (!isRight) wrong.push(`${may ? "theirs" : "not theirs"}: ${way}: ${status}`);
      }
      return wrong;
    });
    expect(faults).toEqual([]);
    expect(complaints()).toEqual([]);
    const { text } = await ask("/admin", { cookie });
    const links = [...text.matchAll(/href="(\/admin\/[^"?#]*)"/g)].map(([, to]) => to);
    const refused = PERMITTED_ADDRESSES.filter(({ is }) => held.every((role) => !is[role]));
    // At the door there are two: the entrance, and one’s own account.
    expect(links.length).toBeGreaterThan(1);
    expect(links.filter((to) => refused.some(({ address }) => address === to))).toEqual([]);
  });

  test("is refused each change that is not theirs", async () => {
    const faults = await faultsOf(ADDRESSES, async ({ pattern, address, is, turn }) => {
      const at = realAddress(pattern, address);
      const refused = ["no-such-change", ...changesOf(pattern)].filter((one) => !mayDo(is, one));
      const ways = refused.flatMap((change) => [
        { change, way: `${at}.data` },
        { change, way: at },
      ]);
      const wrong: string[] = [];
      for (const { change, way } of inTurns(ways, turn + turnOfRole)) {
        const fields: Fields = change === "save" ? {} : { intent: change };
        const { status } = await ask(way, { cookie, fields });
        const isRefused = way === at ? [403, 405].includes(status) : status >= 400;
        if (!isRefused) wrong.push(`${change} at ${way}: ${status}`);
      }
      return wrong;
    });
    expect(faults).toEqual([]);
  });

  test("sends every change of theirs, which the database lets them make", async () => {
    const changes = PERMITTED_ADDRESSES.flatMap(({ pattern, address, is }) =>
      changesOf(pattern)
        .filter((change) => mayDo(is, change) && change !== OF_OTHERS)
        .map((change) => ({ pattern, address, change })),
    ).sort((a, b) => Number(LAST.test(a.change)) - Number(LAST.test(b.change)));
    expect(changes.length).toBeGreaterThan(2);
    const faults: string[] = [];
    for (const { pattern, address, change } of changes) {
      const id = recordOf(address) ?? recordOf(`${address}/x`) ?? "";
      const fields: Fields = { id, ids: id, direction: "down", status: "held" };
      if (change !== "save") fields.intent = change;
      const { status } = await ask(realAddress(pattern, address), { cookie, fields });
      if (status >= 500) faults.push(`${change} at ${address}: ${status}`);
    }
    expect(faults).toEqual([]);
    expect(complaints()).toEqual([]);
  });
});

test("a role that is taken away, or given, counts from the next request on", async () => {
  const hold = (role: string, ...roles: OfficeRole[]) =>
    site.query(
      "update profiles set role = $1, roles = $2, two_factor_enabled = 'treasurer' = any($2) where email = $3",
      [role, roles, emailOf("office")],
    );
  const statuses = async () => {
    const cookie = site.cookies.office;
    const addresses = ["/admin/payments", "/admin/news", "/admin/staff"];
    return Promise.all(addresses.map(async (address) => (await ask(address, { cookie })).status));
  };
  await hold("user", "treasurer");
  expect(await statuses()).toEqual([200, 403, 403]);
  await hold("user", "editor");
  expect(await statuses()).toEqual([403, 200, 403]);
  await hold("user", "editor", "treasurer");
  expect(await statuses()).toEqual([200, 200, 403]);
  await hold("admin");
  expect(await statuses()).toEqual([200, 200, 200]);
  await hold("user");
  expect((await ask("/admin/account", { cookie: site.cookies.office })).status).toBe(302);
});
