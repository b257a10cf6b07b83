import { DjomySimulator } from "./djomy/djomy.ts";
import { PayPalSimulator } from "./paypal/paypal.ts";

const DELIVERY_MS = 1000;

const DJOMY = {
  clientId: "simulated-merchant",
  clientSecret: "simulated-secret",
  partnerDomain: "localhost",
  mode: "test" as const,
};
const PAYPAL = {
  clientId: "simulated-merchant",
  clientSecret: "simulated-secret",
  webhookId: "WH-SIMULATED",
};

/** The settings that lead to a simulator; whoever has keys of their own keeps them. */
function putSettings(settings: Readonly<Record<string, string>>): boolean {
  if (Object.keys(settings).some((name) => process.env[name])) return false;
  Object.assign(process.env, settings);
  return true;
}

/**
 * Starts both operators beside a site that is being worked on, and says so in its settings. They send
 * their notices to it, and end with its process.
 */
export async function startOperators(site: string): Promise<void> {
  const djomy = new DjomySimulator(DJOMY);
  const payPal = new PayPalSimulator(PAYPAL);
  const [one, other] = [await djomy.start(), await payPal.start()];
  const isDjomy = putSettings({
    DJOMY_CLIENT_ID: DJOMY.clientId,
    DJOMY_CLIENT_SECRET: DJOMY.clientSecret,
    DJOMY_PARTNER_DOMAIN: DJOMY.partnerDomain,
    DJOMY_MODE: "test",
    DJOMY_HOST: one.url,
  });
  const isPayPal = putSettings({
    PAYPAL_CLIENT_ID: PAYPAL.clientId,
    PAYPAL_CLIENT_SECRET: PAYPAL.clientSecret,
    PAYPAL_WEBHOOK_ID: PAYPAL.webhookId,
    PAYPAL_MODE: "test",
    PAYPAL_HOST: other.url,
  });
  djomy.notices.address = `${site}/payments/notices/djomy`;
  payPal.notices.address = `${site}/payments/notices/paypal`;
  setInterval(() => {
    void djomy.notices.deliverDue();
    void payPal.notices.deliverDue();
  }, DELIVERY_MS).unref();
  if (isDjomy) process.stdout.write(`Djomy:  ${one.url}/operator\n`);
  if (isPayPal) process.stdout.write(`PayPal: ${other.url}/operator\n`);
}
