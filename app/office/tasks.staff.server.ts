import { type SQL, sql } from "drizzle-orm";
import type { StaffDb } from "../core/database/doors.server.ts";
import { eventPackages } from "../events/event-packages.table.server.ts";
import { events } from "../events/events.table.server.ts";
import type { TestColumn } from "../kit/notion.ts";
import { mailOutbox } from "../mail/mail-outbox.table.server.ts";
import { membershipTypes } from "../membership/membership-types.table.server.ts";
import { currenciesThatNeedRate } from "../payments/offer.operations.server.ts";
import { closedByTests } from "../payments/online-providers.system.server.ts";
import { orders } from "../payments/orders.table.server.ts";
import { countTo } from "../records/counting.staff.server.ts";
import { siteSettings } from "../settings/settings.table.server.ts";
import { NOTIONS } from "./notions.ts";
import {
  FAILED_MAIL,
  NO_RATE,
  OLD_RATE,
  TASKS_COUNTED,
  type TaskCounts,
  TESTS_IN_THE_WAY,
} from "./tasks.ts";

/** What is no test. */
const REAL: Readonly<Record<TestColumn, SQL>> = {
  is_test: sql`not is_test`,
  mode: sql`mode = 'live'`,
  order_id: sql`exists (select from ${orders} where ${orders.id} = order_id and ${orders.mode} = 'live')`,
};

/** How much of each kind waits for staff: one query, for the frame of every screen. */
export async function readTasks(db: StaffDb): Promise<TaskCounts> {
  const counts: [string, SQL][] = NOTIONS.flatMap(({ tasks = [] }) =>
    tasks.map(({ key, rows }): [string, SQL] => [
      key,
      sql.join(
        rows.map(({ table, status, tests }) => {
          const waiting = sql`status in ${[...status]} and ${tests ? REAL[tests] : sql`true`}`;
          return countTo(TASKS_COUNTED, sql.identifier(table), waiting);
        }),
        sql` + `,
      ),
    ]),
  );
  const failed = sql`status = 'failed' and created_at > site_now() - interval '7 days'`;
  counts.push([FAILED_MAIL.key, countTo(TASKS_COUNTED, mailOutbox, failed)]);
  // Days are written alike, so texts of them stand in the order of time.
  const old = sql`setting_key = 'exchange_rate'
    and setting_value ->> 'date' < to_char(site_today() - ${OLD_RATE.days}::int, 'YYYY-MM-DD')`;
  counts.push([OLD_RATE.key, countTo(TASKS_COUNTED, siteSettings, old)]);
  counts.push([NO_RATE.key, noRate()]);
  counts.push([TESTS_IN_THE_WAY.key, sql`${closedByTests().length}::int`]);
  const columns = counts.map(([key, count]) => sql`${count} as ${sql.identifier(key)}`);
  const { rows } = (await db.execute(sql`select ${sql.join(columns, sql`, `)}`)) as unknown as {
    rows: TaskCounts[];
  };
  return rows[0] ?? {};
}

/** 1 where something is sold at a price that a means of paying takes at a rate alone, and there is none. */
function noRate(): SQL {
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
