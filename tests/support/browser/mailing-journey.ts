import { expect } from "@playwright/test";
import { startMailServer, type TestMailServer } from "../../mail/mail-server.ts";
import { type Product, startProduct } from "../product/product.ts";
import { test as base } from "./journey.ts";
import { ADMINISTRATOR, officeState } from "./office.ts";

/** `state` is the administrator's, who signs in once: sign-ins are limited. */
export type Mailing = Product & { mails: TestMailServer; state: string };

/** Journeys against a product of their own, whose mail leaves. */
export const test = base.extend<object, { mailing: Mailing }>({
  mailing: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture here
    async ({}, use) => {
      const mails = await startMailServer();
      const product = await startProduct({
        PAYMENTS_SIMULATED: "1",
        TRUST_PROXY: "1",
        SMTP_URL: mails.url,
        ADMIN_EMAIL: ADMINISTRATOR.email,
        ADMIN_PASSWORD: ADMINISTRATOR.password,
      });
      await use({ ...product, mails, state: await officeState(product.url) });
      await product.stop();
      await mails.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ mailing }, use) => use(mailing.url),
});

/** The text of the last mail that was delivered to an address, once there are `count` of them. */
export async function delivered({ mails }: Mailing, address: string, count = 1): Promise<string> {
  const result = () => mails.delivered.filter(({ to }) => to.includes(address));
  await expect.poll(() => result().length, { timeout: 20_000 }).toBe(count);
  return result().at(-1)?.mail.text ?? "";
}
