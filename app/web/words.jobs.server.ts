import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { asSystem } from "../core/database/doors/doors.server.ts";
import { rowsOf } from "../core/database/doors/rows.server.ts";
import type { Job } from "../core/process/jobs.server.ts";
import { DAY, MINUTE } from "../core/values/durations.ts";

/** How many entries, and how many words, one transaction takes: visitors wait no longer than for a page. */
const ENTRIES = 50;
const WORDS = 200;
const BREATH_MS = 20;

/** Adds the words of what was published, so that a wrong spelling finds them. */
export async function addWords(stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const count = await asSystem("search.words", async (db) => {
      // In order, so that two processes that bring the same word never wait for each other in a circle.
      const rows = await rowsOf<{ count: number }>(
        db,
        sql`
        with due as (
          delete from search_words_due where id in (
            select id from search_words_due limit ${ENTRIES} for update skip locked)
          returning id
        ), added as (
          insert into search_words (word)
          select distinct word from search_entries join due using (id),
            unnest(tsvector_to_array(to_tsvector('simple', search_words_of(search_form(title || ' ' || body))))) word
          where word ~ '^[a-z]{3,30}$' order by word
          on conflict (word) do nothing
        )
        select count(*)::int as count from due`,
      );
      return rows[0]?.count ?? 0;
    });
    if (count === 0) return;
    await pause(BREATH_MS);
  }
}

/** Takes away the words that stand in nothing public any more: a name must not outlive its article. */
export async function forgetWords(stopping?: AbortSignal): Promise<void> {
  for (let after: string | undefined = ""; after !== undefined && !stopping?.aborted; ) {
    const from: string = after;
    after = await asSystem("search.forget", async (db) => {
      const rows = await rowsOf<{ last: string | null }>(
        db,
        sql`
        with batch as materialized (
          select word from search_words where word > ${from} order by word limit ${WORDS}
        ), gone as (
          delete from search_words w using batch where w.word = batch.word
            and not exists (select from search_entries e where e.language = 'fr'
              and e.words @@ to_tsquery('site_fr', batch.word))
            and not exists (select from search_entries e where e.language = 'en'
              and e.words @@ to_tsquery('site_en', batch.word))
            and not exists (select from search_entries e where e.language = 'any'
              and e.words @@ to_tsquery('site_fr', batch.word))
        )
        select max(word) as last from batch`,
      );
      return rows[0]?.last ?? undefined;
    });
    await pause(BREATH_MS);
  }
}

export const searchWordsJobs: readonly Job[] = [
  { name: "search.words", everyMs: 5 * MINUTE, run: (stopping) => addWords(stopping) },
  {
    name: "search.forget",
    everyMs: DAY,
    daily: true,
    run: (stopping) => forgetWords(stopping),
  },
];
