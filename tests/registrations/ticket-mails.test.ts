import { startApp } from "../../app/core/app.ts";
import "../mail/settings.ts";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { folder, type Transport } from "../../app/mail/mail.server.ts";
import { sendQueued } from "../../app/mail/send.jobs.server.ts";
import { moveRegistration } from "../../app/registrations/admin/corrections.staff.server.ts";
import { readCode } from "../../app/registrations/registrations.mail.ts";
import { ticketMailChecks } from "../../app/registrations/tickets/ticket-attachments.system.server.ts";
import { insertRow } from "../database/tables.ts";
import expectations from "../expectations/registrations/registrations.mail-expectations.ts";
import { parseMail } from "../mail/parse-mail.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { readPdfIn } from "../support/read-pdf.ts";
import { FREE, followChanges, join, makeEvent, registrationsOf } from "./event.ts";

// Mails wait for a mail server that is away, and what they are about changes meanwhile: everybody ends up with
// one ticket, and it is the right one.

startApp({ mailChecks: ticketMailChecks });
const ADMIN = newId();

test("a mail that is written anew keeps its code", () => {
  for (const language of ["fr", "en"] as const) {
    const { confirmed, confirmedForm } = expectations.toVisitors(language, "Awa 123456");
    expect(readCode(confirmedForm.mail)).toBe("042137");
    expect(readCode(confirmed.mail)).toBeUndefined();
  }
});

withDatabase((_engine, database) => {
  const box = mkdtempSync(path.join(tmpdir(), "tickets-"));
  let opened: Transport;
  let event: string;
  let elsewhere: string;

  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" })),
  );
  beforeEach(async () => {
    await database().asOwner("delete from mail_outbox");
    await database().asOwner("update event_changes set done_at = now()");
    event = await makeEvent(3, { title: "Coupe A", date: "2031-06-15", time: "10:00" });
    elsewhere = await makeEvent(3, { title: "Coupe B", date: "2031-07-20", time: "10:00" });
    await join(event, 1, FREE);
  });
  afterAll(() => rmSync(box, { recursive: true, force: true }));

  /** What leaves now: of each mail its words, and those of the ticket in it. */
  const leaving = async () => {
    rmSync(box, { recursive: true, force: true });
    mkdirSync(box, { recursive: true });
    opened = folder(box);
    await sendQueued(opened);
    return Promise.all(
      readdirSync(box).map(async (name) => {
        const raw = readFileSync(path.join(box, name));
        const text = raw.toString("latin1");
        const mail = parseMail(Buffer.from(text.replaceAll(/\r?\n/g, "\r\n"), "latin1"));
        const hasTicket = text.includes("application/pdf");
        // Whoever shows a code has it.
        expect(mail.html.includes("cid:ticket-code")).toBe(/Content-ID: <ticket-code>/i.test(text));
        return {
          subject: mail.subject,
          text: mail.text,
          ticket: hasTicket ? (await readPdfIn(raw)).text : "",
        };
      }),
    );
  };
  const idOf = async () => {
    const [row] = await database().asOwner<{ id: string }>(
      sql`select id from event_registrations where event_id in (${event}, ${elsewhere})`,
    );
    return row?.id ?? "";
  };
  const move = async (to: string) => {
    const id = await idOf();
    await asStaff({ id: ADMIN }, (db) =>
      moveRegistration(db, id, { event_id: to, price_id: FREE }),
    );
  };
  const postpone = async (date: string) => {
    await database().asOwner(sql`insert into event_changes (id, event_id, kind, previous, decided_by)
      select ${newId()}, id, 'moved', jsonb_build_object('date', date, 'time', time, 'end_date', end_date,
        'end_time', end_time, 'location', location, 'location_en', location_en), ${ADMIN}
      from events where id = ${event}`);
    await database().asOwner(sql`update events set date = ${date} where id = ${event}`);
  };

  test("a confirmation says when its event is as it leaves", async () => {
    await postpone("2031-08-02");
    const [mail, ...more] = await leaving();
    expect(more).toEqual([]);
    expect(mail?.subject).toContain("Inscription confirmée");
    for (const words of [mail?.text, mail?.ticket]) {
      expect(words).toContain("2 août 2031");
      expect(words).not.toContain("15 juin");
    }
  });

  test("whoever is moved before it leaves gets one mail, with the ticket of the other event", async () => {
    await move(elsewhere);
    const [mail, ...more] = await leaving();
    expect(more).toEqual([]);
    expect(mail?.subject).toContain("Inscription déplacée");
    expect(mail?.ticket).toContain("Coupe B");
    expect(mail?.ticket).not.toContain("Coupe A");
  });

  test("whoever is moved after it left gets the other ticket, and of two moves the last", async () => {
    expect((await leaving())[0]?.ticket).toContain("Coupe A");
    await move(elsewhere);
    expect((await leaving()).map(({ ticket }) => ticket.includes("Coupe B"))).toEqual([true]);
    await move(event);
    await move(elsewhere);
    const mails = await leaving();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.ticket).toContain("Coupe B");
  });

  test("whoever holds a ticket of a day that changes gets one of the new day", async () => {
    await leaving();
    await postpone("2031-08-02");
    await followChanges();
    const [mail, ...more] = await leaving();
    expect(more).toEqual([]);
    expect(mail?.subject).toContain("Changement");
    expect(mail?.ticket).toContain("2 août 2031");
  });

  test("no ticket leaves for a place that was given back, or to an address of before", async () => {
    await move(elsewhere);
    const [row] = await registrationsOf(elsewhere);
    expect(row).toBeDefined();
    await database().asOwner(
      sql`update event_registrations set email = 'new@example.org' where id = ${await idOf()}`,
    );
    expect(await leaving()).toEqual([]);
  });
});
