import { setTimeout as pause } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { asSystem } from "../core/database/doors/doors.server.ts";
import { rowsOf } from "../core/database/doors/rows.server.ts";
import { log } from "../core/log/log.server.ts";
import { currentTime } from "../core/process/clock.ts";
import type { Job } from "../core/process/jobs.server.ts";
import { newId } from "../core/secrets/id.server.ts";
import { DAY, MINUTE } from "../core/values/durations.ts";
import { MediaFailure, preparing } from "../files/children/media.server.ts";
import { MAX_TRIES } from "../files/children/media.ts";
import { NotPrepared, readDocument } from "../files/prepare.server.ts";
import { documentTexts } from "./search.table.server.ts";

/** How long a document is claimed by a process: longer than any attempt may last. */
const TRY_MS = 15 * MINUTE;

type ClaimedDocument = { id: string; file_url: string; claimedAt: Date };

/** Reads the text of public documents, one after the other, and deletes that of documents that are not public any more. */
export async function readDocuments(stopping?: AbortSignal, clock = currentTime): Promise<void> {
  const stop = () => preparing.stop();
  stopping?.addEventListener("abort", stop);
  try {
    await deleteOutdatedTexts();
    while (!stopping?.aborted) {
      const document = await claimNext(clock());
      if (!document) return;
      await readOne(document, clock());
    }
  } finally {
    stopping?.removeEventListener("abort", stop);
  }
}

const SAME_CONTENT = sql`t.file_url = f.file_url and t.sha256 is not distinct from f.sha256`;

/** Deletes the texts of documents that are not public any more, or have other content now. */
function deleteOutdatedTexts(): Promise<unknown> {
  return asSystem("search.documents", (db) =>
    db.execute(sql`delete from document_texts t where not exists (
      select from static_files f where ${SAME_CONTENT} and is_document(f))`),
  );
}

/** Claims the next document and counts the attempt, as the preparation of files does. */
function claimNext(now: Date): Promise<ClaimedDocument | undefined> {
  const before = new Date(now.getTime() - TRY_MS);
  return asSystem("search.documents", async (db) => {
    const rows = await rowsOf<{ id: string; file_url: string }>(
      db,
      sql`
      insert into document_texts as kept (id, file_url, sha256, tries, tried_at)
      select ${newId()}::uuid, f.file_url, f.sha256, 1, ${now.toISOString()}::timestamptz from static_files f
      where is_document(f) and f.file_type = 'application/pdf' and f.file_url like '/files/%'
        and not exists (select from document_texts t where ${SAME_CONTENT} and (t.read_at is not null
          or t.tries >= ${MAX_TRIES} or t.tried_at > ${before.toISOString()}::timestamptz))
      order by f.created_at limit 1
      on conflict (file_url) do update set tries = kept.tries + 1, tried_at = excluded.tried_at
      where kept.read_at is null and (kept.tried_at is null or kept.tried_at <= ${before.toISOString()}::timestamptz)
      returning id, file_url`,
    );
    const [document] = rows;
    return document && { ...document, claimedAt: now };
  });
}

async function readOne(document: ClaimedDocument, now: Date): Promise<void> {
  try {
    await saveResult(document, { pages: await readDocument(document.file_url), read_at: now });
  } catch (error) {
    if (error instanceof NotPrepared) {
      // It is tried again a few times; its title and description are found without it.
      log.warn({ file: document.id, what: error.problem }, "document not read");
      return;
    }
    await saveResult(document, {
      tries: sql`greatest(${documentTexts.tries} - 1, 0)`,
      tried_at: null,
    });
    if (!(error instanceof MediaFailure)) throw error;
  }
}

/** Stores the result, unless another process has claimed the document since. */
function saveResult(
  { id, claimedAt }: ClaimedDocument,
  change: PgUpdateSetSource<typeof documentTexts>,
): Promise<unknown> {
  return asSystem("search.documents", (db) =>
    db
      .update(documentTexts)
      .set(change)
      .where(and(eq(documentTexts.id, id), eq(documentTexts.tried_at, claimedAt))),
  );
}

export const readDocumentsJob: Job = {
  name: "search.documents",
  everyMs: 5 * MINUTE,
  run: (stopping) => readDocuments(stopping),
};

/** How many entries, and how many words, one transaction handles: it must not delay visitors. */
const ENTRIES = 50;
const WORDS = 200;
const PAUSE_MS = 20;

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
    await pause(PAUSE_MS);
  }
}

/** Deletes words that are in no public entry any more: a name must not outlive its article. */
export async function deleteUnusedWords(stopping?: AbortSignal): Promise<void> {
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
    await pause(PAUSE_MS);
  }
}

export const searchWordsJobs: readonly Job[] = [
  { name: "search.words", everyMs: 5 * MINUTE, run: (stopping) => addWords(stopping) },
  {
    name: "search.forget",
    everyMs: DAY,
    daily: true,
    run: (stopping) => deleteUnusedWords(stopping),
  },
];
