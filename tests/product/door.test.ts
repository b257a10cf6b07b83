import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../app/core/id.server.ts";
import { OFFICE_ROLES, type OfficeRole } from "../../app/core/roles.ts";
import { reaches } from "../../app/kit/access.ts";
import { TABLES } from "../database/tables.ts";
import { intentsOf } from "../support/intents.ts";
import { ADMINISTRATOR } from "../support/office.ts";
import { PERMITTED } from "../support/permitted.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { type Product, startProduct } from "../support/product.ts";
import { mappedRoutes } from "../support/site-map.ts";
import { StaffClient } from "../support/staff-client.ts";

// The entrance of one's own events and of others, asked for as a browser asks, and as nobody's browser would.

const files = new Map((await mappedRoutes()).map(({ pattern, file }) => [pattern, file]));
const DESK = "/admin/registrations/door";
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const NOT_THEIRS = "Vous ne tenez pas, ou plus, l’entrée de cet événement";

let postgres: PostgresServer;
let product: Product;
let database: pg.Client;
let staff: StaffClient;
let account: string;
/** The event where the account stands, and another one; each with somebody who registered. */
let own: { event: string; registration: string; reference: string };
let others: typeof own;

beforeAll(async () => {
  postgres = await startPostgres();
  product = await startProduct({
    DATABASE_URL: postgres.url,
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
  database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  staff = await StaffClient.signIn(product.url);
  const { rows } = await database.query("select id from profiles");
  account = rows[0].id;
  own = await eventWith("Coupe d’ici", "Hawa", "FGE-7K3M-2Q");
  others = await eventWith("Finale d’ailleurs", "Binta", "FGE-9Z9Z-9Z");
  await insert("event_door", { event_id: own.event, account_id: account, added_by: account });
});
afterAll(async () => {
  await database?.end();
  await product?.stop();
  await postgres?.remove();
});

async function insert(table: string, values: Record<string, unknown>): Promise<string> {
  const id = newId();
  const row = { id, ...TABLES[table]?.row(`u${id}`), ...values };
  const columns = Object.keys(row).join(", ");
  await database.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)`,
    [JSON.stringify(row)],
  );
  return id;
}

async function eventWith(title: string, first_name: string, reference: string) {
  const event = await insert("events", { title, date: inDays(0) });
  const registration = await insert("event_registrations", {
    ...{ event_id: event, first_name, last_name: "Condé", reference, status: "confirmed" },
    ...{ email: `${first_name}@prive.example`, phone: "+224620999888", gamertag: "Foudre" },
    ...{ ticket_token: `billet-${first_name}`, birth_date: "1999-12-31" },
  });
  return { event, registration, reference };
}

const hold = (...roles: readonly OfficeRole[]) =>
  database.query("update profiles set role = 'user', roles = $1, is_active = true where id = $2", [
    roles,
    account,
  ]);
const change = (values: string) =>
  database.query(`update events set ${values} where id = $1`, [own.event]);
const place = () =>
  database.query(
    `insert into event_door (id, event_id, account_id, added_by)
     select $1, $2, $3, $3 where not exists (select from event_door where event_id = $2)`,
    [newId(), own.event, account],
  );
const presence = async ({ registration }: typeof own) => {
  const { rows } = await database.query(
    "select checked_in_at is not null as here from event_registrations where id = $1",
    [registration],
  );
  return rows[0].here as boolean;
};

const get = async (address: string) => {
  const answer = await staff.get(address);
  return { status: answer.status, text: await answer.text() };
};
const post = async (address: string, fields: Record<string, string>) => {
  const answer = await staff.post(address, fields);
  return { status: answer.status, text: await answer.text() };
};

beforeEach(async () => {
  await hold("door");
  await place();
  await change(`date = '${inDays(0)}', status = 'ongoing'`);
  await database.query("update event_registrations set checked_in_at = null");
});

describe("whoever is at the door alone", () => {
  test("lands on their events of today, with the way in, and on no other", async () => {
    const { status, text } = await get("/admin");
    expect(status).toBe(200);
    expect(text).toContain("Coupe d’ici");
    expect(text).toContain("Ouvrir l’entrée");
    expect(text).toContain(`href="${DESK}?event=${own.event}"`);
    expect(text).not.toContain("Finale d’ailleurs");
    expect(text).not.toContain("À faire");
    expect(text).not.toContain("Notifications");
    await database.query("delete from event_door");
    expect((await get("/admin")).text).toContain("Aucun événement ne vous attend");
    const desk = await get(DESK);
    expect(desk.status).toBe(200);
    expect(desk.text).toContain("Aucun événement ne vous attend");
  });

  test("comes to their own entrance, and is sent nothing but what is of use there", async () => {
    await post(DESK, { intent: "toggle", ids: own.registration, on: "on" });
    for (const address of [
      DESK,
      `${DESK}?event=${own.event}`,
      `${DESK}?event=${own.event}&q=hawa`,
    ]) {
      for (const way of [address, address.replace(DESK, `${DESK}.data`)]) {
        const { status, text } = await get(way);
        expect(status, way).toBe(200);
        expect(text).toContain("Hawa");
        expect(text).not.toMatch(/prive\.example|620999888|1999-12-31|billet-|Foudre|d’ailleurs/);
      }
    }
  });

  test("finds nobody of another event, nor anybody by what they are not shown", async () => {
    for (const words of ["binta", "9Z9Z", "prive.example", "999888", "Foudre", "billet", "1999"]) {
      const { status, text } = await get(`${DESK}?event=${own.event}&q=${words}`);
      expect(status).toBe(200);
      expect(text, words).toContain("Personne de ce nom");
      expect(text).not.toContain("Condé");
    }
  });

  test("is refused at another entrance, with a page that says so", async () => {
    const [event, unknown] = [others.event, newId()];
    for (const id of [event, unknown]) {
      const { status, text } = await get(`${DESK}?event=${id}&q=binta`);
      expect(status).toBe(403);
      expect(text).toContain(NOT_THEIRS);
      expect(text).toContain("Se déconnecter");
      expect(text).not.toMatch(/Binta|d’ailleurs/);
      for (const part of ["", "&_routes=registrations%2Fdoor.admin"]) {
        const data = await get(`${DESK}.data?event=${id}${part}`);
        expect(data.status, part).toBe(403);
        expect(data.text).not.toMatch(/Binta|d’ailleurs/);
      }
    }
    // What is no id at all leads to their own.
    expect((await get(`${DESK}?event=' or true --`)).text).toContain("Coupe d’ici");
  });

  test("lets people in by code and by button, and takes it back", async () => {
    const ticket = `${product.url}/tickets/billet-Hawa`;
    for (const fields of [
      { intent: "scan", event: own.event, code: own.reference },
      { intent: "scan", event: own.event, code: ticket },
      { intent: "toggle", ids: own.registration, on: "on" },
    ]) {
      expect((await post(`${DESK}.data`, fields)).status).toBe(200);
      expect(await presence(own)).toBe(true);
      // A second device is told when.
      const again = await post(`${DESK}.data`, fields);
      expect(again.status).toBe(409);
      expect(again.text).toContain("déjà enregistrée");
      const undo = { intent: "toggle", ids: own.registration, on: "" };
      expect((await post(`${DESK}.data`, undo)).status).toBe(200);
      expect(await presence(own)).toBe(false);
    }
  });

  test("changes nothing of another event, whatever the form says", async () => {
    await database.query("update event_registrations set checked_in_at = now() where id = $1", [
      others.registration,
    ]);
    const ticket = "/tickets/billet-Binta";
    const cases: [Record<string, string>, number][] = [
      [{ intent: "scan", event: others.event, code: others.reference }, 403],
      [{ intent: "scan", event: others.event, code: own.reference }, 403],
      [{ intent: "scan", event: newId(), code: own.reference }, 403],
      [{ intent: "scan", event: own.event, code: others.reference }, 409],
      [{ intent: "scan", event: own.event, code: ticket }, 409],
      [{ intent: "scan", event: "x", code: own.reference }, 400],
      [{ intent: "scan", event: own.event, code: "" }, 400],
      [{ intent: "toggle", ids: others.registration, on: "" }, 403],
      [{ intent: "toggle", ids: others.registration, on: "on" }, 403],
      [{ intent: "toggle", ids: newId(), on: "on" }, 404],
      [{ intent: "toggle", ids: `${own.registration},${others.registration}`, on: "on" }, 400],
    ];
    for (const [fields, expected] of cases) {
      for (const address of [`${DESK}?event=${own.event}`, `${DESK}.data?event=${own.event}`]) {
        const { status, text } = await post(address, fields);
        expect(status, JSON.stringify(fields)).toBe(expected);
        expect(text).not.toMatch(/Binta|d’ailleurs/);
      }
    }
    expect(await presence(others)).toBe(true);
    expect(await presence(own)).toBe(false);
  });

  test.each([
    [
      "ended the day before yesterday",
      () => change(`date = '${inDays(-2)}', status = 'completed'`),
    ],
    ["was moved to next month", () => change(`date = '${inDays(30)}', status = 'upcoming'`)],
    ["was cancelled", () => change("status = 'cancelled'")],
    ["is no more theirs", () => database.query("delete from event_door")],
  ])(
    "is refused at once, in the middle of a press too, when the event %s",
    async (_what, happen) => {
      expect((await get(`${DESK}?event=${own.event}`)).status).toBe(200);
      await happen();
      for (const fields of [
        { intent: "scan", event: own.event, code: own.reference },
        { intent: "toggle", ids: own.registration, on: "on" },
      ]) {
        const page = await post(`${DESK}?event=${own.event}`, fields);
        expect(page.status).toBe(403);
        expect(page.text).toContain(NOT_THEIRS);
        expect((await post(`${DESK}.data`, fields)).status).toBe(403);
      }
      expect((await get(`${DESK}?event=${own.event}`)).status).toBe(403);
      expect(await presence(own)).toBe(false);
    },
  );

  test("is refused when the role is taken away, and does not get the place back with it", async () => {
    await hold("editor");
    const scan = { intent: "scan", event: own.event, code: own.reference };
    expect((await post(`${DESK}.data`, scan)).status).toBe(403);
    expect((await get(DESK)).status).toBe(403);
    await hold("editor", "door");
    expect((await get(`${DESK}?event=${own.event}`)).status).toBe(403);
    expect((await get("/admin/news")).status).toBe(200);
  });
});

describe.each(OFFICE_ROLES)(
  "somebody of the role %s, of an event and who registered for it",
  (role) => {
    const records = Object.entries(PERMITTED).filter(([pattern]) =>
      /^\/admin\/(?:events|registrations)(?:\/|$)/.test(pattern),
    );

    test.each(records)("at %s", async (pattern, is) => {
      const right = is[role];
      for (const one of [own, others]) {
        const id = pattern.startsWith("/admin/events") ? one.event : one.registration;
        const address = `${pattern.replace(":id", id)}?event=${one.event}`;
        await hold(role);
        const isOwn = role !== "door" || one === own;
        await place();
        const ways = [address, address.replace("?", ".data?")];
        for (const way of ways) {
          const { status } = await get(way);
          if (right === undefined || !isOwn) expect(status, way).toBe(403);
          else expect(status, way).toBeLessThan(400);
        }
        for (const intent of ["save", "no-such-change", ...intentsOf(files.get(pattern) ?? "")]) {
          if (reaches(right, intent) && isOwn) continue;
          const fields = {
            ids: one.registration,
            id: one.registration,
            event: one.event,
            code: "x",
          };
          for (const way of ways) {
            const { status } = await post(way, { ...fields, intent, on: "on" });
            expect([403, 405], `${intent} at ${way}`).toContain(status);
          }
        }
        expect(await presence(one)).toBe(false);
      }
    });
  },
);

test("an open session ends with its account", async () => {
  await database.query("update profiles set is_active = false where id = $1", [account]);
  const scan = { intent: "scan", event: own.event, code: own.reference };
  expect((await post(DESK, scan)).status).toBe(302);
  expect((await get(`${DESK}?event=${own.event}`)).status).toBe(302);
  expect(await presence(own)).toBe(false);
});
