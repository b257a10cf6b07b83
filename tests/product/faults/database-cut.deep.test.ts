import { afterAll, beforeAll, expect, test } from "vitest";
import { CutProduct, registrationOf } from "../../support/product/cut-product.ts";

// The database goes away in the middle of everything that a form does: after each thing that it was asked, whose
// answer is lost. Also after the last: then it was done, and nobody knows.

const PAID_EVENT = "/events/01930000-0000-7000-8000-000000002001?register=1";
const FREE_EVENT = "/events/01930000-0000-7000-8000-000000002006?register=1";
const TYPE = "01930000-0000-7000-8000-000000005001";
const TAKES = 120_000;

let cut: CutProduct;
beforeAll(async () => {
  cut = await CutProduct.start();
}, TAKES);
afterAll(() => cut?.stop());

test(
  "a registration with a price: one place, one order, however often it is sent",
  async () => {
    const exchanges = await cut.cutEach(async () => {
      const { ask, who } = cut.newPerson();
      return {
        typed: who.email,
        send: () => ask(PAID_EVENT, registrationOf(who, "standard")),
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
        send: () => ask(FREE_EVENT, registrationOf(who, "en-ligne")),
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
        ...who,
        type: TYPE,
        address: "Quartier Dixinn",
        city: "Conakry",
        acceptTerms: "on",
        experience: "beginner",
        games: "Football",
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
        name: who.firstName,
        email: who.email,
        subject: "Une question",
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
