import "./records/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { accountOfLink } from "../../app/auth/account/links.system.server.ts";
import {
  invitationMessage,
  inviteStaff,
  reinviteStaff,
} from "../../app/auth/staff/invitations.staff.server.ts";
import { ADMINISTRATOR } from "../../app/auth/staff/staff-roles.ts";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { transport } from "../../app/mail/mail.server.ts";
import { sendQueued } from "../../app/mail/send.jobs.server.ts";
import { diagnose } from "../../app/office/checks/checks.system.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { letIn } from "../support/letting-in.ts";

// Without a mail server nothing leaves: whatever speaks of a message says that it is kept.

const staff = { id: newId(), name: "Mariama Bah", email: "mariama@example.gn" };

withDatabase((_engine, database) => {
  const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff(staff, work);
  const mails = async () => (await diagnose(staff)).find(({ name }) => name === "E-mails");

  beforeAll(() => asSystem("test", (db) => insertRow(db, "profiles", { ...staff, role: "admin" })));

  test("an invitation is handed over by its link, each time that it is asked for", async () => {
    const email = `${newId()}@example.org`;
    await asAdmin((db) => inviteStaff(db, { ...ADMINISTRATOR, name: "Fanta Keïta", email }));
    const [account] = await database().asOwner<{ id: string }>(
      sql`select id from profiles where email = ${email}`,
    );
    const { invitation: first } = await letIn(account?.id ?? "");
    const again = await asAdmin((db) => reinviteStaff(db, account?.id ?? ""));
    for (const invitation of [first, again]) {
      if (!invitation) throw new Error("nobody was let in");
      const { text, copy } = invitationMessage(invitation);
      expect(text).toContain(`Invitation pour ${email} gardée sur le serveur`);
      expect(text).not.toContain("envoyée");
      const token = /\/admin\/reset\/([\w-]+)$/.exec(copy ?? "")?.[1] ?? "";
      expect(text).not.toContain(token);
      expect(await accountOfLink(token)).toMatchObject({ email });
    }
    const logged = await database().asOwner<{ whole: string }>(
      sql`select (a, v)::text as whole from audit_log a join audit_values v using (id) where entity_id = ${account?.id}`,
    );
    expect(logged.length).toBeGreaterThan(1);
    expect(logged.filter(({ whole }) => whole.includes("reset"))).toEqual([]);
  });

  test("what was written is told as kept, in amber, with the way to change that", async () => {
    expect(await mails()).toMatchObject({
      summary: "0 gardé sur le serveur, 3 en attente, 0 en échec",
    });
    await sendQueued(transport());
    const check = await mails();
    expect(check).toMatchObject({
      level: "warning",
      summary: "3 gardés sur le serveur, 0 en attente, 0 en échec",
    });
    expect(JSON.stringify(check)).not.toContain("envoyé");
    expect(check?.details.flat().join()).toContain("SMTP_URL");
  });
});
