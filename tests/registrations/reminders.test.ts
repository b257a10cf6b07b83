import { startApp } from "../../app/core/app.ts";
import "../mail/settings.ts";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as path } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../app/core/process/clock.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { folder, type Transport } from "../../app/mail/mail.server.ts";
import { sendQueued } from "../../app/mail/send.jobs.server.ts";
import { eraseForStaff, readPerson } from "../../app/people/people.system.server.ts";
import { sendTicketAgain } from "../../app/registrations/admin/corrections.staff.server.ts";
import { remindOfEvents } from "../../app/registrations/places/reminders.jobs.server.ts";
import { ticketMailChecks } from "../../app/registrations/tickets/ticket-attachments.system.server.ts";
import { giveUp } from "../../app/registrations/tickets/tickets.system.server.ts";
import { insertRow } from "../database/tables.ts";
import { parseMail } from "../mail/parse-mail.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { readPdfIn } from "../support/read-pdf.ts";
import { cancelEventOf, join, makeEvent, PAID, registrationsOf, tokenOf } from "./event.ts";

startApp({ mailChecks: ticketMailChecks });

const ADMIN = { id: newId(), name: "Mariama Bah" };
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff(ADMIN, work);
const at = (moment: string) => setClock(() => Date.parse(moment));
const address = (n: number | string) => `person-${n}@example.org`;

// The event is on the 15th at ten; reminders go from the 14th at nine.
const LONG_BEFORE = "2031-06-01T08:00:00Z";
const MORNING = "2031-06-14T09:00:00Z";

withDatabase((_engine, database) => {
  const box = mkdtempSync(path(tmpdir(), "reminders-"));
  let event: string;
  let opened: Transport;

  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN.id, role: "admin" })),
  );
  beforeEach(async () => {
    at(LONG_BEFORE);
    rmSync(box, { recursive: true, force: true });
    opened = folder(box);
    await database().asOwner("update events set status = 'completed'");
    await database().asOwner("delete from mail_outbox");
    event = await makeEvent(3, { date: "2031-06-15", time: "10:00" });
  });
  afterEach(() => setClock());
  afterAll(() => rmSync(box, { recursive: true, force: true }));

  const enter = (n: number | string, package_?: string) =>
    join(event, n, package_, new Date(LONG_BEFORE));
  const queued = () =>
    database().asOwner<{ template: string; recipient: string; key: string; text_body: string }>(
      "select template, recipient, key, text_body from mail_outbox where template = 'event-reminder' order by recipient",
    );
  const recipients = async () => (await queued()).map(({ recipient }) => recipient);
  const forget = () => database().asOwner("delete from mail_outbox");
  const send = async () => {
    await sendQueued(opened);
    mkdirSync(box, { recursive: true });
    return readdirSync(box).map((name) => readFileSync(path(box, name)));
  };
  const owner = (statement: string) => database().asOwner(sql.raw(statement));

  test("everybody with a place is reminded once, the day before, whoever looks how often", async () => {
    await enter(1);
    await enter(2);
    await enter(3, PAID);
    await enter("waits");
    at("2031-06-14T08:59:59Z");
    await remindOfEvents();
    expect(await queued()).toEqual([]);
    at(MORNING);
    await Promise.all([remindOfEvents(), remindOfEvents()]);
    expect(await recipients()).toEqual([address(1), address(2)]);
    await sendQueued(opened);
    at("2031-06-14T12:00:00Z");
    await remindOfEvents();
    at("2031-06-15T09:59:00Z");
    await remindOfEvents();
    expect(await recipients()).toEqual([address(1), address(2)]);
    const [mail] = await queued();
    const [registration] = await registrationsOf(event);
    expect(mail?.key).toBe(`event-reminder:${registration?.id}:2031-06-15 10:00`);
  });

  test("what was missed is not made up for once the event has begun, or is over", async () => {
    await enter(1);
    for (const moment of ["2031-06-15T10:00:00Z", "2031-06-20T09:00:00Z"]) {
      at(moment);
      await remindOfEvents();
    }
    expect(await queued()).toEqual([]);
  });

  test("whoever got the ticket since the reminders began is not reminded of it", async () => {
    await enter(1);
    await enter(2);
    await forget();
    at("2031-06-14T15:00:00Z");
    await join(event, "late", undefined, new Date("2031-06-14T15:00:00Z"));
    const [, second] = await registrationsOf(event);
    await asAdmin((db) => sendTicketAgain(db, second?.id ?? ""));
    await remindOfEvents();
    expect(await recipients()).toEqual([address(1)]);
  });

  test("more than one step of the job reaches everybody, and a job that stops goes on", async () => {
    event = await makeEvent(null, { date: "2031-06-15", time: "10:00" });
    await enter("first");
    await owner(`insert into event_registrations (id, event_id, reference, ticket_token, first_name, last_name, email, phone, birth_date, price_id, price_name, amount, currency, language, status, confirmed_at, gamertag, platform)
      select gen_random_uuid(), event_id, 'R-' || n, 'token-' || n, 'P' || n, last_name, 'p' || n || '@example.org', phone, birth_date, price_id, price_name, amount, currency, language, status, confirmed_at, gamertag, platform
      from event_registrations, generate_series(1, 449) n where event_id = '${event}'`);
    at(MORNING);
    const stopping = new AbortController();
    const running = remindOfEvents(stopping.signal);
    stopping.abort();
    await running;
    expect((await queued()).length).toBeLessThanOrEqual(200);
    await remindOfEvents();
    const people = await recipients();
    expect(people).toHaveLength(450);
    expect(new Set(people).size).toBe(450);
  });

  describe("the message", () => {
    test("is the ticket: its code inside, one page beside it, light, and whole as text", async () => {
      await enter(1);
      await forget();
      at(MORNING);
      await remindOfEvents();
      const [row] = await database().asOwner("select * from mail_outbox");
      expect(JSON.stringify(row)).not.toMatch(/PDF-|PNG|base64/);
      const [raw, ...more] = await send();
      expect(more).toEqual([]);
      if (!raw) throw new Error("nothing left");
      expect(raw.length).toBeLessThan(60_000);
      const text = raw.toString("latin1");
      const [registration] = await database().asOwner<{ reference: string; ticket_token: string }>(
        sql`select reference, ticket_token from event_registrations where event_id = ${event}`,
      );
      const reference = registration?.reference ?? "";
      const mail = parseMail(Buffer.from(text.replaceAll(/\r?\n/g, "\r\n"), "latin1"));
      expect(mail.html).toContain(
        `<img src="cid:ticket-code" alt="Code QR du billet ${reference}" width="220" height="220"`,
      );
      expect(text).toMatch(/Content-ID: <ticket-code>/i);
      expect(text).toContain(`filename=${reference}.pdf`);
      for (const word of [reference, "dimanche 15 juin 2031, 10\u00a0h", "Conakry", "Gratuit"]) {
        expect(mail.text).toContain(word);
      }
      expect(mail.text).toContain(`https://fge.example/tickets/${registration?.ticket_token}`);
      const page = await readPdfIn(raw);
      expect(page.pages).toBe(1);
      for (const word of [reference, "Aïssatou Bah 1", "Gratuit", "contact@"]) {
        expect(page.text).toContain(word);
      }
      const [after] = await database().asOwner("select * from mail_outbox");
      expect(after).toMatchObject({ status: "kept", text_body: "", html_body: "" });
    });

    test("of a confirmation is the same, so that whoever comes late has the ticket too", async () => {
      await enter(1);
      const [raw] = await send();
      expect(raw?.toString("latin1")).toMatch(/Content-ID: <ticket-code>/i);
      expect(raw?.toString("latin1")).toContain("application/pdf");
    });

    test("has no code where there is no entrance", async () => {
      await owner(`update events set type = 'online' where id = '${event}'`);
      await enter(1);
      await forget();
      at(MORNING);
      await remindOfEvents();
      const [raw] = await send();
      expect(raw?.toString("latin1")).not.toMatch(/cid:|application\/pdf|image\/png/);
    });

    test.each([
      ["an emoji", "Awa 😀", "Bah 👩‍👧‍👦"],
      ["letters from right to left", "محمد", "שלום"],
      ["a name of two hundred letters", "A".repeat(100), "b ".repeat(100)],
    ])("leaves for %s in a name", async (_, first, last) => {
      await enter(1);
      await forget();
      await database().asOwner(
        sql`update event_registrations set first_name = ${first}, last_name = ${last} where event_id = ${event}`,
      );
      at(MORNING);
      await remindOfEvents();
      const [raw] = await send();
      expect((await readPdfIn(raw)).pages).toBe(1);
    });
  });

  describe("what is not so any more when it would leave does not leave", () => {
    beforeEach(async () => {
      await enter(1);
      await forget();
      at(MORNING);
      await remindOfEvents();
      expect(await recipients()).toEqual([address(1)]);
    });
    const reminders = async () =>
      (await send())
        .map((raw) => raw.toString("latin1"))
        .filter((raw) => /Subject: .*Rappel|Subject: Reminder/.test(raw));

    test("the event is cancelled", async () => {
      await asAdmin((db) => cancelEventOf(db, event));
      expect(await reminders()).toEqual([]);
      await remindOfEvents();
      expect(await queued()).toEqual([]);
    });

    test("the place is given up", async () => {
      const [registration] = await registrationsOf(event);
      await giveUp(registration?.token ?? "", address(1));
      expect(await reminders()).toEqual([]);
    });

    test("the event has begun", async () => {
      at("2031-06-15T10:00:00Z");
      expect(await reminders()).toEqual([]);
    });

    test("the person is erased", async () => {
      const [registration] = await registrationsOf(event);
      const id = registration?.id ?? "";
      const seen = (await readPerson(id))?.seen ?? "";
      await eraseForStaff(ADMIN, id, seen).catch(() => undefined);
      await owner(`delete from event_registrations where event_id = '${event}'`);
      expect(await reminders()).toEqual([]);
    });

    test("the event moves to another day, of which it reminds then", async () => {
      await owner(`update events set date = '2031-06-22' where id = '${event}'`);
      expect(await reminders()).toEqual([]);
      at("2031-06-21T09:00:00Z");
      await remindOfEvents();
      expect(await reminders()).toHaveLength(1);
    });

    test("an event that moves after it left reminds of its new day too, once", async () => {
      expect(await reminders()).toHaveLength(1);
      await owner(`update events set date = '2031-06-22' where id = '${event}'`);
      at("2031-06-21T09:00:00Z");
      await remindOfEvents();
      await remindOfEvents();
      expect(await reminders()).toHaveLength(2);
    });

    test("another place, language or address is said instead", async () => {
      await owner(
        `update event_registrations set language = 'en', email = 'new@example.org' where event_id = '${event}'`,
      );
      await owner(`update events set location = 'Kindia' where id = '${event}'`);
      expect(await reminders()).toEqual([]);
      await remindOfEvents();
      const [raw, ...more] = await reminders();
      expect(more).toEqual([]);
      expect(raw).toMatch(/^To: new@example\.org/m);
      expect(raw).toContain("Kindia");
    });

    test("a process that dies after the server took it sends it again under the same id", async () => {
      const ids: string[] = [];
      const dying: Transport = {
        async send(message) {
          ids.push(message.messageId);
          await owner("alter table mail_outbox rename to mail_outbox_away");
        },
      };
      await expect(sendQueued(dying)).rejects.toThrow();
      await owner("alter table mail_outbox_away rename to mail_outbox");
      at("2031-06-14T09:11:00Z");
      const by: Transport = { send: async ({ messageId }) => void ids.push(messageId) };
      await sendQueued(by);
      expect(ids).toHaveLength(2);
      expect(new Set(ids).size).toBe(1);
    });
  });

  test("a confirmation does not leave for somebody whose place is gone or whose address was another's", async () => {
    const first = await enter(1);
    await enter(2);
    await giveUp(tokenOf(first), address(1));
    await owner(
      `update event_registrations set email = 'new@example.org' where email = '${address(2)}'`,
    );
    await enter(3);
    const left = (await send()).map((raw) => raw.toString("latin1"));
    const confirmations = left.filter((raw) => /^Subject:[^:]*Inscription[^:]*confirm/m.test(raw));
    expect(confirmations.map((raw) => /^To: (.*)$/m.exec(raw)?.[1])).toEqual([address(3)]);
  });
});
