import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, expect, test } from "vitest";
import { startApp } from "../../app/core/app.ts";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../app/core/process/clock.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { checkCard, readOwnLicence } from "../../app/licences/licence-cards.system.server.ts";
import { revokeLicenceKey } from "../../app/licences/licence-keys.system.server.ts";
import { replaceCard, suspendLicence } from "../../app/licences/licences.staff.server.ts";
import { readClubNames } from "../../app/licences/offline/club-names.system.server.ts";
import { readLicenceList } from "../../app/licences/offline/licence-list.system.server.ts";
import { type LicenceList, readList } from "../../app/licences/offline/licence-list.ts";
import { checkOffline } from "../../app/licences/offline/offline-check.ts";
import { setMemberStatus } from "../../app/membership/members/members.staff.server.ts";
import { erasePerson } from "../../app/people/erase.operations.server.ts";
import type { Values } from "../database/table-expectation.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const DAY = 86_400_000;
const MINUTE = 60_000;
const NOON = Math.ceil(Date.now() / DAY) * DAY + DAY / 2;
const day = (days: number) => new Date(NOON + days * DAY).toISOString().slice(0, 10);
const goTo = (ms: number) => setClock(() => NOON + ms);

withDatabase((_engine, database) => {
  beforeAll(async () => {
    await asSystem("test", (db) =>
      insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" }),
    );
  });
  afterEach(() => {
    setClock();
    startApp({ isClockDoubted: () => false });
  });

  let people = 0;
  const active = (values: Values = {}) =>
    asSystem("test", (db) =>
      insertRow(db, "members", {
        first_name: "Hawa",
        last_name: "Soumah",
        email: `listed-${++people}@example.org`,
        birth_date: "2001-02-03",
        status: "active",
        membership_start: day(-10),
        membership_end: day(200),
        ...values,
      }),
    );
  const cardOf = async (id: string) => {
    const [row] = await database().asOwner<{ token: string }>(
      sql`select application_token as token from members where id = ${id}`,
    );
    const shown = await readOwnLicence(row?.token ?? "");
    return shown?.address?.split("/V/")[1] ?? "";
  };
  const listed = async (): Promise<LicenceList> => {
    const file = await readLicenceList();
    const list = file && (await readList(file));
    if (!list) throw new Error("no list");
    return list;
  };
  const suspension = (from: number, until: number | null) => ({
    suspension_reason: "Triche",
    suspended_from: day(from),
    suspended_until: until === null ? null : day(until),
  });

  test("answers each card as the register does, on this day and on those that follow", async () => {
    goTo(0);
    const cards: Record<string, string> = {};
    const add = async (
      name: string,
      values: Values = {},
      then: (id: string) => Promise<unknown> = async () => {},
    ) => {
      const id = await active(values);
      cards[name] = await cardOf(id);
      await then(id);
      return id;
    };
    await add("in order");
    await add("without end", { membership_end: null });
    await add("of a few days", { membership_end: day(5) });
    await add("to come", { membership_start: day(3) });
    await add("ended by staff", {}, (id) => asAdmin((db) => setMemberStatus(db, [id], "expired")));
    await add("suspended", {}, (id) => asAdmin((db) => suspendLicence(db, id, suspension(-1, 4))));
    await add("to be suspended", {}, (id) =>
      asAdmin((db) => suspendLicence(db, id, suspension(2, null))),
    );
    await add("suspended as a member", {}, (id) =>
      database().asOwner(sql`update members set status = 'suspended' where id = ${id}`),
    );
    await add("replaced", {}, (id) => asAdmin((db) => replaceCard(db, id)));
    await add("of somebody forgotten", {}, (id) => asSystem("test", (db) => erasePerson(db, id)));
    // A renewal that was refunded.
    await add("of a shorter licence", {}, (id) =>
      database().asOwner(sql`update members set membership_end = ${day(3)} where id = ${id}`),
    );
    const renewed = await add("of a season that was renewed", { membership_end: day(4) });
    await database().asOwner(
      sql`update members set membership_end = ${day(300)} where id = ${renewed}`,
    );

    const list = await listed();
    const answers: Record<string, string[]> = {};
    for (const days of [0, 2, 4, 5, 6]) {
      goTo(days * DAY);
      for (const [name, code] of Object.entries(cards)) {
        const online = await checkCard(code);
        const offline = await checkOffline(code, list, { now: NOON + days * DAY, isWrong: false });
        answers[name] = [...(answers[name] ?? []), offline.verdict];
        // Neither a renewal nor its end is in the list.
        if (name === "of a season that was renewed") continue;
        const isOver = name === "of a few days" && days > 5;
        const same = {
          verdict: isOver ? "season" : online.verdict,
          until: isOver ? null : online.until,
        };
        expect({ verdict: offline.verdict, until: offline.until }, `${name}, day ${days}`).toEqual(
          same,
        );
      }
    }
    expect(answers).toEqual({
      "in order": ["valid", "valid", "valid", "valid", "valid"],
      "without end": ["valid", "valid", "valid", "valid", "valid"],
      "of a few days": ["ending", "ending", "ending", "ending", "season"],
      "to come": ["future", "future", "valid", "valid", "valid"],
      "ended by staff": ["ended", "ended", "ended", "ended", "ended"],
      suspended: ["suspended", "suspended", "suspended", "valid", "valid"],
      "to be suspended": ["valid", "suspended", "suspended", "suspended", "suspended"],
      "suspended as a member": ["suspended", "suspended", "suspended", "suspended", "suspended"],
      replaced: ["replaced", "replaced", "replaced", "replaced", "replaced"],
      "of somebody forgotten": ["gone", "gone", "gone", "gone", "gone"],
      "of a shorter licence": ["ending", "ending", "ended", "ended", "ended"],
      "of a season that was renewed": ["ending", "ending", "ending", "season", "season"],
    });
  });

  test("is read again after a minute, and the same file as long as it says the same", async () => {
    const id = await active();
    goTo(DAY);
    const first = await readLicenceList();
    await asAdmin((db) => suspendLicence(db, id, suspension(1, null)));
    expect(await readLicenceList()).toBe(first);
    goTo(DAY + MINUTE);
    const second = await readLicenceList();
    expect(second).not.toEqual(first);
    goTo(DAY + 3 * MINUTE);
    expect(await readLicenceList()).toEqual(second);
    // On the next day it says that it is of that day.
    goTo(2 * DAY);
    const third = await listed();
    expect(third.made * 1000).toBe(NOON + 2 * DAY);
    expect(await Promise.all([1, 2, 3].map(() => readLicenceList()))).toHaveLength(3);
  });

  test("names no number that was left out, and nobody", async () => {
    const id = await active({ first_name: "Unmistakable" });
    await database().asOwner(
      "select setval('licences_serial_seq', (select max(serial) + 7 from licences))",
    );
    const last = await active();
    goTo(4 * DAY);
    const list = await listed();
    const [row] = await database().asOwner<{ serial: number }>(
      sql`select licence_serial as serial from members where id = ${last}`,
    );
    expect(list.highest).toBe(row?.serial);
    expect(list.find(list.highest)).toMatchObject({ issue: 1 });
    expect(list.find(list.highest - 1)).toBe("never");
    expect(list.find(list.highest - 7)).toBe("never");
    expect(list.find(list.highest - 8)).toMatchObject({ issue: 1 });
    expect(Buffer.from((await readLicenceList()) ?? []).toString()).not.toContain("Unmistakable");
    expect(await cardOf(id)).not.toBe("");
  });

  test("stands beside the names of the clubs that players have now, and of no person", async () => {
    const club = async (values: Values) => {
      const id = await active({ member_type: "club", first_name: "Binta", ...values });
      const [row] = await database().asOwner<{ club: number }>(
        sql`select club from members where id = ${id}`,
      );
      return row?.club ?? 0;
    };
    const [named, empty, unnamed, ended, tried] = [
      await club({ organisation: "Kaloum <Esport>" }),
      await club({ organisation: "Nobody’s" }),
      await club({ organisation: null }),
      await club({ organisation: "Last year’s", status: "expired", membership_end: day(-1) }),
      await club({ organisation: "A test", is_test: true }),
    ];
    for (const number of [named, unnamed, ended, tried]) {
      await database().asOwner(
        sql`update members set club = ${number || null} where id = ${await active()}`,
      );
    }
    goTo(5 * DAY);
    expect(JSON.parse(await readClubNames())).toEqual({ [named]: "Kaloum <Esport>" });
    // Everybody who asks within a minute has the same.
    await database().asOwner(
      sql`update members set organisation = 'Other' where club = ${named} and member_type = 'club'`,
    );
    expect(JSON.parse(await readClubNames())).toEqual({ [named]: "Kaloum <Esport>" });
    goTo(5 * DAY + 2 * MINUTE);
    expect(JSON.parse(await readClubNames())).toEqual({ [named]: "Other" });
    expect(empty).toBeGreaterThan(0);
  });

  test("says which keys sign, are published, and were stolen", async () => {
    goTo(6 * DAY);
    const states = (list: LicenceList) => list.keys.map(({ state }) => state);
    expect(states(await listed())).toEqual(["signs", "next"]);
    const code = await cardOf(await active());
    await revokeLicenceKey(1);
    goTo(6 * DAY + 2 * MINUTE);
    const list = await listed();
    expect(states(list)).toEqual(["revoked", "signs", "next"]);
    const time = { now: NOON + 6 * DAY, isWrong: false };
    expect(await checkOffline(code, list, time)).toMatchObject({ verdict: "revokedKey" });
  });

  test("is none while the clock of the machine may be wrong", async () => {
    goTo(8 * DAY);
    startApp({ isClockDoubted: () => true });
    expect(await readLicenceList()).toBeUndefined();
  });
});
