import "../mail/settings.ts";

process.env.SMTP_URL = "smtp://127.0.0.1:1";

import { afterAll, beforeAll, expect, test } from "vitest";
import { prove } from "../../app/registrations/proofs/prove.system.server.ts";
import { WIDER_NETWORK_PLACES } from "../../app/registrations/registrations.ts";
import { openTestDatabase, type TestDatabase } from "../support/database/test-database.ts";
import { repetitions } from "../support/fuzz/repetitions.ts";
import { countsOf, FREE, join, makeEvent, person, statusesOf } from "./event.ts";
import { lettersTo } from "./mailed.ts";

const PEOPLE = repetitions(100, 1_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase("server");
});
afterAll(() => database.close());

test("honest people behind one operator's addresses are all answered, and all have a place", async () => {
  const event = await makeEvent(PEOPLE);
  const answers = await Promise.all(
    Array.from({ length: PEOPLE }, (_, n) =>
      join(event, n, FREE, new Date(), {
        ip: `41.223.7.${n % 250}`,
        browser: { id: `browser ${n}`, known: false },
      }),
    ),
  );
  const receipts = answers.map((answer) => {
    if (answer.outcome !== "message") throw new Error(`${answer.outcome} is no answer`);
    return answer.receipt;
  });
  expect(await countsOf(event)).toMatchObject({ current: PEOPLE });
  const count = async (status: string) =>
    (await statusesOf(event)).filter((one) => one === status).length;
  expect(await count("confirmed")).toBe(WIDER_NETWORK_PLACES);
  expect(await count("unproven")).toBe(PEOPLE - WIDER_NETWORK_PLACES);
  const letters = new Map((await lettersTo()).map((letter) => [letter.recipient, letter]));
  for (const [n, receipt] of receipts.entries()) {
    const { template, code = "", key = "" } = letters.get(person(n).email) ?? {};
    // Some tap the link, others type the code.
    if (template === "registration-proof") await prove(receipt, n % 2 ? { key } : { code });
  }
  expect(await count("confirmed")).toBe(PEOPLE);
}, 240_000);
