import { type SQL, sql } from "drizzle-orm";
import type { VisitorDb } from "../core/database/doors/doors.server.ts";
import { rowsOf } from "../core/database/doors/rows.server.ts";
import type { Language } from "../i18n/languages.ts";
import {
  type DirectResult,
  HIT,
  nearest,
  piecesOf,
  RESULTS,
  type SearchAnswer,
  type SearchKind,
  type SearchResult,
  tsquery,
} from "./search.ts";

/** How many records, and how many pages of documents, are ranked: what matches more is too common to rank. */
const RANKED = 150;
/** What an event that is over or cancelled counts, beside one that people can still come to. */
const OVER = 0.3;
/** Letters of a text among which an excerpt is looked for. */
const EXCERPT_OF = 12_000;

const CONFIGURATION = { fr: sql.raw("'site_fr'"), en: sql.raw("'site_en'") } as const;

type SearchRequest = { words: readonly string[]; language: Language; page: number };
type Hits = Pick<SearchAnswer, "results" | "total" | "capped">;

/**
 * What is public and holds the words, the best first. Where nothing has all of them, words that nobody wrote
 * give way to those nearest to them; where that finds nothing either, any of the words is enough.
 */
export async function search(db: VisitorDb, request: SearchRequest): Promise<SearchAnswer> {
  const { words, language } = request;
  const nothing = { corrected: [], loose: false, tooCommon: false };
  const exact = await findHits(db, request, tsquery(words, "&"));
  if (exact.total > 0) return { ...exact, ...nothing };
  const spellings = await readSpellings(db, words, language);
  const telling = spellings.filter(({ telling }) => telling);
  if (telling.length === 0) return { ...exact, ...nothing, tooCommon: true };
  const corrections = new Map(
    telling.map(({ word, alike, form }) => [word, alike ? nearest(form, alike) : []]),
  );
  const corrected = [...corrections.values()].flat();
  for (const operator of ["&", "|"] as const) {
    if (operator === "|" ? telling.length === 1 : corrected.length === 0) continue;
    const hits = await findHits(db, request, tsquery(words, operator, corrections));
    if (hits.total > 0) return { ...hits, ...nothing, corrected, loose: operator === "|" };
  }
  return { ...exact, ...nothing };
}

/** How many partners and leaders are named before the records that only speak of them. */
const NAMED = 5;

/** Partners and leaders by their names; they have no page of their own. */
export async function findNamed(db: VisitorDb, words: readonly string[]): Promise<DirectResult[]> {
  const every = (name: SQL) =>
    sql.join(
      words.map(
        (word) =>
          sql`' ' || search_form(search_words_of(${name})) like '% ' || search_form(${word}) || '%'`,
      ),
      sql` and `,
    );
  return rowsOf<DirectResult>(
    db,
    sql`select 'partner' as kind, name as title, '/partners' as path from partners where ${every(sql`name`)}
      union all
      select 'leader', name, '/about' from leadership_team where ${every(sql`name`)}
      limit ${NAMED}`,
  );
}

type Spelling = {
  word: string;
  /** As the index compares it. */
  form: string;
  /** It is no word that every text has. */
  telling: boolean;
  /** What looks like it, where no text has it. */
  alike: string[] | null;
};

/** The spelling of each word, and similar words. */
async function readSpellings(db: VisitorDb, words: readonly string[], language: Language) {
  const rows = await rowsOf<Spelling>(
    db,
    sql`
    select word, form, numnode(to_tsquery(${CONFIGURATION[language]}, word)) > 0 as telling,
      case when length(form) between 4 and 30
          and not exists (select from search_words w where w.word >= form and w.word < form || '~')
        then array(
          select w.word from search_words w
          where length(w.word) between length(form) - 2 and length(form) + 2 and w.word % form
          order by similarity(w.word, form) desc, w.word limit 10)
        end as alike
    from (
      select word, search_form(word) as form
      from jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) word
    ) words`,
  );
  return rows;
}

type Row = {
  kind: SearchKind;
  record_id: string;
  path: string;
  title: string;
  excerpt: string;
  happens_at: Date | string;
  is_cancelled: boolean;
  best_page: number;
  pages: number[];
  french_title: boolean;
  french_body: boolean;
  total: number;
  candidates: number;
};

async function findHits(
  db: VisitorDb,
  { language, page }: SearchRequest,
  question: string,
): Promise<Hits> {
  const configuration = CONFIGURATION[language];
  const own = sql.raw(`'${language}'`);
  const marked = (fragments: number) =>
    `StartSel=${HIT.start},StopSel=${HIT.stop},${fragments ? `MaxFragments=${fragments},MaxWords=22,MinWords=10,FragmentDelimiter=" … "` : "HighlightAll=true"}`;
  const rows = await rowsOf<Row>(
    db,
    sql`
    with own as materialized (select to_tsquery(${configuration}, ${question}) as question),
    french as materialized (select to_tsquery('site_fr', ${question}) as question),
    candidates as materialized (
      (select id, record_id, page, happens_at,
          2 * ts_rank('{0.1, 0.2, 0.5, 1}', words, question, 1) * case when kind = 'event'
            and (is_cancelled or happens_at < site_now() - interval '1 day') then ${OVER}::real else 1 end as rank
        from search_entries, own where language = ${own} and words @@ question limit ${RANKED})
      union all
      (select id, record_id, page, happens_at, ts_rank('{0.1, 0.2, 0.5, 1}', words, question, 1) as rank
        from search_entries, french where language = 'any' and words @@ question limit ${RANKED})
    ),
    records as (
      select record_id, max(rank) as rank, max(happens_at) as happens_at,
        (array_agg(id order by rank desc))[1] as best,
        coalesce(array_agg(page order by rank desc, page) filter (where page > 0), '{}') as pages,
        count(*) over () as total, (select count(*) from candidates) as candidates
      from candidates group by record_id
      order by rank desc, happens_at desc, record_id limit ${RESULTS} offset ${(page - 1) * RESULTS}
    )
    select own_entry.kind, records.record_id, own_entry.path, own_entry.happens_at,
      own_entry.is_cancelled, best.page as best_page, to_json(pages) as pages,
      total::int, candidates::int,
      ${own} = 'en' and own_entry.title = french_entry.title as french_title,
      ${own} = 'en' and best.page = 0 and own_entry.body = french_entry.body as french_body,
      ts_headline(${configuration}, own_entry.title, own.question, ${marked(0)}) as title,
      ts_headline(case when best.page > 0 then 'site_fr'::regconfig else ${configuration} end,
        left(best.body, ${EXCERPT_OF}), own.question, ${marked(2)}) as excerpt
    from records
    join search_entries own_entry on own_entry.record_id = records.record_id
      and own_entry.language = ${own} and own_entry.page = 0
    join search_entries french_entry on french_entry.record_id = records.record_id
      and french_entry.language = 'fr' and french_entry.page = 0
    join search_entries best on best.id = records.best, own
    order by rank desc, records.happens_at desc, records.record_id`,
  );
  const [first] = rows;
  return {
    results: rows.map(resultOf),
    total: first?.total ?? 0,
    capped: (first?.candidates ?? 0) >= RANKED,
  };
}

const resultOf = ({
  title,
  excerpt,
  happens_at,
  pages,
  french_title,
  ...row
}: Row): SearchResult => ({
  kind: row.kind,
  record_id: row.record_id,
  path: row.path,
  title: piecesOf(title),
  excerpt: piecesOf(excerpt),
  french: { title: french_title, excerpt: row.french_body && excerpt !== "" },
  happens_at: new Date(happens_at),
  is_cancelled: row.is_cancelled,
  page: row.best_page,
  otherPages: pages.filter((page) => page !== row.best_page).slice(0, 4),
});
