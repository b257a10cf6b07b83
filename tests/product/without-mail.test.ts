import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenSite, openSharedSite } from "../support/product/shared-site.ts";

// A site without a mail server promises no mail, and its pages do not send people round.

let site: OpenSite;
beforeAll(async () => {
  site = await openSharedSite();
});
afterAll(() => site?.close());

test.each(["", "/en"])(
  "where no mail leaves, %s/payments and %s/me lead to Contact, which leads back to neither by mail",
  async (language) => {
    const mainOf = async (path: string) => {
      const html = await (await site.get(language + path)).text();
      return /<main.*<\/main>/s.exec(html)?.[0] ?? "";
    };
    const [payments, me, contact] = [
      await mainOf("/payments"),
      await mainOf("/me"),
      await mainOf("/contact"),
    ];
    expect(payments).toContain(`href="${language}/contact"`);
    expect(payments).not.toContain(`href="${language}/me"`);
    expect(me).toContain(`href="${language}/contact"`);
    expect(contact).not.toContain(`href="${language}/me"`);
  },
);
