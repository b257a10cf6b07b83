import { startPostgres } from "../tests/support/database/postgres-server.ts";
import { exportRows } from "./admin-export.ts";
import { counterRows, listRows, searchRows } from "./admin-lists.ts";
import { screenRows } from "./admin-screens.ts";
import { fillOffice, fillOfficeLogs } from "./admin-seed.ts";
import { withStaff } from "./admin-staff.ts";
import { OFFICE, OFFICE_BUFFERS_MB } from "./budgets.ts";
import { startInside } from "./inside.ts";
import { count, type Group, type Row } from "./table.ts";

/** Whoever works in the back office of the bench. */
const ADMINISTRATOR = { email: "bench@example.org", password: "la phrase du banc d’essai" };

/** The back office over many rows, on a PostgreSQL server: its lists, searches, counters and files. */
export const measure: Group = async (tell) => {
  const postgres = await startPostgres({ buffersMb: OFFICE_BUFFERS_MB });
  const rows: Row[] = [];
  try {
    // The product makes the tables, its first content, and the account.
    const inside = await startInside({
      DATABASE_URL: postgres.url,
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
    });
    try {
      for (const budget of OFFICE) {
        const name = `${count(budget.members)} members`;
        tell(`${name}: filling the database, up to some minutes`);
        await fillOffice(postgres.superuserUrl, budget.members);
        await fillOfficeLogs(postgres.superuserUrl, budget.members);
        rows.push(
          ...(await withStaff(postgres.url, async (staff) => [
            ...(await listRows(staff, budget, tell)),
            ...(await searchRows(staff, budget, tell)),
            ...(await counterRows(staff, budget, tell)),
          ])),
        );
        tell(`${name}: every screen`);
        rows.push(...(await screenRows(inside, ADMINISTRATOR, budget)));
        tell(`${name}: the export`);
        rows.push(...(await exportRows(inside, ADMINISTRATOR, budget)));
      }
    } finally {
      await inside.stop();
    }
  } finally {
    await postgres.remove();
  }
  return rows;
};
