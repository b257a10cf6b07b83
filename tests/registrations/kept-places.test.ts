import "../mail/settings.ts";
import { beforeAll, expect, test } from "vitest";
import {
  asStaff,
  asSystem,
  asVisitor,
  type StaffDb,
} from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { listOffers } from "../../app/events/events.ts";
import { findEvent } from "../../app/events/events.visitor.server.ts";
import { confirmByStaff } from "../../app/registrations/admin/staff-registration.staff.server.ts";
import { settleEvents } from "../../app/registrations/places/places.system.server.ts";
import { choosePackage, giveUp } from "../../app/registrations/tickets/tickets.system.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import {
  cancelEventOf,
  endHold,
  followChanges,
  join,
  makeEvent,
  orderOf,
  PAID,
  pay,
  registrationsOf,
  reopenEventOf,
  setPackages,
  statusesOf,
  takenOf,
  tokenOf,
} from "./event.ts";

// A place that somebody is to get is given to nobody else: neither by staff, nor to money that comes late,
// nor while an event that was cancelled takes place again.

const EARLY = "early-bird";
const OVER = "2026-01-01T00:00:00Z";
const early = { id: EARLY, amount: 0, quota: 1 };
const standard = (amount: number, quota: number) => ({ id: PAID, amount, quota });
const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);

withDatabase(() => {
  beforeAll(async () => {
    await asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" }));
  });

  /** Two packages with one place each, both taken, and somebody who waits for the one that ends. */
  async function bothTaken(amount: number) {
    const event = await makeEvent(null, { prices: [early, standard(amount, 1)] });
    await join(event, 1, EARLY);
    await join(event, 2, PAID);
    await join(event, 3, EARLY);
    await setPackages(event, [{ ...early, ends_at: OVER }, standard(amount, 1)]);
    return event;
  }
  /** The last place of all is kept for somebody who must choose it. */
  async function oneKept() {
    const event = await bothTaken(0);
    const second = (await registrationsOf(event))[1];
    await giveUp(second?.token ?? "", "person-2@example.org");
    await settleEvents();
    expect(await statusesOf(event)).toEqual(["confirmed", "cancelled", "offered"]);
    return event;
  }

  test("staff do not give the place of whoever must choose to somebody who waits", async () => {
    const event = await oneKept();
    await join(event, 4, PAID);
    const [, , chooser, waiting] = await registrationsOf(event);
    await expect(asAdmin((db) => confirmByStaff(db, waiting?.id ?? ""))).rejects.toMatchObject({
      kind: "conflict",
      message: expect.stringContaining("gardées"),
    });
    expect(await choosePackage(chooser?.token ?? "", PAID)).toBe(true);
    expect(await takenOf(event)).toEqual({ [EARLY]: 1, [PAID]: 1 });
  });

  test("money that comes late does not buy it either", async () => {
    const event = await bothTaken(25_000);
    const late = await orderOf(event, 1);
    await endHold(late);
    await settleEvents();
    expect(await statusesOf(event)).toEqual(["confirmed", "expired", "offered"]);
    expect(await pay(late)).toBe("no-place");
    expect(await takenOf(event)).toEqual({ [EARLY]: 1, [PAID]: 0 });
  });

  const cancelled = async (event: string) => {
    await asAdmin((db) => cancelEventOf(db, event));
    await followChanges();
    await reopenEventOf(asAdmin, event);
  };

  test("the form of a reopened event offers what it takes, while places go back to those who had them", async () => {
    const event = await makeEvent(null, { prices: [early, standard(0, 5)] });
    const first = await join(event, 1, EARLY);
    await cancelled(event);
    const row = await asVisitor((db) => findEvent(db, event));
    if (!row) throw new Error("no such event");
    expect(listOffers(row, new Date()).map(({ id, state, left }) => [id, state, left])).toEqual([
      [EARLY, "soldOut", 0],
      [PAID, "open", 5],
    ]);
    expect(await join(event, 2, EARLY)).toEqual({ outcome: "package-sold-out" });
    await followChanges();
    expect(await statusesOf(event)).toEqual(["offered"]);
    expect(await takenOf(event)).toEqual({ [EARLY]: 1, [PAID]: 0 });
    expect(tokenOf(first)).toBe((await registrationsOf(event))[0]?.token);
  });

  test("whoever had to choose when their event was cancelled has that to do again", async () => {
    const event = await oneKept();
    await cancelled(event);
    expect(await join(event, 4, PAID)).toMatchObject({ outcome: "waiting" });
    await followChanges();
    expect(await statusesOf(event)).toEqual(["offered", "cancelled", "offered", "waiting"]);
    const chooser = (await registrationsOf(event))[2];
    expect(await choosePackage(chooser?.token ?? "", PAID)).toBe(true);
  });
});
