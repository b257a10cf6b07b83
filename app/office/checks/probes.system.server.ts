import { eq } from "drizzle-orm";
import { contactMessages } from "../../contact/contact-messages.table.server.ts";
import {
  asStaff,
  asVisitor,
  type Staff,
  type StaffDb,
  type VisitorDb,
} from "../../core/database/doors/doors.server.ts";
import { isRefusal } from "../../core/database/doors/violations.server.ts";
import type { Transaction } from "../../core/database/engine.server.ts";
import { reasonOf } from "../../core/log/log.server.ts";
import type { Check } from "../../core/process/checks.ts";
import { currentTime } from "../../core/process/clock.ts";
import { withTimeout } from "../../core/process/timeout.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { Fault } from "../../core/values/errors.ts";
import { members } from "../../membership/members/members.table.server.ts";

// What Diagnostic and the database test are made of. Whatever is written here is written in a
// transaction that never commits: nothing stays, not even when the process dies half-way.

export type Finding = Pick<Check, "summary"> & Partial<Pick<Check, "level" | "details">>;

const WITHIN_MS = 5_000;

/** Runs one check; what it throws is its finding too. */
export async function probe(name: string, work: () => Promise<Finding>): Promise<Check> {
  const began = performance.now();
  const finding = await withTimeout(work(), WITHIN_MS, timeoutFinding).catch(
    (error: unknown): Finding => ({ level: "error", summary: reasonOf(error) }),
  );
  const ms = Math.round(performance.now() - began);
  return { name, level: "success", details: [], ...finding, ms };
}

const timeoutFinding = (): Finding => ({
  level: "error",
  summary: "Pas de réponse en 5 secondes",
});

/** The result of work that is taken back, on its way out of the door. */
class TakenBack extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super("taken back");
    this.result = result;
  }
}

type Door<Db> = (work: (db: Db) => Promise<never>) => Promise<never>;

/** Does something behind a door and takes it back. */
async function takenBack<Db, T>(door: Door<Db>, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await door(async (db) => {
      throw new TakenBack(await work(db));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.result as T;
    throw error;
  }
}

export const tryAsVisitor = <T>(work: (db: VisitorDb) => Promise<T>) => takenBack(asVisitor, work);
export const tryAsStaff = <T>(staff: Staff, work: (db: StaffDb) => Promise<T>) =>
  takenBack((inside: (db: StaffDb) => Promise<never>) => asStaff(staff, inside), work);

/** Whether the database refuses a visitor something, for want of a right. */
export async function isRefusedToVisitors(work: (db: VisitorDb) => Promise<unknown>) {
  try {
    await tryAsVisitor(work);
    return false;
  } catch (error) {
    if (isRefusal(error)) return true;
    throw error;
  }
}

/** A member as the checks write one: the membership ends one year after its start. */
export function testMember(now = currentTime()) {
  const start = now.toISOString().slice(0, 10);
  const id = newId();
  return {
    id,
    first_name: "Test",
    last_name: "Diagnostic",
    email: `diagnostic-${id}@example.org`,
    membership_start: start,
    membership_end: `${Number(start.slice(0, 4)) + 1}${start.slice(4).replace("02-29", "02-28")}`,
  };
}

const testMessage = () => ({
  id: newId(),
  name: "Diagnostic",
  email: "diagnostic@example.org",
  subject: "Test d’écriture",
  message: "Écrit puis supprimé par le diagnostic.",
});

/** A visitor writes a message; staff write one, find it and delete it. */
export async function tryMessages(staff: Staff): Promise<Finding> {
  await tryAsVisitor((db) => db.insert(contactMessages).values(testMessage()));
  await tryAsStaff(staff, (db) => insertAndDelete(db, contactMessages, testMessage()));
  return {
    summary: "Insertion et suppression réussies",
    details: [
      ["Visiteur", "insertion acceptée, puis reprise"],
      ["Administration", "insertion, lecture et suppression acceptées, puis reprises"],
    ],
  };
}

/** A visitor applies for membership; staff write a member, find and delete it. */
export async function tryMembers(staff: Staff): Promise<Finding> {
  const member = testMember();
  await tryAsVisitor((db) => db.insert(members).values(testMember()));
  await tryAsStaff(staff, (db) => insertAndDelete(db, members, member));
  return {
    summary: "Insertion et suppression réussies",
    details: [
      ["Visiteur", "demande d’adhésion acceptée, puis reprise"],
      ["Administration", "insertion, lecture et suppression acceptées, puis reprises"],
      ["Adhésion du membre d’essai", `du ${member.membership_start} au ${member.membership_end}`],
    ],
  };
}

type Written = typeof members | typeof contactMessages;

/** @throws when the row is not there after its insertion, or still after its deletion. */
async function insertAndDelete(db: Transaction, table: Written, row: { id: string }) {
  const remaining = () => db.select({ id: table.id }).from(table).where(eq(table.id, row.id));
  await db.insert(table).values(row as never);
  if ((await remaining()).length !== 1) throw new Fault("La ligne insérée ne se retrouve pas");
  await db.delete(table).where(eq(table.id, row.id));
  if ((await remaining()).length !== 0) throw new Fault("La ligne supprimée est encore là");
}
