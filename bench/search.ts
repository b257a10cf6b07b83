// How long a visitor waits for the database when they search, on both engines, among as much as a federation
// publishes in many years.

import { sql } from "drizzle-orm";
import { startApp } from "../app/core/app.ts";
import { SCHEMA } from "../app/core/database/database.server.ts";
import { asSystem, asVisitor } from "../app/core/database/doors/doors.server.ts";
import { openInMemory } from "../app/core/database/embedded/embedded.server.ts";
import type { Engine } from "../app/core/database/engine.server.ts";
import { openServer } from "../app/core/database/postgres.server.ts";
import { wordsOf } from "../app/web/search.ts";
import { search } from "../app/web/search.visitor.server.ts";
import { startPostgres } from "../tests/support/database/postgres-server.ts";
import { timesOf } from "./admin-staff.ts";
import { OFFICE_BUFFERS_MB, SEARCH } from "./budgets.ts";
import { atMost, count, type Group, infoRow, milliseconds, percentile, type Row } from "./table.ts";

const ROUNDS = 40;

/** What people look for: words that most texts have, rare ones, several, wrong ones, and what nothing has. */
const QUERIES = [
  "fédération",
  "tournoi",
  "joueurs",
  "championnat national",
  "règlement des licences",
  "tournoi kindia inscription",
  "lacoma",
  "tournio",
  "fedration gineenne",
  "bolaviti zzzqx",
  "zzzqxw",
  "le de la",
  "co",
];

/** Words as texts have them: a few everywhere, most of them seldom. */
const VOCABULARY = `create temporary table vocabulary as
  select row_number() over () as n, word from (
    select unnest(string_to_array('de la le les et fédération tournoi joueurs compétition équipe club licence
      règlement championnat national guinée inscription esport conakry kindia article membre saison finale
      arbitre commission discipline sanction assemblée générale bureau président partenaires jeunes école', ' ')) as word
    union all
    select a || b || c from unnest(string_to_array('ba co di fo ga la mi no pe ra se to vu za bri cla dro fle gri pla', ' ')) a,
      unnest(string_to_array('ba co di fo ga la mi no pe ra se to vu za bri cla dro fle gri pla', ' ')) b,
      unnest(string_to_array('tion ment age eur iste ité ique ance ible oir ma ti lo ra', ' ')) c
  ) words where btrim(word, E' \\n') <> ''`;

/** A text of so many words. */
const words = (length: number) => `(
  select string_agg(v.word, ' ') from (
    select 1 + floor(power(random(), 4) * (select count(*) from vocabulary))::int as at
    from generate_series(1, ${length}) where n > 0) draws join vocabulary v on v.n = draws.at)`;

const { news, events, pages, documents, documentPages } = SEARCH;
const records = news + events + pages + documents;
/** How many different texts there are: many rows share one, since taking texts apart is not what is measured. */
const TEXTS = 1_500;
const INDEXES = ["french", "english", "pages"];

/** As the triggers write them, but for the texts that are shared, and the indexes made at the end. */
const fill = (indexes: string[]) => [
  VOCABULARY,
  "create unique index on vocabulary (n)",
  "analyze vocabulary",
  ...INDEXES.map((name) => `drop index search_entries_${name}`),
  `create temporary table texts as
    select n, title, body, setweight(to_tsvector('site_fr', title), 'A') || setweight(to_tsvector('site_fr', body), 'D') as words,
      to_tsvector('site_fr', body) as body_words
    from (select n, ${words(6)} as title, ${words(220)} as body from generate_series(1, ${TEXTS}) n) drawn`,
  `create temporary table records as
    select n, gen_random_uuid() as id, case when n <= ${news} then 'news' when n <= ${news + events} then 'event'
      when n <= ${records - documents} then 'page' else 'resource' end as kind
    from generate_series(1, ${records}) n`,
  ...["fr", "en"].map(
    (
      language,
    ) => `insert into search_entries (kind, record_id, language, page, path, title, body, happens_at, words)
      select kind, id, '${language}', 0, '/news/' || id, title, body, now() - r.n * interval '1 hour', words
      from records r join texts t on t.n = 1 + (r.n * 7919) % ${TEXTS}`,
  ),
  `insert into search_entries (kind, record_id, language, page, path, title, body, happens_at, words)
    select kind, id, 'any', page, '/resources/' || id, '', body, now() - r.n * interval '1 hour', body_words
    from records r, generate_series(1, ${documentPages}) page
      join texts t on true where kind = 'resource' and t.n = 1 + (r.n * 7919 + page * 104729) % ${TEXTS}`,
  `insert into search_words (word) select distinct search_form(word) from vocabulary
    where search_form(word) ~ '^[a-z]{3,30}$'`,
  ...indexes,
];

async function rowsOn(name: string, engine: Engine, tell: (doing: string) => void): Promise<Row[]> {
  startApp({ database: { engine } });
  try {
    await engine.migrate(SCHEMA);
    tell(`${name}: filling the database`);
    await engine.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      const { rows: indexes } = (await tx.execute(
        sql`select indexdef as statement from pg_indexes where indexname in ('search_entries_french',
          'search_entries_english', 'search_entries_pages')`,
      )) as unknown as { rows: { statement: string }[] };
      for (const statement of fill(indexes.map(({ statement }) => statement)))
        await tx.execute(sql.raw(statement));
    });
    for (const table of ["search_entries", "search_words"])
      await engine.transaction((tx) => tx.execute(sql.raw(`analyze ${table}`)));
    const { rows: sizes } = (await asSystem("bench", (db) =>
      db.execute(
        sql`select (select count(*)::int from search_entries) as entries,
          (select count(*)::int from search_words) as words,
          (pg_total_relation_size('search_entries') / 1000000)::int as megabytes`,
      ),
    )) as unknown as { rows: { entries: number; words: number; megabytes: number }[] };
    const [size] = sizes;
    const rows = [
      infoRow(
        `Search, ${name}: entries, different words, on the disk`,
        `${count(size?.entries ?? 0)}, ${count(size?.words ?? 0)}, ${size?.megabytes} MB`,
      ),
    ];
    for (const query of QUERIES) {
      const ask = () =>
        asVisitor((db) => search(db, { words: wordsOf(query), language: "fr", page: 1 }));
      const { total, capped } = await ask();
      const times = await timesOf(ROUNDS, ask);
      rows.push(
        atMost(
          `Search, ${name}, '${query}' (${count(total)}${capped ? "+" : ""}): p95`,
          SEARCH.milliseconds,
          percentile(times, 0.95),
          milliseconds,
        ),
      );
    }
    return rows;
  } finally {
    startApp({ database: {} });
    await engine.close();
  }
}

/** `npm run bench -- search --embedded` or `--server` measures one of them. */
const only = (name: string) =>
  !process.argv.some((option) => /^--(?:embedded|server)$/.test(option)) ||
  process.argv.includes(`--${name}`);

export const measure: Group = async (tell) => {
  if (!only("server")) return rowsOn("embedded", await openInMemory(), tell);
  const postgres = await startPostgres({ buffersMb: OFFICE_BUFFERS_MB });
  try {
    return [
      ...(await rowsOn("server", openServer(postgres.url), tell)),
      ...(only("embedded") ? await rowsOn("embedded", await openInMemory(), tell) : []),
    ];
  } finally {
    await postgres.remove();
  }
};
