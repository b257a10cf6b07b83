import type { StaffDb, SystemDb, VisitorDb } from "../platform/database/doors.server.ts";
import { mailOutbox } from "../platform/mail-outbox.table.server.ts";
import type { Mail } from "./mail.ts";

/** Puts a mail beside what gives the reason for it, in the same transaction: both happen or neither. */
export async function queueMail(db: VisitorDb | StaffDb | SystemDb, mail: Mail): Promise<void> {
  await db.insert(mailOutbox).values(mail);
}
