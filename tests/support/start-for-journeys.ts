import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFolder } from "../../app/core/database/pglite.server.ts";
import { ADMINISTRATOR, officeState, SECOND } from "./office.ts";
import { startProduct } from "./product.ts";

/**
 * One product for all journeys; its address, and what makes a browser the administrator, reach the
 * workers through the environment. A journey about limits says that it comes from elsewhere.
 */
export default async function startForJourneys(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "journeys-"));
  const settings = {
    DATA_DIR: dataDir,
    PAYMENTS_SIMULATED: "1",
    TRUST_PROXY: "1",
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  };
  await (await startProduct(settings)).stop();
  await addSecond(join(dataDir, "database"));
  const product = await startProduct(settings);
  process.env.SITE_URL = product.url;
  process.env.SITE_DATA = product.dataDir;
  process.env.OFFICE_STATE = await officeState(product.url);
  return async () => {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** Two people who have administered the site for days: what one alone may not decide, the other agrees to. */
async function addSecond(folder: string): Promise<void> {
  const database = await openFolder(folder);
  await database.exec(`update profiles set created_at = now() - interval '3 days';
    insert into profiles (id, name, email, role, email_verified, created_at)
      values ('${SECOND.id}', '${SECOND.name}', '${SECOND.email}', 'admin', true, now() - interval '3 days');
    insert into auth_accounts (id, user_id, account_id, provider_id, password)
      select gen_random_uuid(), '${SECOND.id}', '${SECOND.id}', provider_id, password from auth_accounts`);
  await database.close();
}
