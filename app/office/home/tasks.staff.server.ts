import { type SQL, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import type { TaskCondition, TestColumn } from "../../kit/notion.ts";
import { IS_OF_MEMBER } from "../../licences/photos/photos.staff.server.ts";
import { mailOutbox } from "../../mail/mail.table.server.ts";
import { IS_MOVING, IS_UNPRICED } from "../../membership/members/members.staff.server.ts";
import { ledgerEntries, orders, refunds } from "../../payments/payments.table.server.ts";
import { closedByTests } from "../../payments/providers/online-providers.system.server.ts";
import { isOpenRefusal } from "../../payments/refunds/refunds.operations.server.ts";
import { mayBeConfirmedBy } from "../../payments/tills/till-book.operations.server.ts";
import { countTo } from "../../records/list/counting.staff.server.ts";
import { IS_UNTOLD } from "../../registrations/registrations.staff.server.ts";
import { TASKS_COUNTED } from "../frame/navigation.ts";
import { NOTIONS } from "../frame/notions.ts";
import { isRateMissing, isRateOld } from "./rate.operations.server.ts";
import {
  BLOCKING_TESTS,
  FAILED_MAIL,
  NO_RATE,
  OLD_RATE,
  TASKS,
  type TaskCounts,
  WAITING_ACCOUNTS,
} from "./tasks.ts";

/** The condition that leaves out tests. */
const REAL: Readonly<Record<TestColumn, SQL>> = {
  is_test: sql`not is_test`,
  mode: sql`mode = 'live'`,
  order_id: sql`exists (select from ${orders} where ${orders.id} = order_id and ${orders.mode} = 'live')`,
};

const conditionsFor = (staffId: string): Readonly<Record<TaskCondition, SQL>> => ({
  untold: IS_UNTOLD,
  unpriced: IS_UNPRICED,
  moving: IS_MOVING,
  ofMember: IS_OF_MEMBER,
  byHand: sql`next_try_at is null`,
  refused: sql`exists (select from ${ledgerEntries} where ${ledgerEntries.id} = ${refunds.charge_id} and ${isOpenRefusal})`,
  confirmable: mayBeConfirmedBy(staffId),
});

/** An account waits for another person than the one who asked for it, or for that one after a day. */
const waitsFor = (staffId: string) =>
  sql`admission_asked_by is not null and (admission_asked_by <> ${staffId} or admission_from <= site_now())`;

/**
 * How many tasks of each kind wait for the account: one query, for the frame of every screen. Tasks whose screen it may
 * not open are not counted, since the database would refuse.
 */
export async function readTasks(
  db: StaffDb,
  may: (address: string) => boolean,
): Promise<TaskCounts> {
  const conditions = conditionsFor(db.staffId);
  const counts: [string, SQL][] = NOTIONS.flatMap(({ tasks = [] }) =>
    tasks.map(({ key, rows }): [string, SQL] => [
      key,
      sql.join(
        rows.map(({ table, column = "status", status, tests, only }) => {
          const waiting = sql`${sql.identifier(column)} in ${[...status]} and ${tests ? REAL[tests] : sql`true`}
            and ${only ? conditions[only] : sql`true`}`;
          return countTo(TASKS_COUNTED, sql.identifier(table), waiting);
        }),
        sql` + `,
      ),
    ]),
  );
  const failed = sql`status = 'failed' and created_at > site_now() - interval '7 days'`;
  counts.push([FAILED_MAIL.key, countTo(TASKS_COUNTED, mailOutbox, failed)]);
  counts.push([WAITING_ACCOUNTS.key, countTo(TASKS_COUNTED, profiles, waitsFor(db.staffId))]);
  counts.push([OLD_RATE.key, isRateOld()]);
  counts.push([NO_RATE.key, isRateMissing()]);
  counts.push([BLOCKING_TESTS.key, sql`${closedByTests().length}::int`]);
  const allowed = new Set(TASKS.filter(({ to }) => may(to)).map(({ key }) => key));
  const columns = counts
    .filter(([key]) => allowed.has(key))
    .map(([key, count]) => sql`${count} as ${sql.identifier(key)}`);
  if (columns.length === 0) return {};
  const { rows } = (await db.execute(sql`select ${sql.join(columns, sql`, `)}`)) as unknown as {
    rows: TaskCounts[];
  };
  return rows[0] ?? {};
}
