import "../mail/settings.ts";

process.env.SMTP_URL = "smtp://127.0.0.1:1";

import { describe, expect, test } from "vitest";
import { prove, readProofPage } from "../../app/registrations/proofs/prove.system.server.ts";
import {
  type Registered,
  register,
} from "../../app/registrations/register/visitor-registration.system.server.ts";
import { MAIL_AGAIN_MS, MAILS_A_DAY } from "../../app/registrations/registrations.ts";
import { readTicket } from "../../app/registrations/tickets/tickets.system.server.ts";
import { withDatabase } from "../support/database/test-database.ts";
import {
  countsOf,
  FREE,
  join,
  makeEvent,
  orderOf,
  PAID,
  pay,
  person,
  readSender,
  registrationsOf,
  statusesOf,
  tokenOf,
} from "./event.ts";
import { lettersTo, letterTo } from "./mailed.ts";
import { joinFrom, receiptOf, somebody } from "./proving.ts";

// Where mail leaves, the mail alone leads to a ticket, whoever asked.

withDatabase((_engine, _database) => {
  describe("nobody is told whether a person is known", () => {
    test.each([
      ["a free place", 20, FREE],
      ["the waiting list", 0, FREE],
      ["the waiting list for a paid place", 0, PAID],
    ])(
      "for %s the answer and its page are the same, and the mail goes to the address",
      async (_what, places, price) => {
        const event = await makeEvent(places);
        const [known, unknown] = [somebody(), somebody()];
        await joinFrom(event, known, "102.176.1.1", price);
        const before = await registrationsOf(event);
        const answers = [
          await joinFrom(event, known, "102.176.2.1", price),
          await joinFrom(event, unknown, "102.176.3.1", price),
        ];
        const [one, other] = answers.map(receiptOf);
        expect(one?.length).toBe(other?.length);
        const pages = await Promise.all(
          [one, other].map((receipt) => readProofPage(receipt ?? "")),
        );
        expect(pages[0]).toEqual({ ...pages[1], email: person(known).email });
        expect(pages[0]?.state).toBe("sent");
        // Nothing was made of the known one, and its address has the way back.
        expect(await registrationsOf(event)).toHaveLength(before.length + 1);
        const letter = await letterTo(person(known).email);
        expect(letter.ticket).toBe(before[0]?.token);
      },
    );

    test("the code of that mail opens the registration on the page where it was asked for", async () => {
      const event = await makeEvent(5);
      const who = somebody();
      await joinFrom(event, who, "102.176.1.1");
      const receipt = receiptOf(await joinFrom(event, who, "102.176.2.1"));
      const { code, ticket } = await letterTo(person(who).email);
      expect(await prove(receipt, { code })).toEqual({ outcome: "known", ticketToken: ticket });
      expect(await readTicket(ticket)).toMatchObject({ status: "confirmed" });
    });

    test("a place to pay for at once leads to its payment, known or not", async () => {
      const event = await makeEvent(5);
      const who = somebody();
      await joinFrom(event, who, "102.176.1.1", PAID);
      const answers = [
        await joinFrom(event, who, "102.176.2.1", PAID),
        await joinFrom(event, somebody(), "102.176.3.1", PAID),
      ];
      for (const answer of answers) {
        expect(answer).toEqual({ outcome: "payment", orderToken: expect.any(String) });
      }
      expect(tokenOf(answers[0] as Registered)).not.toBe(tokenOf(answers[1] as Registered));
      expect((await letterTo(person(who).email)).template).toBe("registration-link");
    });

    test("but whoever has paid reads their mail, whose code opens their place, and is asked for no money", async () => {
      const event = await makeEvent(5);
      const who = somebody();
      const first = await joinFrom(event, who, "102.176.1.1", PAID);
      expect(first.outcome).toBe("payment");
      // Beside a payment there is no page for a code.
      await joinFrom(event, who, "102.176.2.1", PAID);
      expect((await letterTo(person(who).email)).code).toBe("");
      expect(await pay(await orderOf(event))).toBe("fulfilled");
      const at = new Date(Date.now() + MAIL_AGAIN_MS + 1_000);
      const from = { ip: "102.176.3.1", browser: { id: "a third", known: true } };
      const receipt = receiptOf(await join(event, who, PAID, at, from));
      expect(await registrationsOf(event)).toHaveLength(2);
      const { code, template } = await letterTo(person(who).email);
      expect(template).toBe("registration-link");
      const [own] = await registrationsOf(event);
      expect(await prove(receipt, { code })).toEqual({ outcome: "known", ticketToken: own?.token });
    });

    test("however often the form is sent, the address is written to now and then", async () => {
      const event = await makeEvent(5);
      const who = somebody();
      let now = Date.now();
      const again = (ip: string) =>
        join(event, who, FREE, new Date(now), { ip, browser: { id: ip, known: true } });
      await again("102.176.1.1");
      for (let n = 0; n < 3; n++) await again(`102.176.2.${n}`);
      expect(await lettersTo(person(who).email)).toHaveLength(1);
      for (let n = 0; n < 10; n++) {
        now += MAIL_AGAIN_MS + 1_000;
        await again(`102.176.3.${n}`);
      }
      expect(await lettersTo(person(who).email)).toHaveLength(MAILS_A_DAY);
      now += 24 * 60 * 60_000;
      await again("102.176.4.1");
      expect(await lettersTo(person(who).email)).toHaveLength(MAILS_A_DAY + 1);
      expect(await statusesOf(event)).toEqual(["confirmed"]);
    });
  });

  test("whoever registers the whole world with one address fills no mailbox and takes no place for it", async () => {
    const event = await makeEvent(100);
    const email = `victim-${somebody()}@example.org`;
    for (let n = 0; n < 40; n++) {
      const request = { ...person(n), email, firstName: `Nom ${n}` };
      const from = readSender(`${email} ${n}`);
      expect((await register(event, request, { language: "fr", from })).outcome).toBe("message");
    }
    expect(await lettersTo(email)).toHaveLength(30);
    expect(await countsOf(event)).toMatchObject({ current: 30 });
    // Staff see the others.
    expect((await statusesOf(event)).filter((status) => status === "waiting")).toHaveLength(10);
  });
});
