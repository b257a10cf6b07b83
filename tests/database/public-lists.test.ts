import { describe, expect, test } from "vitest";
import { asVisitor } from "../../app/core/database/doors/doors.server.ts";
import {
  type EventFilter,
  selectEventList,
  splitEventList,
} from "../../app/events/events.visitor.server.ts";
import { listNews } from "../../app/news/news.visitor.server.ts";
import { withDatabase } from "../support/database/test-database.ts";

/** Several of one day, as a tournament with its meetings has: the order must not depend on the day alone. */
const EVENTS = `insert into events (id, title, description, location, category, date, status, created_at, updated_at)
  select gen_random_uuid(), status || ' ' || n, 'Un texte.', 'Kindia', category, date '2026-01-01' + n / 3,
    status, now(), now()
  from generate_series(1, 30) n,
    (values ('completed', 'Tournoi'), ('cancelled', 'Formation')) as kinds (status, category)`;

const NEWS = `insert into news (id, title, excerpt, content, category, tags, published, created_at, updated_at)
  select gen_random_uuid(), 'Article ' || n, 'Hier.', 'Un texte.', 'Compétition',
    case when n % 2 = 0 then '{finale}' else '{}' end::text[], n % 5 > 0,
    now() - (n / 3) * interval '1 day', now()
  from generate_series(1, 60) n`;

const upcoming = (count: number) => `insert into events
    (id, title, description, location, category, date, status, created_at, updated_at)
  select gen_random_uuid(), 'upcoming ' || n, 'Un texte.', 'Kindia', 'Tournoi', date '2031-01-01' + n,
    'upcoming', now(), now()
  from generate_series(1, ${count}) n`;

const listEvents = async (filter: EventFilter & { before?: string; after?: string }) =>
  splitEventList(await asVisitor((db) => selectEventList(db, filter)));

withDatabase((_name, database) => {
  describe("the list of events", () => {
    test("goes on to what was, each event once, the latest first", async () => {
      await database().asOwner(EVENTS);
      for (const filter of [{}, { category: "Formation" } as const]) {
        const seen: { date: string; id: string; title: string }[] = [];
        for (let more = true; more; ) {
          const before = seen.at(-1)?.id;
          const page = await listEvents({ ...filter, before });
          expect(page.past.length).toBeLessThanOrEqual(12);
          seen.push(...page.past);
          more = page.more;
        }
        expect(seen.length).toBe(filter.category ? 30 : 60);
        expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
        const days = seen.map(({ date }) => date);
        expect(days).toEqual(days.toSorted().reverse());
      }
    });

    test("leaves room for what is to come, and always shows a row of what was", async () => {
      await database().asOwner(upcoming(5));
      expect((await listEvents({})).past.length).toBe(7);
      await database().asOwner(upcoming(15));
      const page = await listEvents({});
      expect([page.upcoming.length, page.later, page.past.length]).toEqual([12, true, 4]);
      // What is to come goes on too, each event once, what is under way first.
      await database().asOwner(
        "update events set status = 'ongoing' where title = 'upcoming 3' or title = 'upcoming 15'",
      );
      const first = await listEvents({});
      const next = await listEvents({ after: first.upcoming.at(-1)?.id });
      expect([next.upcoming.length, next.later, next.past]).toEqual([8, false, []]);
      const all = [...first.upcoming, ...next.upcoming];
      expect(new Set(all.map(({ id }) => id)).size).toBe(20);
      const order = all.map(({ status, date }) => `${status === "upcoming"} ${date}`);
      expect(order).toEqual(order.toSorted());
      // A further page has nothing of what is to come.
      const before = page.past.at(-1)?.id;
      const further = await listEvents({ before });
      expect(further.upcoming).toEqual([]);
      expect(further.past.length).toBe(12);
    });

    test("has nothing after an event that is not among them", async () => {
      const [other] = (await listEvents({ category: "Formation" })).past;
      expect(other).toBeDefined();
      for (const before of ["01930000-0000-7000-8000-00000000dead", other?.id]) {
        const filter = { category: "Tournoi", before } as const;
        const { upcoming, past } = await listEvents(filter);
        expect({ upcoming, past }).toEqual({ upcoming: [], past: [] });
      }
    });
  });

  test("the list of news goes on to the oldest, of all and of a tag, without drafts", async () => {
    await database().asOwner(NEWS);
    for (const { tag, all } of [
      { tag: undefined, all: 48 },
      { tag: "finale", all: 24 },
    ]) {
      const seen: string[] = [];
      for (let result = 12; result === 12; ) {
        const before = seen.at(-1);
        const page = await asVisitor((db) => listNews(db, { limit: 12, before, tag }));
        seen.push(...page.map(({ id }) => id));
        result = page.length;
      }
      expect(seen.length).toBe(all);
      expect(new Set(seen).size).toBe(all);
    }
  });

  test("the list of news has nothing after an article that is not among them", async () => {
    const [draft] = await database().asOwner<{ id: string }>(
      "select id from news where not published order by created_at desc limit 1",
    );
    const [untagged] = await database().asOwner<{ id: string }>(
      "select id from news where published and tags = '{}' order by created_at desc limit 1",
    );
    const list = (before: string | undefined, tag?: string) =>
      asVisitor((db) => listNews(db, { limit: 12, before, tag }));
    expect(await list("01930000-0000-7000-8000-00000000dead")).toEqual([]);
    expect(await list(draft?.id)).toEqual([]);
    expect(await list(untagged?.id, "finale")).toEqual([]);
    expect(await list(untagged?.id)).toHaveLength(12);
  });
});
