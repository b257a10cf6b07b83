import { sql } from "drizzle-orm";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import type { WriteDb } from "../../payments/orders/fulfilment.ts";
import type { LicenceSuspension } from "./members.ts";

/** The suspension of a licence that holds today: a payment prolongs the membership and does not lift it. */
export async function findLicenceSuspension(
  db: WriteDb,
  serial: number | null | undefined,
): Promise<LicenceSuspension | undefined> {
  const [row] = await rowsOf<LicenceSuspension>(
    db,
    sql`select suspended_until::text as until from licence_standing(${serial ?? null}::int)
      where suspended_from <= site_today() and coalesce(suspended_until >= site_today(), true)`,
  );
  return row;
}
