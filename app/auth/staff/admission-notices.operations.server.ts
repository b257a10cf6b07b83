import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import type { profiles } from "../../core/profiles.table.server.ts";
import { roleWords } from "../../core/values/roles.ts";
import { queueMail } from "../../mail/outbox.visitor.server.ts";
import { nameOfStaff } from "../../records/history/audit.staff.server.ts";
import { listWarned } from "./administrators.operations.server.ts";
import { admissionMail } from "./staff.mail.ts";

type Candidate = Pick<typeof profiles.$inferSelect, "name" | "email" | "role" | "roles">;

/** Everybody who administers the site learns who is to come in, or to administer it too. */
export async function tellAdministrators(
  db: StaffDb,
  { name: candidate, email: address, ...given }: Candidate,
  until: Date | null,
): Promise<void> {
  const askedBy = await nameOfStaff(db);
  const who = { name: candidate, email: address, roles: roleWords(given) };
  for (const { email: recipient, name } of await listWarned(db)) {
    await queueMail(db, admissionMail({ recipient, name, askedBy, until, candidate: who }));
  }
}
