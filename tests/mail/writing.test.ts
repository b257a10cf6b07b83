import "./settings.ts";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { storeMessage } from "../../app/contact/contact.visitor.server.ts";
import { asVisitor } from "../../app/core/database/doors/doors.server.ts";
import { mayAlsoWriteTo, mayWriteTo } from "../../app/mail/outbox.visitor.server.ts";
import { withDatabase } from "../support/database/test-database.ts";

// How much anybody can make us write to addresses that are not theirs.

const times = (count: number, work: (n: number) => boolean) =>
  Array.from({ length: count }, (_, n) => work(n)).filter(Boolean).length;

test("one address is written to thirty times a day, however it is spelt", () => {
  expect(times(40, (n) => mayWriteTo(n % 2 ? "Victim@example.org" : "victim@example.org"))).toBe(
    30,
  );
  expect(mayWriteTo("other@example.org")).toBe(true);
});

test("one network makes us write forty mails that nobody waits for, an address of everybody any number", () => {
  expect(times(60, (n) => mayAlsoWriteTo(`a${n}@example.org`, "41.223.7.9"))).toBe(40);
  expect(mayAlsoWriteTo("b@example.org", "41.223.7.10")).toBe(true);
  expect(times(60, (n) => mayAlsoWriteTo(`c${n}@example.org`, undefined))).toBe(60);
});

withDatabase((_engine, database) => {
  test("beyond that a message is kept for staff, and no mail is sent", async () => {
    const message = {
      name: "Hawa",
      email: "h@example.org",
      subject: "Club",
      message: "Un message.",
    };
    const count = async () => {
      const [row] = await database().asOwner(sql`select
        (select count(*)::int from contact_messages) as messages,
        (select count(*)::int from mail_outbox) as mails`);
      return row;
    };
    await asVisitor((db) => storeMessage(db, message, "fr", true));
    expect(await count()).toEqual({ messages: 1, mails: 2 });
    await asVisitor((db) => storeMessage(db, message, "fr", false));
    expect(await count()).toEqual({ messages: 2, mails: 2 });
  });
});
