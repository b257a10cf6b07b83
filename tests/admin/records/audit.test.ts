import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import "../../mail/settings.ts";
import { renameStaff } from "../../../app/auth/staff/accounts.staff.server.ts";
import { resetAdministrator } from "../../../app/auth/staff/accounts.system.server.ts";
import { asStaff } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { type AuditRow, listAudit } from "../../../app/records/history/audit.staff.server.ts";
import { parseListQuery } from "../../../app/records/list/list-query.ts";
import { inspector } from "../../auth/inspect.ts";
import { withDatabase } from "../../support/database/test-database.ts";

const PASSWORD = "une phrase assez longue";

withDatabase((_engine, database) => {
  const { rows, idOf } = inspector(database);
  const administrator = async (name: string) => {
    const email = `${newId()}@example.org`;
    await resetAdministrator({ name, email, password: PASSWORD });
    return { id: await idOf(email), name, email };
  };
  const logAs = (id: string, search = "") => {
    const query = parseListQuery(
      { filters: {}, sorts: ["created_at"], descending: true },
      new URLSearchParams({ q: search }),
    );
    return asStaff({ id }, (db) => listAudit(db, query)).then((list) => list.rows);
  };
  const renamed = (list: readonly AuditRow[], email: string) =>
    list.find((row) => row.action === "profiles.rename" && row.staff_email === email);

  test("who takes another's name is told apart by the address, and by what they are called today", async () => {
    const victim = await administrator("Mariama Bah");
    const culprit = await administrator("Ibrahima Camara");
    await asStaff(culprit, (db) => renameStaff(db, culprit.id, victim.name));
    await asStaff(culprit, (db) => renameStaff(db, culprit.id, "Quelqu’un d’autre"));
    const list = await logAs(victim.id);
    const entries = list.filter((row) => row.staff_email === culprit.email);
    expect(entries.map((row) => [row.action, row.staff_name, row.name_now])).toEqual([
      ["profiles.rename", victim.name, "Quelqu’un d’autre"],
      ["profiles.rename", culprit.name, "Quelqu’un d’autre"],
      ["profiles.put", culprit.name, "Quelqu’un d’autre"],
    ]);
    expect(list.find((row) => row.staff_email === victim.email)).toMatchObject({ name_now: null });
  });

  test("an address that was changed stays as it was, and is found by what it was", async () => {
    const account = await administrator("Fanta Keita");
    await asStaff(account, (db) => renameStaff(db, account.id, "Fanta Keïta"));
    const next = `${newId()}@example.org`;
    await rows(sql`update profiles set email = ${next} where id = ${account.id}`);
    const result = renamed(await logAs(account.id, account.email), account.email);
    expect(result).toMatchObject({ staff_email: account.email, email_now: next });
  });

  test("the product itself and strangers have no address", async () => {
    const account = await administrator("Aïssatou Diallo");
    const { recordRefusal } = await import("../../../app/auth/account/access-log.system.server.ts");
    await recordRefusal(account.email);
    const refusal = (await logAs(account.id)).find((row) => row.action === "profiles.refused");
    expect(refusal).toMatchObject({ staff_name: "?", staff_email: null, name_now: null });
  });
});
