import { afterAll, beforeAll, expect, test } from "vitest";
import { formsOf } from "../../support/forms.ts";
import { CutProduct, registrationOf } from "../../support/product/cut-product.ts";

// As database-cut.test.ts, for the button that pays.

const PAID_EVENT = "/events/01930000-0000-7000-8000-000000002001?register=1";
const TAKES = 120_000;

let cut: CutProduct;
/** Of each payment whose button was pressed. */
const pages: (() => Promise<string>)[] = [];
beforeAll(async () => {
  cut = await CutProduct.start();
}, TAKES);
afterAll(() => cut?.stop());

test(
  "the button that pays: one attempt",
  async () => {
    const exchanges = await cut.cutEach(async () => {
      const { ask, who } = cut.newPerson();
      const { to } = await ask(PAID_EVENT, registrationOf(who, "standard"));
      const { pathname } = new URL(to, cut.product.url);
      const [button = {}] = formsOf((await ask(pathname)).page, pathname);
      return {
        send: () => ask(pathname, button),
        async check({ status }) {
          const orders =
            "(select o.id from orders o join event_registrations r on r.id = o.subject_id where r.email = $1)";
          expect(await cut.count(`payments where order_id in ${orders}`, who.email)).toBe(1);
          expect(status).toBe(303);
          // To the operator, or to a page that says that the operator is asked what became of it.
          const { page } = await ask(pathname);
          expect(page).toMatch(/\/payments\/simulated\/|Nous contactons l’opérateur/);
          pages.push(async () => (await ask(pathname)).page);
        },
      };
    });
    expect(exchanges).toBeGreaterThan(4);
  },
  TAKES,
);

test(
  "every payment whose operator was asked in vain can go on by itself",
  async () => {
    expect(pages.length).toBeGreaterThan(4);
    for (const page of pages) {
      await expect
        .poll(page, { timeout: TAKES, interval: 2_000 })
        .toMatch(/\/payments\/simulated\/|name="key"/);
    }
  },
  TAKES,
);
