import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { asSystem, asVisitor } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { ageOn } from "../../app/core/values/age.ts";
import { findPersonRules } from "../../app/events/events.visitor.server.ts";
import { CONSENTS } from "../../app/guardians/guardian.ts";
import { readMinorAge } from "../../app/guardians/minor-age.visitor.server.ts";
import { isoDay } from "../../app/i18n/format.ts";
import { readApplication } from "../../app/membership/apply/membership.system.server.ts";
import { renewalToken } from "../../app/membership/renewal/reminders.operations.server.ts";
import { readRenewal } from "../../app/membership/renewal/renewal.system.server.ts";
import type { RegistrationRequest } from "../../app/registrations/register/registration-schema.ts";
import { register } from "../../app/registrations/register/visitor-registration.system.server.ts";
import { readTicket } from "../../app/registrations/tickets/tickets.system.server.ts";
import { forgetSettings } from "../../app/settings/settings.visitor.server.ts";
import { insertRow } from "../database/tables.ts";
import { rowsOf, withDatabase } from "../support/database/test-database.ts";
import {
  application,
  apply,
  browserOf,
  GUARDIAN,
  membersOf,
  offerTypes,
  only,
  openOrderOf,
  TODAY,
} from "./applicants.ts";
import {
  countsOf,
  makeEvent,
  orderOf,
  PAID,
  pay,
  person,
  readSender,
  registrationsOf,
  tokenOf,
} from "./event.ts";

/** A birthday so many years before a day, and one later. */
const yearsBefore = (day: string, years: number) =>
  `${Number(day.slice(0, 4)) - years}${day.slice(4)}`;
const dayAfter = (day: string) => isoDay(new Date(Date.parse(day) + 86_400_000));

const EVENT_DAY = "2031-07-01";
const OF_AGE = yearsBefore(EVENT_DAY, 18);
const MINOR = dayAfter(OF_AGE);

const KEPT = sql.raw(
  `guardian_name as name, guardian_phone as phone, guardian_relation as relation,
   guardian_consent as consent, guardian_consent_at as at`,
);

withDatabase((_engine, database) => {
  beforeAll(offerTypes);

  const setMajority = async (age: number) => {
    await database().asOwner(sql`
      insert into site_settings (id, setting_key, setting_value, is_public)
      values (${newId()}, 'minors', ${JSON.stringify({ age })}::jsonb, true)
      on conflict (setting_key) do update set setting_value = excluded.setting_value`);
    forgetSettings();
    expect(await readMinorAge()).toBe(age);
  };
  afterEach(() => setMajority(18));

  const keptOf = async (table: string, id: string) => {
    const [row] = await database().asOwner<{ consent: string | null; at: Date | string | null }>(
      sql`select ${KEPT} from ${sql.identifier(table)} where id = ${id}`,
    );
    return row;
  };
  const join = (event: string, change: Partial<RegistrationRequest>, who = newId()) =>
    register(event, { ...person(who), ...change }, { language: "en", from: readSender(who) });

  describe("an application of a minor", () => {
    const birthDate = yearsBefore(TODAY, 12);

    test("keeps the guardian, with the text in the language that was read, and when", async () => {
      const before = Date.now();
      const token = await apply(application("child", { birthDate, guardian: GUARDIAN }), "en");
      const { id } = await only("child");
      const kept = await keptOf("members", id);
      expect(kept).toMatchObject({
        name: "Fatou Soumah",
        phone: "+224622000001",
        relation: "mother",
        consent: CONSENTS["1"]?.membership.en,
      });
      expect(new Date(kept?.at ?? 0).getTime()).toBeGreaterThanOrEqual(before - 1_000);
      // Their own page names who agreed, and does not say how to reach them.
      const shown = await readApplication(token ?? "");
      expect(shown).toMatchObject({ guardian: { name: "Fatou Soumah", relation: "mother" } });
      expect(JSON.stringify(shown)).not.toContain("622000001");
    });

    test("is refused by the database without one, and with half of one", async () => {
      const refused = (work: Promise<unknown>, constraint: string) =>
        expect(work).rejects.toMatchObject({ cause: { code: "23514", constraint } });
      await refused(apply(application("alone", { birthDate }), "fr"), "members_minor");
      expect(await membersOf("alone")).toEqual([]);
      const half = { birth_date: birthDate, guardian_name: "Fatou" };
      await refused(
        asSystem("test", (db) => insertRow(db, "members", half)),
        "members_guardian",
      );
      await apply(application("grown"), "fr");
      const { id } = await only("grown");
      const younger = sql`update members set birth_date = ${birthDate} where id = ${id}`;
      await refused(
        asSystem("test", (db) => db.execute(younger)),
        "members_minor",
      );
    });

    test("sent again by one who has come of age keeps nothing of a guardian", async () => {
      await apply(application("grew", { birthDate, guardian: GUARDIAN }), "fr");
      const { id } = await only("grew");
      await apply(
        application("grew", { birthDate, guardian: { ...GUARDIAN, name: "Père" } }),
        "fr",
      );
      expect(await keptOf("members", id)).toMatchObject({ name: "Père" });
      const adult = { birthDate: yearsBefore(TODAY, 18) };
      await apply(application("adult", adult), "fr");
      expect((await keptOf("members", (await only("adult")).id))?.consent).toBeNull();
    });

    test("two children of one parent, in one browser: each has their own, and pays for it", async () => {
      const from = browserOf("mother");
      const child = (firstName: string, birth: string) =>
        application("house", { firstName, birthDate: birth, guardian: GUARDIAN });
      const tokens = [
        await apply(child("Aminata", yearsBefore(TODAY, 9)), "fr", from),
        await apply(child("Ibrahima", yearsBefore(TODAY, 12)), "fr", from),
        // Sent again, it is the first one's.
        await apply(child("Aminata", yearsBefore(TODAY, 9)), "fr", from),
      ];
      expect(tokens[2]).toBe(tokens[0]);
      expect(tokens[1]).not.toBe(tokens[0]);
      const [first, second, ...others] = await membersOf("house");
      expect(others).toEqual([]);
      expect(await pay(await openOrderOf(second?.id ?? ""))).toBe("fulfilled");
      expect((await membersOf("house")).map(({ status }) => status)).toEqual(["pending", "active"]);
      expect(await pay(await openOrderOf(first?.id ?? ""))).toBe("fulfilled");
      expect((await membersOf("house")).map(({ status }) => status)).toEqual(["active", "active"]);
    });

    test("a renewal is filled in with the guardian, and not any more from 18 on", async () => {
      await apply(application("again", { birthDate, guardian: GUARDIAN }), "fr");
      const { id } = await only("again");
      const end = "2031-01-01";
      await database().asOwner(
        sql`update members set status = 'active', membership_end = ${end} where id = ${id}`,
      );
      const token = renewalToken({ id, email: "again@example.org", end });
      const values = async () => (await readRenewal(token))?.values;
      expect(await values()).toMatchObject({
        guardianName: "Fatou Soumah",
        guardianPhone: "+224622000001",
        guardianRelation: "mother",
      });
      // What was agreed to for last year is asked anew.
      expect(await values()).not.toHaveProperty("guardianConsent");
      await database().asOwner(
        sql`update members set birth_date = ${yearsBefore(TODAY, 18)} where id = ${id}`,
      );
      expect(Object.keys((await values()) ?? {}).filter((name) => /guardian/.test(name))).toEqual(
        [],
      );
    });
  });

  describe("a place for a minor", () => {
    test("keeps the guardian, counted on the day of the event alone", async () => {
      const event = await makeEvent(9, { date: EVENT_DAY });
      const answer = await join(event, { birthDate: MINOR, guardian: GUARDIAN });
      expect(answer.outcome).toBe("confirmed");
      const [row] = await registrationsOf(event);
      expect(await keptOf("event_registrations", row?.id ?? "")).toMatchObject({
        name: "Fatou Soumah",
        consent: CONSENTS["1"]?.event.en,
      });
      expect(await readTicket(tokenOf(answer))).toMatchObject({ guardian_name: "Fatou Soumah" });
      // A minor today, of age on the day: nobody is asked.
      expect((await join(event, { birthDate: OF_AGE })).outcome).toBe("confirmed");
    });

    test("is not given without one, nor to ages that the event is not for", async () => {
      const event = await makeEvent(9, { date: EVENT_DAY, min_age: 16, max_age: 20 });
      expect(await join(event, { birthDate: MINOR })).toEqual({
        outcome: "refused",
        errors: { guardianName: "validation.guardian.guardianName" },
      });
      for (const birthDate of [dayAfter(yearsBefore(EVENT_DAY, 16)), yearsBefore(EVENT_DAY, 21)]) {
        expect(await join(event, { birthDate, guardian: GUARDIAN })).toEqual({
          outcome: "refused",
          errors: { birthDate: "validation.ages.between" },
        });
      }
      expect(await countsOf(event)).toMatchObject({ current: 0, placed: 0 });
      const straight = { event_id: event, birth_date: MINOR };
      await expect(
        asSystem("test", (db) => insertRow(db, "event_registrations", straight)),
      ).rejects.toMatchObject({ cause: { constraint: "event_registrations_minor" } });
    });

    test("follows the setting of the moment, and leaves alone what is there", async () => {
      const event = await makeEvent(9, { date: EVENT_DAY });
      expect((await join(event, { birthDate: OF_AGE })).outcome).toBe("confirmed");
      await setMajority(21);
      expect((await join(event, { birthDate: OF_AGE })).outcome).toBe("refused");
      const [row] = await registrationsOf(event);
      const late = sql`update event_registrations set phone = '+224622000009' where id = ${row?.id}`;
      await asSystem("test", (db) => db.execute(late));
    });

    test("two children of one parent, in one browser: places, money and tickets apart", async () => {
      const event = await makeEvent(3, { date: EVENT_DAY });
      const from = readSender("parent");
      const child = (firstName: string, birthDate: string) =>
        register(
          event,
          { ...person("parent", PAID), firstName, birthDate, guardian: GUARDIAN },
          { language: "fr", from },
        );
      const first = await child("Aminata", yearsBefore(EVENT_DAY, 9));
      const second = await child("Ibrahima", yearsBefore(EVENT_DAY, 12));
      expect([first.outcome, second.outcome]).toEqual(["payment", "payment"]);
      expect(tokenOf(second)).not.toBe(tokenOf(first));
      // The form of the first one, sent again, leads to what they have.
      expect(await child("Aminata", yearsBefore(EVENT_DAY, 9))).toEqual(first);
      expect(await countsOf(event)).toMatchObject({ current: 2, placed: 2 });
      expect(await pay(await orderOf(event, 1))).toBe("fulfilled");
      const tickets = [await readTicket(tokenOf(first)), await readTicket(tokenOf(second))];
      expect(tickets.map((ticket) => [ticket?.first_name, ticket?.status])).toEqual([
        ["Aminata", "held"],
        ["Ibrahima", "confirmed"],
      ]);
      expect(tickets[0]?.token).not.toBe(tickets[1]?.token);
    });
  });

  describe("the gamertag", () => {
    test("is asked for by tournaments and championships, unless staff say otherwise", async () => {
      const asks = async (values: object) => {
        const id = await makeEvent(1, values);
        return (await asVisitor((db) => findPersonRules(db, id)))?.asks_gamertag;
      };
      expect(await asks({ category: "Tournoi" })).toBe(true);
      expect(await asks({ category: "Championnat" })).toBe(true);
      expect(await asks({ category: "Formation" })).toBe(false);
      expect(await asks({ category: "Conférence" })).toBe(false);
      expect(await asks({ category: "Formation", asks_gamertag: true })).toBe(true);
      expect(await asks({ category: "Tournoi", asks_gamertag: false })).toBe(false);
    });

    test("is kept where it is asked for, refused where it is missing, and null elsewhere", async () => {
      const playerOf = async (event: string) => {
        const [row] = await registrationsOf(event);
        return asSystem("test", (db) =>
          rowsOf(db, sql`select gamertag, platform from event_registrations where id = ${row?.id}`),
        );
      };
      const talk = await makeEvent(2, { asks_gamertag: false });
      const answer = await join(talk, {});
      expect(await playerOf(talk)).toEqual([{ gamertag: null, platform: null }]);
      expect(await readTicket(tokenOf(answer))).toMatchObject({ gamertag: null });
      const cup = await makeEvent(2, { asks_gamertag: true });
      expect(await join(cup, { gamertag: null, platform: null })).toEqual({
        outcome: "refused",
        errors: {
          gamertag: "validation.registration.gamertag",
          platform: "validation.registration.platform",
        },
      });
      await join(cup, { gamertag: "hawa224" });
      expect(await playerOf(cup)).toEqual([{ gamertag: "hawa224", platform: "mobile" }]);
    });
  });

  test("PostgreSQL counts ages as we do, leap days too", async () => {
    const days = ["2024-02-29", "2026-02-28", "2026-03-01", "2028-02-29", EVENT_DAY];
    const births = ["2008-02-28", "2008-02-29", "2008-03-01", "2010-12-31", OF_AGE, MINOR];
    const pairs = days.flatMap((day) => births.map((birth) => ({ day, birth })));
    const rows = await database().asOwner<{ age: number }>(sql`
      select extract(year from age(day, birth))::int as age
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pairs (day date, birth date)`);
    expect(rows.map(({ age }) => age)).toEqual(pairs.map(({ day, birth }) => ageOn(birth, day)));
  });
});
