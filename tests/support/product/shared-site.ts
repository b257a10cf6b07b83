import { readFileSync } from "node:fs";
import pg from "pg";
import { inject } from "vitest";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { TABLES } from "../../database/tables.ts";
import type { OwnPages } from "./filled-site.ts";
import { StaffClient } from "./staff-client.ts";

/** Accounts of the shared site beside its administrator, each for one file of tests. */
export const ACCOUNTS = ["office", "former", "inactive", "doorkeeper", "traveller"] as const;
export type Account = (typeof ACCOUNTS)[number];
export const emailOf = (account: Account) => `${account}@example.org`;

/** A product that tests share, each of which leaves it as it found it, but for records of its own. */
export type RunningSite = {
  url: string;
  pid: number;
  dataDir: string;
  log: string;
};

/** The filled product on a PostgreSQL server, which trusts its proxy and pays by the simulator. */
export type SharedSite = RunningSite & {
  /** A second process on the same database. */
  second: RunningSite;
  databaseUrl: string;
  administrator: string;
  cookies: Record<Account, string>;
  own: OwnPages;
  metricsToken: string;
};

declare module "vitest" {
  interface ProvidedContext {
    site: SharedSite;
    /** The product as it comes: embedded database, no settings, nobody's proxy. It is read, not written. */
    plainSite: RunningSite;
    /** What the shared site held before any test: each text with its columns. */
    texts: [text: string, columns: string[]][];
  }
}

export const outputOf = ({ log }: RunningSite) => readFileSync(log, "utf8");

/** The shared site, with a way into its database; `close` it. */
export async function openSharedSite() {
  const site = inject("site");
  const database = new pg.Client({ connectionString: site.databaseUrl });
  await database.connect();
  const query = async (statement: string, values: unknown[] = []) =>
    (await database.query(statement, values)).rows;
  return {
    ...site,
    query,
    staff: new StaffClient(site.url, site.administrator),
    /** Adds a row, complete but for `values`; its id. */
    async insert(table: string, values: Record<string, unknown> = {}): Promise<string> {
      const id = newId();
      const row = { id, ...TABLES[table]?.row(`u${id}`), ...values };
      const columns = Object.keys(row)
        .map((name) => `"${name}"`)
        .join(", ");
      await query(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)`,
        [JSON.stringify(row)],
      );
      return String(row.id);
    },
    get: (address: string, init: RequestInit = {}) =>
      fetch(site.url + address, { redirect: "manual", ...init }),
    post: (address: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      fetch(site.url + address, {
        method: "POST",
        redirect: "manual",
        headers: { origin: site.url, ...headers },
        body: new URLSearchParams(fields),
      }),
    close: () => database.end(),
  };
}
export type OpenSite = Awaited<ReturnType<typeof openSharedSite>>;

let networks = 0;
/** The header of somebody whose network nobody else of this run has. */
export const newNetwork = () => ({
  "x-forwarded-for": `${60 + (process.pid % 60)}.${(process.pid >> 6) & 255}.${networks >> 8}.${networks++ & 255}`,
});

const AT_ONCE = 4;

/** What is wrong with each of many things, asked a few at a time: one assertion says it all. */
export async function faultsOf<Thing>(
  things: readonly Thing[],
  faultOf: (thing: Thing) => Promise<readonly string[] | string | undefined>,
): Promise<string[]> {
  const faults: string[] = [];
  const waiting = [...things];
  const work = async () => {
    for (let thing = waiting.shift(); thing !== undefined; thing = waiting.shift()) {
      faults.push(...[(await faultOf(thing)) ?? []].flat());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return faults;
}
