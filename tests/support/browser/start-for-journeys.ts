import { rmSync } from "node:fs";
import { join } from "node:path";
import { openFolder } from "../../../app/core/database/embedded/pglite.server.ts";
import { DEFAULT_SETTINGS } from "../../../app/settings/settings.ts";
import { newDataFolder, prepareDataFolder, startProduct } from "../product/product.ts";
import { sendAsVisitor } from "./journey.ts";
import { LONG_NAME } from "./look.ts";
import { ADMINISTRATOR, officeState, SECOND } from "./office.ts";

/**
 * One product for all journeys; its address, and what makes a browser the administrator, reach the
 * workers through the environment. A journey about limits says that it comes from elsewhere.
 */
export default async function startForJourneys(): Promise<() => Promise<void>> {
  const administrator = {
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  };
  // Products of a journey's own begin with a copy of it too.
  const forget = await prepareDataFolder(administrator);
  const dataDir = newDataFolder();
  await addSecond(join(dataDir, "database"));
  const product = await startProduct({
    ...administrator,
    DATA_DIR: dataDir,
    PAYMENTS_SIMULATED: "1",
    TRUST_PROXY: "1",
  });
  process.env.SITE_URL = product.url;
  await addLongName();
  process.env.SITE_DATA = product.dataDir;
  process.env.OFFICE_STATE = await officeState(product.url);
  process.env.SECOND_STATE = await officeState(product.url, SECOND);
  return async () => {
    await product.stop();
    forget();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** A number to which money can be sent: without one nobody is asked for that of their transfer. */
const DESK = JSON.stringify({ ...DEFAULT_SETTINGS.desk, orange_money: "622 00 00 01" });

/** Two people who have administered the site for days: what one alone may not decide, the other agrees to. */
async function addSecond(folder: string): Promise<void> {
  const database = await openFolder(folder);
  await database.exec(`insert into site_settings (id, setting_key, setting_value, is_public)
    values (gen_random_uuid(), 'desk', '${DESK}', true)
    on conflict (setting_key) do update set setting_value = excluded.setting_value`);
  await database.exec(`update profiles set created_at = now() - interval '3 days';
    insert into profiles (id, name, email, role, email_verified, created_at)
      values ('${SECOND.id}', '${SECOND.name}', '${SECOND.email}', 'admin', true, now() - interval '3 days');
    insert into auth_accounts (id, user_id, account_id, provider_id, password)
      select gen_random_uuid(), '${SECOND.id}', '${SECOND.id}', provider_id, password from auth_accounts`);
  await database.close();
}

/** Lists that the samples leave empty have a row too: somebody with a long name registered and wrote. */
async function addLongName(): Promise<void> {
  const email = "aissatou-mariama-fatoumata.kourouma-soumah-camara@example.org";
  const person = {
    firstName: LONG_NAME,
    lastName: LONG_NAME,
    email,
    phone: "622 12 34 56",
    birthDate: "2001-02-03",
    gamertag: "aissatou-mariama-de-dubreka",
    platform: "mobile",
    priceId: "standard",
    acceptRules: "on",
    acceptTerms: "on",
  };
  const message = { name: LONG_NAME, email, subject: LONG_NAME, message: `${LONG_NAME} ?` };
  await sendAsVisitor("/events/01930000-0000-7000-8000-000000002001?register=1", person);
  await sendAsVisitor("/contact", message);
}
