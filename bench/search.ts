// How long a visitor waits for the database when they search, on both engines, among as much as a federation
// publishes in many years.
import { sql } from "drizzle-orm";
import { SCHEMA } from "../app/core/database/database.server.ts";
import { asSystem, asVisitor, setEngine } from "../app/core/database/doors.server.ts";
import { openInMemory } from "../app/core/database/embedded.server.ts";
import type { Engine } from "../app/core/database/engine.server.ts";
import { openServer } from "../app/core/database/postgres.server.ts";
import { wordsOf } from "../app/web/search.ts";
import { search } from "../app/web/search.visitor.server.ts";
import { addWords } from "../app/web/words.jobs.server.ts";
import { startPostgres } from "../tests/support/postgres-server.ts";
import { timesOf } from "./admin-staff.ts";
import { OFFICE_BUFFERS_MB, SEARCH } from "./budgets.ts";
import { atMost, count, type Group, infoRow, milliseconds, percentile, type Row } from "./table.ts";

const ROUNDS = 40;

/** What people look for: words that most texts have, rare ones, several, wrong ones, and what nothing has. */
const QUERIES = [
  ...["fédération", "tournoi", "joueurs", "championnat national", "règlement des licences"],
  ...["tournoi kindia inscription", "lacoma", "tournio", "fedration gineenne", "bolaviti zzzqx"],
  ...["zzzqxw", "le de la", "co"],
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

/** A text of so many words. The row is named in it, so that each is drawn anew. */
const words = (length: number, row: string) => `(
  select string_agg(v.word, ' ') from (
    select 1 + floor(power(random(), 4) * (select count(*) from vocabulary))::int as at, ${row}
    from generate_series(1, ${length})) draws join vocabulary v on v.n = draws.at)`;

const { news, events, pages, documents, documentPages } = SEARCH;
const BEGIN = [
  VOCABULARY,
  "create unique index on vocabulary (n)",
  "analyze vocabulary",
  `insert into file_categories (id, name) values (gen_random_uuid(), 'Rapports du banc d’essai')`,
];

/** The rows of a table from one number on, and how many there are; so many at once that no statement takes long. */
const FILL: { rows: number; atOnce: number; statement: (numbers: string) => string }[] = [
  {
    ...{ rows: news, atOnce: 500 },
    statement: (numbers) => `insert into news (id, title, excerpt, content, category, published)
      select gen_random_uuid(), ${words(7, "n")}, ${words(20, "n")}, ${words(300, "n")}, 'Communiqué', true
      from ${numbers} n`,
  },
  {
    ...{ rows: events, atOnce: 500 },
    statement: (numbers) => `insert into events (id, title, description, location, category, date)
      select gen_random_uuid(), ${words(6, "n")}, ${words(150, "n")}, 'Conakry', 'Tournoi', date '2026-01-01' + n % 700
      from ${numbers} n`,
  },
  {
    ...{ rows: pages, atOnce: 500 },
    statement: (numbers) => `with added as (
        insert into pages (id, slug, title, status)
        select gen_random_uuid(), 'page-' || n, ${words(4, "n")}, 'published' from ${numbers} n returning id)
      insert into page_sections (id, page_id, section_key, content, sort_order)
      select gen_random_uuid(), id, 'text', ${words(300, "id")}, 1 from added`,
  },
  {
    ...{ rows: documents, atOnce: 500 },
    statement: (
      numbers,
    ) => `insert into static_files (id, filename, original_filename, file_url, file_type,
        file_size, title, category_id, is_public, is_resource)
      select gen_random_uuid(), n || '.pdf', n || '.pdf', '/files/uploads/' || n || '.pdf', 'application/pdf', 1,
        ${words(6, "n")}, (select id from file_categories limit 1), true, true
      from ${numbers} n`,
  },
  {
    ...{ rows: documents, atOnce: 20 },
    statement: (numbers) => `insert into document_texts (file_url, pages, read_at)
      select '/files/uploads/' || n || '.pdf',
        array(select ${words(200, "n, page")} from generate_series(1, ${documentPages}) page), now()
      from ${numbers} n`,
  },
];

async function rowsOn(name: string, engine: Engine, tell: (doing: string) => void): Promise<Row[]> {
  setEngine(engine);
  try {
    await engine.migrate(SCHEMA);
    tell(`${name}: filling the database, some minutes`);
    await engine.transaction(async (tx) => {
      for (const statement of BEGIN) await tx.execute(sql.raw(statement));
      for (const { rows, atOnce, statement } of FILL) {
        for (let from = 1; from <= rows; from += atOnce)
          await tx.execute(sql.raw(statement(`generate_series(${from}, ${from + atOnce - 1})`)));
      }
    });
    await addWords();
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
    setEngine(undefined);
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
