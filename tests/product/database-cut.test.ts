import { afterAll, beforeAll, expect, test } from "vitest";
import { CutProduct } from "../support/cut-product.ts";
import { type Fields, formsOf } from "../support/forms.ts";

// The database goes away in the middle of everything that a form does: after each thing that it was asked, whose
// answer is lost. Also after the last: then it was done, and nobody knows.

const PAID_EVENT = "/events/01930000-0000-7000-8000-000000002001?register=1";
const FREE_EVENT = "/events/01930000-0000-7000-8000-000000002006?register=1";
const TYPE = "01930000-0000-7000-8000-000000005001";
const TAKES = 120_000;

let cut: CutProduct;
/** Of each payment whose button was pressed. */
const pages: (() => Promise<string>)[] = [];
beforeAll(async () => {
  cut = await CutProduct.start();
  // Whoever is sent away because an event is full has met no fault.
  await cut.rows("update events set max_participants = 10000 where max_participants is not null");
  await cut.rows("update event_packages set quota = null");
}, TAKES);
afterAll(() => cut?.stop());

const registration = (
  who: ReturnType<CutProduct["newPerson"]>["who"],
  priceId: string,
): Fields => ({
  ...{ ...who, gamertag: "aissa224", platform: "mobile", priceId },
  ...{ acceptRules: "on", acceptTerms: "on" },
});

test(
  "the button that pays: one attempt",
  async () => {
    const exchanges = await cut.cutEach(async () => {
      const { ask, who } = cut.newPerson();
      const { to } = await ask(PAID_EVENT, registration(who, "standard"));
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
  "a registration with a price: one place, one order, however often it is sent",
  async () => {
    const exchanges = await cut.cutEach(async () => {
      const { ask, who } = cut.newPerson();
      return {
        typed: who.email,
        send: () => ask(PAID_EVENT, registration(who, "standard")),
        async check({ status, to }) {
          expect(status).toBe(302);
          expect(to).toMatch(/\/payments\//);
          const [place, ...others] = await cut.rows(
            "select id, status from event_registrations where email = $1",
            who.email,
          );
          expect(others).toEqual([]);
          expect(place.status).toBe("held");
          expect(await cut.count("orders where subject_id = $1", place.id)).toBe(1);
        },
      };
    });
    expect(exchanges).toBeGreaterThan(4);
  },
  TAKES,
);

test(
  "a free registration: one place, and its mail",
  async () => {
    const exchanges = await cut.cutEach(async () => {
      const { ask, who } = cut.newPerson();
      return {
        typed: who.email,
        send: () => ask(FREE_EVENT, registration(who, "en-ligne")),
        async check({ status }) {
          expect(status).toBe(302);
          expect(await cut.count("event_registrations where email = $1", who.email)).toBe(1);
        },
      };
    });
    expect(exchanges).toBeGreaterThan(4);
  },
  TAKES,
);

test(
  "a membership application: one application, one order",
  async () => {
    const exchanges = await cut.cutEach(async () => {
      const { ask, who } = cut.newPerson();
      const fields = {
        ...{ ...who, type: TYPE, address: "Quartier Dixinn", city: "Conakry", acceptTerms: "on" },
        ...{ experience: "beginner", games: "Football" },
        motivation: "Je veux jouer avec les meilleurs du pays et progresser chaque semaine.",
      };
      return {
        typed: who.email,
        send: () => ask(`/membership?type=${TYPE}`, fields),
        async check({ status, page, to }) {
          expect(status).toBeLessThan(400);
          expect(page + to).toMatch(/\/(payments|membership\/application)\//);
          const [member, ...others] = await cut.rows(
            "select id, status from members where email = $1",
            who.email,
          );
          expect(others).toEqual([]);
          expect(await cut.count("orders where subject_id = $1", member.id)).toBeLessThan(2);
        },
      };
    });
    expect(exchanges).toBeGreaterThan(4);
  },
  TAKES,
);

test(
  "a message to the federation: it arrives once",
  async () => {
    const exchanges = await cut.cutEach(async () => {
      const { ask, who } = cut.newPerson();
      const fields = {
        ...{ name: who.firstName, email: who.email, subject: "Une question" },
        message: "Un message assez long pour que le formulaire l’accepte.",
      };
      return {
        typed: who.email,
        send: () => ask("/contact", fields),
        async check({ status }) {
          expect(status).toBeLessThan(400);
          expect(await cut.count("contact_messages where email = $1", who.email)).toBe(1);
        },
      };
    });
    expect(exchanges).toBeGreaterThan(0);
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
