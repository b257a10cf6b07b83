import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { asStaff, asSystem } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { BATCH, csvResponse } from "../../../app/kit/list/csv.server.ts";
import {
  type MemberRow,
  readMembers,
} from "../../../app/membership/members/members.staff.server.ts";
import { MEMBER_LIST } from "../../../app/membership/members/members.ts";
import { parseListQuery } from "../../../app/records/list/list-query.ts";
import { exportName } from "../../../app/settings/settings.visitor.server.ts";
import { insertRow } from "../../database/tables.ts";
import { withDatabase } from "../../support/database/test-database.ts";

const ADMIN = newId();
const ROWS = 2 * BATCH + 3;

/** Reads the members of a list as a file; `onRead` is told of each batch. */
async function download(address: string, onRead = () => {}) {
  const query = parseListQuery(MEMBER_LIST, new URLSearchParams(address));
  return csvResponse<MemberRow>({
    fileName: await exportName("membres"),
    columns: [
      { title: "Prénom", cell: ({ first_name }) => first_name },
      { title: "Email", cell: ({ email }) => email },
    ],
    read(after) {
      onRead();
      return asStaff({ id: ADMIN }, (db) => readMembers(db, query, after, BATCH));
    },
  });
}

withDatabase((_engine, database) => {
  beforeAll(async () => {
    await asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" }));
    await database().asOwner(sql`insert into members (id, first_name, last_name, email, status, created_at)
      select gen_random_uuid(), case when n = 1 then '=cmd;"x"' else 'Aïssatou' end, 'Bah',
        'm' || n || '@example.org', case when n % 2 = 0 then 'active' else 'expired' end,
        timestamptz '2030-01-01' + (n / 7) * interval '1 s'
      from generate_series(1, ${ROWS}) n`);
  });

  describe("an export", () => {
    test("has every row once, in the order of the list, under French headings", async () => {
      const answer = await download("sort=created_at");
      expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      const day = new Date().toISOString().slice(0, 10);
      expect(answer.headers.get("content-disposition")).toContain(
        `filename="fge-membres-${day}.csv"`,
      );
      const bytes = new Uint8Array(await answer.arrayBuffer());
      expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      const lines = new TextDecoder().decode(bytes).split("\r\n");
      expect(lines[0]).toBe("Prénom;Email");
      expect(lines.at(-1)).toBe("");
      const all = await database().asOwner<{ email: string }>(
        sql`select email from members order by created_at, id`,
      );
      const emails = lines.slice(1, -1).map((line) => line.slice(line.lastIndexOf(";") + 1));
      expect(emails).toEqual(all.map(({ email }) => email));
      expect(lines).toContain(`"'=cmd;""x""";m1@example.org`);
    });

    test("holds what the filters let through, wherever the list was turned to", async () => {
      const all = await (
        await download(`status=active&before=${newId()}_2030-01-01T00:00:00.000000Z`)
      ).text();
      expect(all.split("\r\n")).toHaveLength(Math.floor(ROWS / 2) + 2);
      const one = await (await download("q=m17@")).text();
      expect(one).toBe("Prénom;Email\r\nAïssatou;m17@example.org\r\n");
      expect(await (await download("q=nobody")).text()).toBe("Prénom;Email\r\n");
    });

    test("reads no further than it is taken, and holds nothing once nobody takes it", async () => {
      let batches = 0;
      const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
      const reader = (await download("", () => batches++)).body?.getReader();
      await pause();
      expect(batches, "nobody reads: nothing is asked of the database").toBe(0);
      await reader?.read();
      await reader?.read();
      await pause();
      expect(batches, "the first rows were taken: the next ones are read ahead").toBe(2);
      await reader?.cancel();
      await pause();
      expect(batches).toBe(2);
      const began = performance.now();
      await asStaff({ id: ADMIN }, (db) => db.execute(sql`select 1`));
      expect(performance.now() - began).toBeLessThan(1_000);
      const open = sql`select 1 from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid() and state like 'idle in transaction%'`;
      expect(await database().asOwner(open)).toEqual([]);
    });
  });
});
