import { type SQL, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import type { TestColumn } from "../../kit/notion.ts";
import { mailOutbox } from "../../mail/mail.table.server.ts";
import { orders } from "../../payments/payments.table.server.ts";
import { closedByTests } from "../../payments/providers/online-providers.system.server.ts";
import { countTo } from "../../records/list/counting.staff.server.ts";
import { NOTIONS } from "../frame/notions.ts";
import { isRateMissing, isRateOld } from "./rate.operations.server.ts";
import {
  FAILED_MAIL,
  NO_RATE,
  OLD_RATE,
  TASKS,
  TASKS_COUNTED,
  type TaskCounts,
  TESTS_IN_THE_WAY,
  WAITING_ACCOUNTS,
} from "./tasks.ts";

/** What is no test. */
const REAL: Readonly<Record<TestColumn, SQL>> = {
  is_test: sql`not is_test`,
  mode: sql`mode = 'live'`,
  order_id: sql`exists (select from ${orders} where ${orders.id} = order_id and ${orders.mode} = 'live')`,
};

/** Whoever asked for an account agrees alone after a day, and only where nobody else could. */
const waitsFor = (staffId: string) =>
  sql`admission_asked_by is not null and (admission_asked_by <> ${staffId} or admission_from <= site_now())`;

/**
 * How much of each kind waits for whoever asks: one query, for the frame of every screen. What they have no screen
 * for is not counted, since the database would not let them.
 */
export async function readTasks(
  db: StaffDb,
  may: (address: string) => boolean,
): Promise<TaskCounts> {
  const counts: [string, SQL][] = NOTIONS.flatMap(({ tasks = [] }) =>
    tasks.map(({ key, rows }): [string, SQL] => [
      key,
      sql.join(
        rows.map(({ table, column = "status", status, tests }) => {
          const waiting = sql`${sql.identifier(column)} in ${[...status]} and ${tests ? REAL[tests] : sql`true`}`;
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
  counts.push([TESTS_IN_THE_WAY.key, sql`${closedByTests().length}::int`]);
  const theirs = new Set(TASKS.filter(({ to }) => may(to)).map(({ key }) => key));
  const columns = counts
    .filter(([key]) => theirs.has(key))
    .map(([key, count]) => sql`${count} as ${sql.identifier(key)}`);
  if (columns.length === 0) return {};
  const { rows } = (await db.execute(sql`select ${sql.join(columns, sql`, `)}`)) as unknown as {
    rows: TaskCounts[];
  };
  return rows[0] ?? {};
}
