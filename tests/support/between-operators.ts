import { DjomySimulator } from "../../simulators/djomy/djomy.ts";
import type { RunningSimulator } from "../../simulators/http.ts";
import { PayPalSimulator } from "../../simulators/paypal/paypal.ts";
import { startMailServer, type TestMailServer } from "../mail/mail-server.ts";
import { ADMINISTRATOR, officeState } from "./browser/office.ts";
import { type Product, startProduct } from "./product/product.ts";
import { StaffClient } from "./product/staff-client.ts";

const KEYS = { clientId: "simulated-merchant", clientSecret: "simulated-secret" };
const PARTNER = { partnerDomain: "localhost", mode: "test" as const };
const WEBHOOK = { webhookId: "WH-SIMULATED" };

/** How often the operators send what they have to tell. */
const DELIVERY_MS = 200;
/** Kept out of what a journey waits for: a person does not press a button a hundred times a minute. */
const CALLS_A_MINUTE = 100_000;

export type Operators = Product & {
  mails: TestMailServer;
  djomy: DjomySimulator;
  payPal: PayPalSimulator;
  /** What makes a browser the administrator of this product. */
  office: string;
};

/** The built product between both operators, as `npm run dev` stands, with mail that leaves and a rate. */
export async function startBetweenOperators(): Promise<Operators> {
  const djomy = new DjomySimulator({ ...KEYS, ...PARTNER, callsAMinute: CALLS_A_MINUTE });
  const payPal = new PayPalSimulator({ ...KEYS, ...WEBHOOK, callsAMinute: CALLS_A_MINUTE });
  const running: RunningSimulator[] = [await djomy.start(), await payPal.start()];
  const mails = await startMailServer();
  const product = await startProduct({
    // In production the addresses of the operators are constants.
    NODE_ENV: "test",
    TRUST_PROXY: "1",
    SMTP_URL: mails.url,
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    DJOMY_CLIENT_ID: KEYS.clientId,
    DJOMY_CLIENT_SECRET: KEYS.clientSecret,
    DJOMY_PARTNER_DOMAIN: PARTNER.partnerDomain,
    DJOMY_MODE: PARTNER.mode,
    DJOMY_HOST: running[0]?.url ?? "",
    PAYPAL_CLIENT_ID: KEYS.clientId,
    PAYPAL_CLIENT_SECRET: KEYS.clientSecret,
    PAYPAL_WEBHOOK_ID: WEBHOOK.webhookId,
    PAYPAL_MODE: PARTNER.mode,
    PAYPAL_HOST: running[1]?.url ?? "",
  });
  djomy.notices.address = `${product.url}/payments/notices/djomy`;
  payPal.notices.address = `${product.url}/payments/notices/paypal`;
  const deliveries = setInterval(() => {
    void djomy.notices.deliverDue();
    void payPal.notices.deliverDue();
  }, DELIVERY_MS);
  await putRate(product.url);
  const office = await officeState(product.url);
  const stop = async () => {
    clearInterval(deliveries);
    await product.stop();
    await mails.stop();
    for (const one of running) await one.close();
  };
  return { ...product, mails, djomy, payPal, office, stop };
}

/** Without a rate no operator takes a price of the other's currency. */
async function putRate(url: string): Promise<void> {
  const staff = await StaffClient.signIn(url);
  const today = new Date().toISOString().slice(0, 10);
  await putSetting(staff, "rate", { gnf: "9450", source: "BCRG", date: today });
}

/** Saves a setting as its form does, over what stands there. */
export async function putSetting(
  staff: StaffClient,
  setting: string,
  fields: Record<string, string>,
): Promise<void> {
  const address = `/admin/pages/settings/${setting}`;
  // What steers money asks who it is.
  await staff.confirm();
  const form = await (await staff.get(address)).text();
  const version = /name="version"[^>]*value="([^"]*)"/.exec(form)?.[1] ?? "";
  const answer = await staff.post(address, { ...fields, version });
  if (answer.status >= 400) throw new Error(`${setting} is not saved: ${answer.status}`);
}
