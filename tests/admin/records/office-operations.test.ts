import { beforeAll, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { OFFICE_ROLES, type OfficeRole } from "../../../app/core/values/roles.ts";
import { insertParents, insertRow } from "../../database/tables.ts";
import { withDatabase } from "../../support/database/test-database.ts";
import { MANAGED, operationsOf } from "./operations.ts";

// Every operation of staff × every role of the office, past the guard, with a record that is there: the database
// itself lets through what is theirs, and nothing else.

const ALL = OFFICE_ROLES;
/** Whose the operations of each table are, besides administrators'; of what is not named, nobody's. */
const BY_TABLE: Readonly<Record<string, readonly OfficeRole[]>> = {
  announced_transfers: ["treasurer"],
  event_registrations: ["events"],
  events: ["events"],
  file_categories: ["editor"],
  highlights: ["editor"],
  leadership_team: ["editor"],
  ledger_entries: ["treasurer"],
  news: ["editor"],
  orders: ["treasurer"],
  page_sections: ["editor"],
  pages: ["editor"],
  partners: ["editor"],
  preview_links: ["editor", "events"],
  refunds: ["treasurer"],
  static_files: ["editor"],
  till_handovers: ["treasurer"],
  tills: ["treasurer"],
};

/** Where an operation is somebody else's than those of its table. */
const BY_NAME: Readonly<Record<string, readonly OfficeRole[]>> = {
  // A picture of an event.
  createFile: ["editor", "events"],
  // Of an article, which it makes.
  createPreviewLink: ["editor"],
  // The place is the one's, the money the other's.
  recordCashPayment: ["events"],
  // The member that it is tried with is for administrators to make.
  recordMembershipPayment: [],
  // Administrators let money of a cancelled event go. What it is tried with is money that was taken, which the
  // test writes as whoever asks: so holding it back, which is theirs, is refused here for that.
  approveEventReturns: [],
  holdEventReturns: [],
  // A place that is given up takes its order along, and whoever holds it asked for its return.
  cancelUnpaid: ["treasurer", "events"],
  withdrawRefund: ["treasurer", "events"],
  // How many there are is counted, and not which.
  exportLedger: ["treasurer", "events"],
  exportRegistrations: ["treasurer", "events", "door"],
  // The account that it is tried with is for administrators to make.
  addToDoor: [],
  removeFromDoor: [],
  // They ask by themselves whose door it is, and say so.
  checkIn: ["events", "door"],
  undoCheckIn: ["events", "door"],
  checkInAtDoor: ALL,
  // They ask by themselves whether somebody takes money, and say so.
  takeCash: ALL,
  approveRefund: ["treasurer", "events"],
  showPaymentLink: ALL,
  // Only the log is written.
  exportPerson: ALL,
  endOwnSessions: ALL,
};

class Undo extends Error {}

/** Whether the database refused; whatever else an operation says of what it was asked is its own. */
async function isRefused(id: string, work: (db: StaffDb) => Promise<unknown>): Promise<boolean> {
  try {
    await asStaff({ id }, async (db) => {
      await work(db);
      throw new Undo();
    });
  } catch (error) {
    for (let link: unknown = error; link instanceof Error; link = link.cause) {
      if ((link as { code?: string }).code === "42501") return true;
    }
  }
  return false;
}

withDatabase(() => {
  const holders = OFFICE_ROLES.map((role) => ({ role, id: newId() }));

  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertParents(db);
      for (const { role, id } of holders) await insertRow(db, "profiles", { id, roles: [role] });
    }),
  );

  test("every operation is done by whose it is alone", async () => {
    const operations = operationsOf(MANAGED.filter(({ within }) => !within));
    const able: Record<string, OfficeRole[]> = {};
    for (const { table, of, run, given } of operations) {
      const record = await asSystem("test", (db) => insertRow(db, table, given));
      const those: OfficeRole[] = [];
      for (const { role, id } of holders) {
        if (!(await isRefused(id, (db) => run(db, record)))) those.push(role);
      }
      able[`${of.name} of ${table}`] = those;
    }
    const expected = operations.map(({ table, of }) => [
      `${of.name} of ${table}`,
      BY_NAME[of.name] ?? BY_TABLE[table] ?? [],
    ]);
    expect(able).toEqual(Object.fromEntries(expected));
  }, 120_000);
});
