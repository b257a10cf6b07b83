import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { CONSENT_ON_PAPER } from "../../app/guardians/guardian.ts";
import { parseListQuery } from "../../app/records/list/list-query.ts";
import {
  correctRegistration,
  moveRegistration,
} from "../../app/registrations/admin/corrections.staff.server.ts";
import { ageNotice, findWarning } from "../../app/registrations/admin/registration-labels.ts";
import { REGISTRATION_LIST } from "../../app/registrations/admin/registration-list.ts";
import { createRegistration } from "../../app/registrations/admin/staff-registration.staff.server.ts";
import {
  correctionSchema,
  packageValue,
  staffRegistrationSchema,
} from "../../app/registrations/admin/staff-registration-schema.ts";
import { checkIn, listArrivals } from "../../app/registrations/door/door.staff.server.ts";
import {
  listRegistrations,
  readRegistrations,
} from "../../app/registrations/registrations.staff.server.ts";
import { insertRow } from "../database/tables.ts";
import { FREE, makeEvent, registrationsOf } from "../registrations/event.ts";
import { withDatabase } from "../support/database/test-database.ts";

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);

const EVENT_DAY = "2031-07-01";
const OF_AGE = "2013-07-01";
const MINOR = "2013-07-02";
const GUARDIAN = {
  guardianName: "Fatou Bah",
  guardianPhone: "622 00 00 01",
  guardianRelation: "mother",
};
const ON_PAPER = { ...GUARDIAN, guardianPaper: "on" };

const person = (over: object = {}) => ({
  firstName: "Aïssatou",
  lastName: "Bah",
  email: `${newId()}@example.org`,
  phone: "622 12 34 56",
  birthDate: "2001-02-03",
  gamertag: "aissa",
  platform: "pc",
  language: "fr",
  ...over,
});
const enter = (event: string, over: object = {}) =>
  asAdmin((db) =>
    createRegistration(
      db,
      staffRegistrationSchema.parse({
        ...person(over),
        package: packageValue(event, FREE),
        key: newId(),
      }),
    ),
  );
const correct = (id: string, over: object = {}) =>
  asAdmin((db) =>
    correctRegistration(db, id, correctionSchema.parse({ ...person(over), price_id: FREE })),
  );
const refused = (work: Promise<unknown>, field: string, message = /./) =>
  expect(work).rejects.toMatchObject({ field, message: expect.stringMatching(message) });

withDatabase((_engine, database) => {
  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" })),
  );

  const rowOf = async (table: string, id: string) => {
    const [row] = await database().asOwner<Record<string, string | null>>(
      sql`select * from ${sql.identifier(table)} where id = ${id}`,
    );
    return row;
  };
  const listed = async (event: string) => {
    const query = parseListQuery(REGISTRATION_LIST, new URLSearchParams({ event }));
    return asAdmin(async (db) => (await listRegistrations(db, query)).rows);
  };

  describe("at the desk, a minor", () => {
    test("is entered with a guardian whose paper was handed over, and not without", async () => {
      const event = await makeEvent(5, { date: EVENT_DAY });
      await refused(enter(event, { birthDate: MINOR }), "guardianName", /mineure/);
      await refused(
        enter(event, { birthDate: MINOR, ...GUARDIAN }),
        "guardianPaper",
        /accord écrit/,
      );
      expect(await registrationsOf(event)).toEqual([]);
      const { id } = await enter(event, { birthDate: MINOR, ...ON_PAPER });
      expect(await rowOf("event_registrations", id)).toMatchObject({
        guardian_name: "Fatou Bah",
        guardian_phone: "+224622000001",
        guardian_relation: "mother",
        guardian_consent: CONSENT_ON_PAPER,
      });
      // Of age on the day: what was written down of a guardian is not kept.
      const grown = await enter(event, { birthDate: OF_AGE, ...ON_PAPER });
      expect(await rowOf("event_registrations", grown.id)).toMatchObject({ guardian_name: null });
    });

    test("half of a guardian is told beside each field", () => {
      const values = { ...person(), package: packageValue(newId(), FREE), key: newId() };
      const { error } = staffRegistrationSchema.safeParse({ ...values, guardianName: "Fatou" });
      expect(error?.issues.map(({ path }) => path.join())).toEqual([
        "guardianPhone",
        "guardianRelation",
      ]);
    });

    test("is of an age that the event is for, whoever registers", async () => {
      const event = await makeEvent(5, { date: EVENT_DAY, min_age: 16, max_age: 20 });
      const sentence =
        /^Cet événement est ouvert aux joueurs de 16 à 20 ans à la date de l’événement\.$/;
      await refused(enter(event, { birthDate: "2016-01-01", ...ON_PAPER }), "birthDate", sentence);
      await refused(enter(event, { birthDate: "2001-01-01" }), "birthDate", sentence);
      expect((await enter(event, { birthDate: MINOR, ...ON_PAPER })).status).toBe("confirmed");
    });

    test("gives a gamertag where the event asks for one alone", async () => {
      const cup = await makeEvent(5, { asks_gamertag: true });
      const talk = await makeEvent(5, { asks_gamertag: false });
      const nothing = { gamertag: "", platform: "" };
      await refused(enter(cup, nothing), "gamertag", /gamertag/);
      await refused(enter(cup, { platform: "" }), "platform");
      const { id } = await enter(talk, { gamertag: "typed", platform: "pc" });
      expect(await rowOf("event_registrations", id)).toMatchObject({
        gamertag: null,
        platform: null,
      });
    });
  });

  describe("a correction", () => {
    test("that makes somebody a minor asks for the guardian; one that makes them of age lets go", async () => {
      const event = await makeEvent(5, { date: EVENT_DAY });
      const { id, email } = await enter(event);
      await refused(correct(id, { email, birthDate: MINOR }), "guardianName");
      await correct(id, { email, birthDate: MINOR, ...ON_PAPER });
      // The consent stands while the number is corrected.
      await correct(id, { email, birthDate: MINOR, ...GUARDIAN, guardianPhone: "622 00 00 02" });
      expect(await rowOf("event_registrations", id)).toMatchObject({
        guardian_phone: "+224622000002",
        guardian_consent: CONSENT_ON_PAPER,
      });
      await refused(correct(id, { email, birthDate: MINOR }), "guardianName");
      // Another guardian agrees for themselves; the same one may be spelt better.
      const other = { email, birthDate: MINOR, ...GUARDIAN, guardianName: "Mamadou Bah" };
      await refused(correct(id, other), "guardianPaper", /celui de Fatou Bah/);
      await correct(id, { email, birthDate: MINOR, ...GUARDIAN, guardianName: "BAH Fatoù" });
      const before = await rowOf("event_registrations", id);
      await correct(id, { ...other, guardianPaper: "on" });
      const after = await rowOf("event_registrations", id);
      expect(after).toMatchObject({ guardian_name: "Mamadou Bah" });
      expect(after?.guardian_consent_at).not.toEqual(before?.guardian_consent_at);
      await correct(id, { email, birthDate: OF_AGE });
      expect(await rowOf("event_registrations", id)).toMatchObject({ guardian_consent: null });
    });

    test("does not throw out whom later limits leave outside, and does not let anybody in past them", async () => {
      const event = await makeEvent(5, { date: EVENT_DAY });
      const { id, email } = await enter(event, { birthDate: "2001-01-01" });
      await database().asOwner(sql`update events set max_age = 25 where id = ${event}`);
      await correct(id, { email, birthDate: "2001-01-01", phone: "622 00 00 03" });
      await refused(
        correct(id, { email, birthDate: "2001-01-02" }),
        "birthDate",
        /25 ans et moins/,
      );
      const [row] = await listed(event);
      expect(row).toMatchObject({ age: 30, is_outside: true });
      expect(row && findWarning(row)?.label).toBe("Hors limite d’âge");
    });

    test("leaves without a guardian whom only the setting made a minor, and says so", async () => {
      const event = await makeEvent(5, { date: EVENT_DAY });
      const { id, email } = await enter(event, { birthDate: OF_AGE });
      await database().asOwner(sql`update events set date = '2031-06-30' where id = ${event}`);
      await correct(id, { email, birthDate: OF_AGE, phone: "622 00 00 04" });
      const [row] = await listed(event);
      expect(row).toMatchObject({ age: 17, guardian_name: null });
      expect(row && findWarning({ ...row, lacks_guardian: true })?.label).toBe(
        "Mineur sans responsable",
      );
    });

    test("keeps what was given to an event that asks for it no more, and asks nobody who was not asked", async () => {
      const event = await makeEvent(5, { asks_gamertag: true });
      const { id, email } = await enter(event);
      await database().asOwner(sql`update events set asks_gamertag = false where id = ${event}`);
      await correct(id, { email, gamertag: "", platform: "" });
      expect(await rowOf("event_registrations", id)).toMatchObject({ gamertag: "aissa" });
      const other = await enter(event);
      await database().asOwner(sql`update events set asks_gamertag = true where id = ${event}`);
      await correct(other.id, { email: other.email, gamertag: "", platform: "" });
      await refused(
        correct(other.id, { email: other.email, gamertag: "x1", platform: "" }),
        "platform",
      );
    });
  });

  describe("a move", () => {
    const move = (id: string, event_id: string, missing: object = {}) =>
      asAdmin((db) => moveRegistration(db, id, { event_id, price_id: FREE, ...missing }));

    test("to a day on which somebody is a minor asks for the guardian; after the birthday it does not", async () => {
      const later = await makeEvent(5, { date: EVENT_DAY });
      const earlier = await makeEvent(5, { date: "2031-06-30" });
      const { id } = await enter(later, { birthDate: OF_AGE });
      await refused(move(id, earlier), "guardianName", /mineure/);
      const guardian = { name: "Fatou Bah", phone: "+224622000001", relation: "mother" as const };
      await refused(
        move(id, earlier, { guardian: { ...guardian, isOnPaper: false } }),
        "guardianPaper",
      );
      await move(id, earlier, { guardian: { ...guardian, isOnPaper: true } });
      expect(await rowOf("event_registrations", id)).toMatchObject({ guardian_name: "Fatou Bah" });
      await move(id, later);
      expect(await rowOf("event_registrations", id)).toMatchObject({ guardian_name: null });
    });

    test("takes the guardian along, and does not pass by the ages", async () => {
      const from = await makeEvent(5, { date: EVENT_DAY });
      const to = await makeEvent(5, { date: EVENT_DAY });
      const adults = await makeEvent(5, { date: EVENT_DAY, min_age: 18 });
      const { id } = await enter(from, { birthDate: MINOR, ...ON_PAPER });
      await refused(move(id, adults), "package", /18 ans et plus/);
      await move(id, to);
      expect(await rowOf("event_registrations", id)).toMatchObject({
        event_id: to,
        guardian_consent: CONSENT_ON_PAPER,
      });
    });

    test("asks for the gamertag that the other event wants, and drops the one that it does not", async () => {
      const talk = await makeEvent(5, { asks_gamertag: false });
      const cup = await makeEvent(5, { asks_gamertag: true });
      const { id } = await enter(talk);
      await refused(move(id, cup), "gamertag");
      await move(id, cup, { gamertag: "aissa", platform: "pc" });
      expect(await rowOf("event_registrations", id)).toMatchObject({ gamertag: "aissa" });
      await move(id, talk);
      expect(await rowOf("event_registrations", id)).toMatchObject({
        gamertag: null,
        platform: null,
      });
    });
  });

  test("the entrance is told who is a minor and whom to call", async () => {
    const event = await makeEvent(5, { date: EVENT_DAY });
    const { id } = await enter(event, { birthDate: MINOR, ...ON_PAPER });
    await enter(event, { birthDate: OF_AGE });
    for (const row of await registrationsOf(event))
      await asAdmin((db) => checkIn(db, row.id, event));
    const arrivals = await asAdmin((db) => listArrivals(db, event, true));
    expect(arrivals.find((one) => one.id === id)).toMatchObject({
      notice: "Mineur, responsable : Fatou Bah (mère), +224622000001",
      guardian_phone: "+224622000001",
    });
    expect(arrivals.find((one) => one.id !== id)?.notice).toBe("");
    const nobody = { guardian_name: null, guardian_relation: null, guardian_phone: null };
    expect(ageNotice({ ...nobody, is_outside: true }, true)).toBe(
      "Mineur, sans responsable enregistré. Hors limite d’âge",
    );
    const query = parseListQuery(REGISTRATION_LIST, new URLSearchParams({ event }));
    const { rows } = await asAdmin((db) => readRegistrations(db, query, undefined, 10));
    expect(rows.map(({ age, guardian_phone }) => [age, guardian_phone])).toEqual([
      [18, null],
      [17, "+224622000001"],
    ]);
  });
});
