import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { ADMINISTRATOR } from "../support/browser/office.ts";
import { textsOfDatabase } from "../support/database/database-texts.ts";
import { startPostgres } from "../support/database/postgres-server.ts";
import { fillSite } from "../support/product/filled-site.ts";
import { type Product, prepareDataFolder, startProduct } from "../support/product/product.ts";
import {
  ACCOUNTS,
  type Account,
  emailOf,
  type RunningSite,
} from "../support/product/shared-site.ts";
import { signIn } from "../support/product/staff-client.ts";

const administrator = { ADMIN_EMAIL: ADMINISTRATOR.email, ADMIN_PASSWORD: ADMINISTRATOR.password };
const METRICS_TOKEN = "a-token-of-more-than-thirty-two-letters";

/**
 * The products that all tests share which do not break them. Whoever needs settings of their own, or stops what a
 * product stands on, starts one.
 */
export default async function setup(project: TestProject) {
  const ended: (() => unknown)[] = [];
  const clear = async () => {
    for (const end of ended.splice(0).reverse()) await end();
  };
  try {
    await Promise.all([startSite(project, ended), startPlainSite(project, ended)]);
  } catch (error) {
    await clear();
    throw error;
  }
  return clear;
}

const running = ({ url, pid, dataDir, log }: Product): RunningSite => ({ url, pid, dataDir, log });

async function startPlainSite(project: TestProject, ended: (() => unknown)[]): Promise<void> {
  ended.push(await prepareDataFolder(administrator));
  const product = await startProduct(administrator);
  ended.push(product.stop);
  project.provide("plainSite", running(product));
}

async function startSite(project: TestProject, ended: (() => unknown)[]): Promise<void> {
  const server = await startPostgres();
  ended.push(server.remove);
  const settings = {
    ...administrator,
    DATABASE_URL: server.url,
    METRICS_TOKEN,
    SESSION_SECRET: randomBytes(32).toString("hex"),
    PAYMENTS_SIMULATED: "1",
    TRUST_PROXY: "1",
  };
  const first = await startProduct(settings);
  ended.push(first.stop);
  const database = new pg.Client({ connectionString: server.superuserUrl });
  await database.connect();
  const query = async (statement: string) => (await database.query(statement)).rows;
  const own = await fillSite(first.url, query);
  project.provide("texts", await textsOfDatabase(query));
  await query(ACCOUNTS.map(accountSql).join(";"));
  const cookies = {} as Record<Account, string>;
  for (const account of ACCOUNTS) {
    cookies[account] = await signIn(first.url, { ...ADMINISTRATOR, email: emailOf(account) });
  }
  await query(`update profiles set roles = '{}' where email = '${emailOf("former")}';
    update profiles set is_active = false where email = '${emailOf("inactive")}'`);
  await database.end();
  const second = await startProduct({ ...settings, DATA_DIR: first.dataDir });
  ended.push(second.stop);
  project.provide("site", {
    ...running(first),
    second: running(second),
    databaseUrl: server.superuserUrl,
    administrator: await signIn(first.url),
    cookies,
    own,
    metricsToken: METRICS_TOKEN,
  });
}

/** An account with the password of the administrator. */
function accountSql(account: Account): string {
  const id = randomUUID();
  return `insert into profiles (id, name, email, role, roles, email_verified)
      values ('${id}', 'Compte ${account}', '${emailOf(account)}', 'user', '{editor}', true);
    insert into auth_accounts (id, user_id, account_id, provider_id, password)
      select gen_random_uuid(), '${id}', '${id}', provider_id, password from auth_accounts
        where user_id = (select id from profiles where email = '${ADMINISTRATOR.email}')`;
}
