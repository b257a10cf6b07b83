import { eq } from "drizzle-orm";
import { SOLO_APPROVAL_WAIT_MS } from "../../auth/staff/four-eyes.operations.server.ts";
import { siteSettings } from "../../settings/settings.table.server.ts";
import { withDefaults } from "../../settings/settings.ts";
import type { WriteDb } from "../orders/fulfilment.ts";
import { lowestSince, type RefundLimits } from "./approval.ts";

/** The limits that hold now: raised ones count after a day, so that nobody raises them for one refund. */
export async function readLimits(db: WriteDb, now: Date): Promise<RefundLimits> {
  const [row] = await db
    .select({ value: siteSettings.setting_value })
    .from(siteSettings)
    .where(eq(siteSettings.setting_key, "refunds"));
  const { refunds: limits } = withDefaults({ refunds: row?.value });
  return lowestSince(limits, new Date(now.getTime() - SOLO_APPROVAL_WAIT_MS));
}
