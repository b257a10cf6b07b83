import { startProduct } from "./product.ts";

/** One product for all journeys; its address reaches the workers through the environment. */
export default async function startForJourneys(): Promise<() => Promise<void>> {
  const product = await startProduct();
  process.env.SITE_URL = product.url;
  process.env.SITE_DATA = product.dataDir;
  return () => product.stop();
}
