import { ADMINISTRATOR, officeState } from "./office.ts";
import { startProduct } from "./product.ts";

/**
 * One product for all journeys; its address, and what makes a browser the administrator, reach the
 * workers through the environment. A journey about limits says that it comes from elsewhere.
 */
export default async function startForJourneys(): Promise<() => Promise<void>> {
  const product = await startProduct({
    PAYMENTS_SIMULATED: "1",
    TRUST_PROXY: "1",
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
  process.env.SITE_URL = product.url;
  process.env.SITE_DATA = product.dataDir;
  process.env.OFFICE_STATE = await officeState(product.url);
  return () => product.stop();
}
