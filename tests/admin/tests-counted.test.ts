import "../mail/settings.ts";
import { beforeAll, expect, test } from "vitest";
import { asStaff, asSystem, asVisitor } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { countMembers } from "../../app/membership/members/members.staff.server.ts";
import { countCommunity } from "../../app/membership/membership.visitor.server.ts";
import { membershipEndingMail } from "../../app/membership/renewal/membership.mail.ts";
import { reminderMail } from "../../app/membership/renewal/reminders.operations.server.ts";
import {
  readActivity,
  readNotifications,
} from "../../app/office/frame/notifications.staff.server.ts";
import { readCounts, readMonths } from "../../app/office/home/dashboard.staff.server.ts";
import { listArrivals } from "../../app/registrations/door/door.staff.server.ts";
import { countRegistrations } from "../../app/registrations/registrations.staff.server.ts";
import type { Values } from "../database/table-expectation.ts";
import { insertParents, insertRow } from "../database/tables.ts";
import { makeEvent } from "../registrations/event.ts";
import { withDatabase } from "../support/database/test-database.ts";

// What was paid with no real money is in no number that staff or visitors read, and says what it is.

const ADMIN = newId();

withDatabase(() => {
  const asAdmin = <T>(work: Parameters<typeof asStaff<T>>[1]) => asStaff({ id: ADMIN }, work);
  const insert = (table: string, values: Values) =>
    asSystem("test", (db) => insertRow(db, table, values));
  const LONG_AGO = new Date(0);
  const read = async () => {
    const office = await asAdmin(async (db) => ({
      members: await countMembers(db),
      registrations: await countRegistrations(db),
      counters: await readCounts(db, () => true),
      bell: (await readNotifications(db, LONG_AGO, () => true)).map(({ id }) => id),
      activity: (await readActivity(db, LONG_AGO, () => true)).map(({ id }) => id),
    }));
    return { ...office, community: await asVisitor(countCommunity) };
  };

  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertParents(db);
      await insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" });
    }),
  );

  const person = { member_type: "player", status: "active" };
  const seat = { status: "confirmed", checked_in_at: new Date() };

  test("tests are in no count, on no bell and not among the latest; what is real is", async () => {
    const event_id = await makeEvent(5);
    const before = await read();
    await insert("members", { ...person, is_test: true });
    await insert("members", { ...person, is_test: true, membership_end: "2099-01-01" });
    await insert("members", { ...person, is_test: true, membership_end: "2020-01-01" });
    await insert("event_registrations", { ...seat, event_id, is_test: true });
    expect(await read()).toEqual(before);
    await insert("members", person);
    await insert("event_registrations", { ...seat, event_id });
    const after = await read();
    expect(after.members.players.count).toBe(before.members.players.count + 1);
    expect(after.members.active.count).toBe(before.members.active.count + 1);
    expect(after.registrations.confirmed.count).toBe(before.registrations.confirmed.count + 1);
    expect(after.registrations.checked_in.count).toBe(before.registrations.checked_in.count + 1);
    expect(after.counters.members?.count).toBe((before.counters.members?.count ?? 0) + 1);
    expect(after.bell).toHaveLength(before.bell.length + 1);
    expect(after.activity).toHaveLength(before.activity.length + 1);
  });

  test("tests are in no month of the chart", async () => {
    const event_id = await makeEvent(5);
    await insert("members", { ...person, is_test: true });
    await insert("event_registrations", { ...seat, event_id, is_test: true });
    // Counted anew after a new member.
    await insert("members", person);
    const before = (await asAdmin(readMonths)).at(-1);
    await insert("event_registrations", { ...seat, event_id, is_test: true });
    await insert("members", { ...person, is_test: true });
    await insert("members", person);
    const after = (await asAdmin(readMonths)).at(-1);
    expect(after?.memberships).toBe((before?.memberships ?? 0) + 1);
    expect(after?.registrations).toBe(before?.registrations);
  });

  test("the door says that a ticket is a test", async () => {
    const event_id = await makeEvent(5);
    await insert("event_registrations", { ...seat, event_id, is_test: true });
    await insert("event_registrations", { ...seat, event_id });
    const arrivals = await asAdmin((db) => listArrivals(db, event_id, true));
    expect(arrivals.map(({ is_test }) => is_test).sort()).toEqual([false, true]);
  });

  test("mails about a membership that ends say that it is a test", () => {
    const member = {
      id: newId(),
      first_name: "Hawa",
      last_name: "Camara",
      email: "hawa@example.org",
      language: "fr" as const,
      membership_end: "2027-03-20",
      is_test: true,
      type: null,
    };
    const marked = reminderMail(member, "2027-03-13");
    expect(marked.text_body).toMatch(/un essai/);
    const real = reminderMail({ ...member, is_test: false }, "2027-03-13");
    expect(real.text_body).not.toMatch(/un essai/);
    const ending = { end: "2027-03-20", daysLeft: 7, renewal: "token" };
    expect(membershipEndingMail({ ...member, ...ending, language: "en" }).text_body).toMatch(
      /a test/,
    );
  });
});
