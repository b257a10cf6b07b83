import { eq } from "drizzle-orm";
import { generatePassword } from "../../app/auth/passwords/new-password.server.ts";
import { resetAdministrator } from "../../app/auth/staff/accounts.system.server.ts";
import { type Admission, approveAdmission } from "../../app/auth/staff/invitations.staff.server.ts";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import { profiles } from "../../app/core/profiles.table.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";

/** A day and an hour from now: whoever is there today is established by then. */
export const tomorrow = () => new Date(Date.now() + 25 * 3_600_000);

/** A second administrator lets in who waits for it. */
export async function letIn(id: string): Promise<Admission> {
  const email = `${newId()}@example.org`;
  await resetAdministrator({ name: "Kadiatou Barry", email, password: generatePassword() });
  const [second] = await asSystem("test", (db) =>
    db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, email)),
  );
  return asStaff({ id: second?.id ?? "" }, (db) => approveAdmission(db, id, tomorrow()));
}
