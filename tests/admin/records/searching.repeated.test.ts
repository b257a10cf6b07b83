import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { asStaff, asSystem } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import {
  listMembers,
  type MemberRow,
} from "../../../app/membership/members/members.staff.server.ts";
import { MEMBER_LIST } from "../../../app/membership/members/members.ts";
import { parseListQuery } from "../../../app/records/list/list-query.ts";
import type { Listing } from "../../../app/records/list/listing.staff.server.ts";
import { MAX_SORTED_MATCHES } from "../../../app/records/list/search.staff.server.ts";
import { insertRow } from "../../database/tables.ts";
import { withDatabase } from "../../support/database/test-database.ts";
import { checkEach } from "../../support/fuzz/check-each.ts";
import { someOf } from "../../support/fuzz/repetitions.ts";

const ADMIN = newId();
const MANY = 3 * MAX_SORTED_MATCHES;
/** Where nobody would look for the end of an alphabet, and letters that other alphabets begin with. */
const NAMES = ["Éboué", "’Ndiaye", "Camara", "Zézé", "اسم", "\u{d7ff}x", "\u{10ffff}x", "1er Mai"];

const list = (address: string) =>
  asStaff({ id: ADMIN }, (db) =>
    listMembers(db, parseListQuery(MEMBER_LIST, new URLSearchParams(address))),
  );
const idsOf = ({ rows }: Listing<MemberRow>) => rows.map(({ id }) => id);

withDatabase((_engine, database) => {
  const expected = async (where: string, order: string) => {
    const rows = await database().asOwner<{ id: string }>(
      `select id from members where ${where} order by ${order}`,
    );
    return rows.map(({ id }) => id);
  };

  // 'dia' is in more rows than are gathered, nearly all under one letter; few of these are active, of
  // more that are.
  beforeAll(async () => {
    await asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" }));
    await database().asOwner(sql`
      insert into members (id, first_name, last_name, email, status, member_type, created_at)
      select gen_random_uuid(), case when n % 40 = 1 then 'Diarra' else 'Aïssatou' end,
        case when n % 8 < 5 then 'Diallo'
          else (${sql.param(NAMES)}::text[])[1 + n / 8 % ${NAMES.length}::int] end,
        'm' || n || '@example.org',
        case when n % 500 = 0 then 'suspended' when n % 8 < 5 and n % 13 > 0 then 'pending'
          else 'active' end,
        case when n % 100 = 0 then 'club' else 'player' end,
        timestamptz '2030-01-01' + n / 3 * interval '1 s'
      from generate_series(1, ${MANY}::int) n`);
    await database().asOwner("analyze members");
  });

  const orders = [
    ["-name", "sort_name desc, id desc"],
    ["created_at", "created_at, id"],
    ["name", "sort_name, id"],
    ["-created_at", "created_at desc, id desc"],
  ] as const;

  describe.each(someOf(orders, 2))(
    "words that many rows contain, in the order %s",
    (sort, order) => {
      test("are on the pages of the list once each, forth and back", async () => {
        const address = `q=DIA&status=active&sort=${sort}`;
        const pages = [await list(address)];
        for (let page = pages[0]; page?.next; page = pages.at(-1)) {
          pages.push(await list(`${address}&after=${encodeURIComponent(page.next)}`));
        }
        const all = await expected("search_text like '%dia%' and status = 'active'", order);
        expect(pages.flatMap(idsOf)).toEqual(all);
        const back = [pages.at(-1)];
        for (let page = back[0]; page?.previous; page = back[0]) {
          back.unshift(await list(`${address}&before=${encodeURIComponent(page.previous)}`));
        }
        expect(back.flatMap((page) => (page ? idsOf(page) : []))).toEqual(all);
      });
    },
  );

  test.each(orders.slice(2))(
    "words give the first page in the order %s that a look at each row gives",
    (sort, order) =>
      checkEach(
        ["dia", "diallo", "di", "mple.or", "’ndia", "\u{10ffff}x", "اسم", "aissatou"].map(
          (words) => [words, words],
        ),
        async (words) => {
          const page = await list(`q=${encodeURIComponent(words)}&sort=${sort}`);
          const all = await expected(`strpos(search_text, search_form('${words}')) > 0`, order);
          expect(idsOf(page)).toEqual(all.slice(0, 50));
          if (page.more) expect(page.count).toBeLessThan(all.length);
          else expect(page.count).toBe(all.length);
        },
      ),
  );

  test("a count is exact where few rows can answer, and never too high where many can", async () => {
    const dia = "search_text like '%dia%'";
    const few = await expected(`${dia} and status = 'suspended'`, "id");
    expect(await list("q=dia&status=suspended")).toMatchObject({ count: few.length, more: false });
    expect(await list("q=dia")).toMatchObject({ count: MAX_SORTED_MATCHES, more: true });
    const some = await expected(`${dia} and status = 'active'`, "id");
    const counted = await list("q=dia&status=active");
    expect(counted.more).toBe(true);
    expect(counted.count).toBeGreaterThan(50);
    expect(counted.count).toBeLessThanOrEqual(some.length);
  });

  test("words that nobody has are nowhere, at once", async () => {
    expect(await list("q=xyzxyz&sort=name")).toMatchObject({ rows: [], count: 0, more: false });
  });
});
