import { type SQL, sql } from "drizzle-orm";
import { eventPackages, events } from "../../events/events.table.server.ts";
import { membershipTypes } from "../../membership/types/membership-types.table.server.ts";
import { currenciesThatNeedRate } from "../../payments/providers/offer.operations.server.ts";
import { siteSettings } from "../../settings/settings.table.server.ts";
import { OLD_RATE } from "./tasks.ts";

/** 1 where the exchange rate is too old. Days are yyyy-mm-dd, so their texts sort by time. */
export const isRateOld = (): SQL =>
  sql`(exists (select from ${siteSettings} where setting_key = 'exchange_rate'
    and setting_value ->> 'date' < to_char(site_today() - ${OLD_RATE.days}::int, 'YYYY-MM-DD')))::int`;

/** 1 where something is sold at a price that a payment method only takes at an exchange rate, and none is set. */
export function isRateMissing(): SQL {
  const currencies = currenciesThatNeedRate();
  if (currencies.length === 0) return sql`0`;
  return sql`(not exists (select from ${siteSettings}
      where setting_key = 'exchange_rate' and setting_value ->> 'gnf' is not null)
    and (exists (select from ${membershipTypes}
        where is_active and price > 0 and currency in ${currencies})
      or exists (select from ${events} e
        where e.status in ('upcoming', 'ongoing') and not e.by_invitation and e.currency in ${currencies}
          and (e.price > 0 or exists (select from ${eventPackages} p
            where p.event_id = e.id and p.amount > 0 and p.withdrawn_at is null)))))::int`;
}
