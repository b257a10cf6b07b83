import pg from "pg";
import { startApp } from "../app/core/app.ts";
import { asStaff, type StaffDb } from "../app/core/database/doors/doors.server.ts";
import { openServer } from "../app/core/database/postgres.server.ts";
import type { Cursor } from "../app/records/list/list-query.ts";
import { percentile } from "./table.ts";

/** Work through the staff door of this process, as the loaders of the screens do it. */
export type Staff = {
  ask: <T>(work: (db: StaffDb) => Promise<T>) => Promise<T>;
  /** The row at a place of the members in an order, as a cursor. */
  cursorAt: (order: string, value: string, place: number) => Promise<Cursor>;
};

export async function withStaff<T>(url: string, work: (staff: Staff) => Promise<T>): Promise<T> {
  const engine = openServer(url);
  const client = new pg.Client({ connectionString: url });
  startApp({ database: { engine } });
  try {
    await client.connect();
    const { rows } = await client.query<{ id: string }>("select id from profiles limit 1");
    const id = rows[0]?.id ?? "";
    return await work({
      ask: (question) => asStaff({ id }, question),
      async cursorAt(order, value, place) {
        const result = await client.query<Cursor>(
          `select ${value} as value, id from members order by ${order} offset ${place} limit 1`,
        );
        const [cursor] = result.rows;
        if (!cursor) throw new Error(`no member at ${place}`);
        return cursor;
      },
    });
  } finally {
    startApp({ database: {} });
    await client.end();
    await engine.close();
  }
}

/** How long something takes, again and again: the milliseconds that 95 of 100 stay below. */
export async function p95(times: number, work: (time: number) => Promise<unknown>) {
  return percentile(await timesOf(times, work), 0.95);
}

/** Milliseconds of each time; the first rounds, which fill caches, are left out. */
export async function timesOf(times: number, work: (time: number) => Promise<unknown>) {
  const durations: number[] = [];
  for (let time = -2; time < times; time++) {
    const began = performance.now();
    await work(Math.max(0, time));
    if (time >= 0) durations.push(performance.now() - began);
  }
  return durations;
}
