// How long each role of the office waits when it searches the longest list of its own, against an administrator, who
// works as another role of the database: grants cost nothing, as a condition on rows would.

import pg from "pg";
import { startApp } from "../app/core/app.ts";
import { SCHEMA } from "../app/core/database/database.server.ts";
import { asStaff, type StaffDb } from "../app/core/database/doors/doors.server.ts";
import { openServer } from "../app/core/database/postgres.server.ts";
import type { OfficeRole } from "../app/core/values/roles.ts";
import { listMembers } from "../app/membership/members/members.staff.server.ts";
import { MEMBER_LIST } from "../app/membership/members/members.ts";
import { newsRecord } from "../app/news/news.record.ts";
import { listAllNews } from "../app/news/news.staff.server.ts";
import { ORDER_LIST } from "../app/payments/orders/order-list.ts";
import { listOrders } from "../app/payments/orders/orders.staff.server.ts";
import { parseListQuery } from "../app/records/list/list-query.ts";
import { REGISTRATION_LIST } from "../app/registrations/admin/registration-list.ts";
import { listRegistrations } from "../app/registrations/registrations.staff.server.ts";
import { startPostgres } from "../tests/support/database/postgres-server.ts";
import { timesOf } from "./admin.ts";
import { fillOffice } from "./admin-seed.ts";
import { OFFICE, OFFICE_BUFFERS_MB } from "./budgets.ts";
import {
  atMost,
  count,
  type Group,
  median,
  milliseconds,
  percentile,
  type Row,
  ratio,
} from "./table.ts";

const ROUNDS = 20;
/** What a machine that does other things besides makes of two measurements of the same. */
const LIKE_AN_ADMINISTRATOR = 1.15;
/** Of people and of texts: common, rare, with accents, inside words, and what nothing holds. */
const WORDS = ["dia", "Diallo", "Touré", "hélène", "gmail", "fodé soumah", "bah12", "zzqxw"];

/** Whoever stands at a door searches the names of one event, and no list. */
type Holder = Exclude<OfficeRole, "door"> | "administrator" | "all three";
const HOLDERS: Record<Holder, { id: string; roles: readonly string[] }> = {
  administrator: { id: "00000000-0000-4000-8000-000000000000", roles: [] },
  editor: { id: "00000000-0000-4000-8000-000000000001", roles: ["editor"] },
  treasurer: { id: "00000000-0000-4000-8000-000000000002", roles: ["treasurer"] },
  events: { id: "00000000-0000-4000-8000-000000000003", roles: ["events"] },
  "all three": {
    id: "00000000-0000-4000-8000-000000000004",
    roles: ["editor", "treasurer", "events"],
  },
};

const asked = (q: string) => new URLSearchParams({ q });
/** Each list, and whose it is besides administrators. */
const LISTS: Record<
  string,
  { of?: Exclude<OfficeRole, "door">; ask: (db: StaffDb, q: string) => Promise<unknown> }
> = {
  members: { ask: (db, q) => listMembers(db, parseListQuery(MEMBER_LIST, asked(q))) },
  news: {
    of: "editor",
    ask: (db, q) => listAllNews(db, parseListQuery(newsRecord.list, asked(q))),
  },
  orders: { of: "treasurer", ask: (db, q) => listOrders(db, parseListQuery(ORDER_LIST, asked(q))) },
  registrations: {
    of: "events",
    ask: (db, q) => listRegistrations(db, parseListQuery(REGISTRATION_LIST, asked(q))),
  },
};

/** As many articles as there are people, called as they are. */
const NEWS = `
  insert into news (id, title, excerpt, content, category, published, created_at, updated_at)
  select gen_random_uuid(), 'Portrait de ' || first_name || ' ' || last_name, email, 'Texte', 'Communiqué', true,
    created_at, created_at from members`;

async function fill(superuserUrl: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    for (const [name, { id, roles }] of Object.entries(HOLDERS)) {
      const role = name === "administrator" ? "admin" : "user";
      await client.query(
        "insert into profiles (id, name, email, role, roles) values ($1, $2, $2, $3, $4)",
        [id, name, role, roles],
      );
    }
    await client.query(
      `insert into events (id, title, description, date, location, category, type, format)
        select gen_random_uuid(), 'Tournoi ' || n, 'D', current_date, 'Conakry', 'Tournoi', 'online', 'plain'
        from generate_series(1, 50) n`,
    );
    await fillOffice(superuserUrl, rows);
    await client.query("set session_replication_role = replica");
    await client.query(NEWS);
    await client.query("vacuum analyze news, events, profiles");
  } finally {
    await client.end();
  }
}

/** Each list asked by everybody whose it is, in turns, so that whatever else the machine does is in all. */
async function measureList(
  name: string,
  { of, ask }: (typeof LISTS)[string],
  [rows, limit]: readonly [number, number],
): Promise<Row[]> {
  const who = (["administrator", ...(of ? ([of, "all three"] as const) : [])] as const).map(
    (holder) => ({ holder, id: HOLDERS[holder].id, times: [] as number[] }),
  );
  for (const word of WORDS) {
    for (let round = 0; round < ROUNDS; round++) {
      for (const { id, times } of who)
        times.push(...(await timesOf(1, () => asStaff({ id }, (db) => ask(db, word)))));
    }
  }
  const [administrator = { times: [] }] = who;
  return who.flatMap(({ holder, times }) => [
    atMost(
      `Search in ${count(rows)} ${name}, as ${holder}: p95`,
      limit,
      percentile(times, 0.95),
      milliseconds,
    ),
    ...(times === administrator.times
      ? []
      : [
          atMost(
            "  against the administrator, medians",
            LIKE_AN_ADMINISTRATOR,
            median(times) / median(administrator.times),
            (value) => `${ratio(value)} ×`,
          ),
        ]),
  ]);
}

export const measure: Group = async (tell) => {
  const [{ members: most, searchMs }] = OFFICE as [(typeof OFFICE)[number]];
  const postgres = await startPostgres({ buffersMb: OFFICE_BUFFERS_MB });
  const engine = openServer(postgres.url);
  try {
    await engine.migrate(SCHEMA);
    tell(`filling ${count(most)} rows of each list`);
    await fill(postgres.superuserUrl, most);
    startApp({ database: { engine } });
    const rows: Row[] = [];
    for (const [name, list] of Object.entries(LISTS)) {
      tell(name);
      rows.push(...(await measureList(name, list, [most, searchMs])));
    }
    return rows;
  } finally {
    startApp({ database: {} });
    await engine.close();
    await postgres.remove();
  }
};
