import type { Language } from "../i18n/languages.ts";

/** What can be found. */
export const SEARCH_KINDS = ["news", "event", "page", "resource"] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

export const SEARCH_LANGUAGES = ["fr", "en", "any"] as const satisfies (Language | "any")[];

/** Nobody types more than a line; what is longer is refused with a sentence. */
export const QUERY_LENGTH = 100;
/** A question has no more words than this; what follows is left out. */
const WORDS = 12;
const WORD_LENGTH = 40;

/** How many results one page shows, and how many pages there are at most. */
export const RESULTS = 10;
export const RESULT_PAGES = 15;

/** What was typed, with one blank between words. What is too long keeps one letter too many, and is refused. */
export const tidyQuery = (value: string): string | undefined =>
  [...value.toWellFormed().trim().replaceAll(/\s+/g, " ")].slice(0, QUERY_LENGTH + 1).join("") ||
  undefined;

export const isTooLong = (query: string): boolean => [...query].length > QUERY_LENGTH;

export const tidyPage = (value: string): string | undefined =>
  /^\d{1,2}$/.test(value) && Number(value) > 1 && Number(value) <= RESULT_PAGES
    ? String(Number(value))
    : undefined;

/** The words of what was typed: letters and digits, as the index has them. Single letters say nothing beside words. */
export function wordsOf(query: string): string[] {
  const words = query
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => word.slice(0, WORD_LENGTH));
  const longer = words.filter((word) => word.length > 1);
  return [...new Set(longer.length > 0 ? longer : words)].slice(0, WORDS);
}

/** A French plural is found by its singular too; "tournois" and "tournoi" have different stems. */
const singularOf = (word: string) =>
  word.length >= 5 && /[sx]$/.test(word) ? word.slice(0, -1) : undefined;

/** One word of a question with what may stand for it. Longer words count as beginnings. */
function termOf(word: string, corrections: readonly string[]): string {
  const spellings = [word, singularOf(word), ...corrections].filter((one) => one !== undefined);
  return `(${spellings.map((one) => (one.length >= 4 ? `'${one}':*` : `'${one}'`)).join(" | ")})`;
}

/**
 * The question as PostgreSQL reads it. It holds letters and digits alone, so that nothing of what was typed
 * can be an operator.
 */
export const tsquery = (
  words: readonly string[],
  operator: "&" | "|",
  corrections: ReadonlyMap<string, readonly string[]> = new Map(),
): string => words.map((word) => termOf(word, corrections.get(word) ?? [])).join(` ${operator} `);

/** How many letters have to be changed, added, left out or swapped with their neighbour. */
function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const changed = (last[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      row[j] = Math.min(changed, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (i > 1 && j > 1 && swapped) row[j] = Math.min(row[j] ?? 0, (before[j - 2] ?? 0) + 1);
    }
    [before, last] = [last, row];
  }
  return last[other.length] ?? 0;
}

const CORRECTIONS = 3;

/** Which of these words somebody may have meant: the nearest ones, if they are near. */
export function nearest(word: string, candidates: readonly string[]): string[] {
  const limit = word.length >= 6 ? 2 : 1;
  const rated = candidates.map((one) => ({ one, distance: editDistance(word, one) }));
  const least = Math.min(limit, ...rated.map(({ distance }) => distance));
  return rated
    .filter(({ distance }) => distance === least)
    .map(({ one }) => one)
    .slice(0, CORRECTIONS);
}

/** A piece of an excerpt; `hit` when it is one of the words that were looked for. */
export type Piece = { text: string; hit: boolean };

/** What PostgreSQL puts around a hit. The index holds no control characters. */
export const HIT = { start: "\u0002", stop: "\u0003" };

/** An excerpt in pieces, from the marks in it. */
export function piecesOf(excerpt: string): Piece[] {
  return excerpt
    .split(HIT.start)
    .flatMap((part, place) => {
      const [first = "", ...rest] = part.split(HIT.stop);
      const hit = place > 0 && rest.length > 0;
      return [
        { text: first, hit },
        { text: rest.join(""), hit: false },
      ];
    })
    .filter(({ text }) => text !== "");
}

export type SearchResult = {
  kind: SearchKind;
  record_id: string;
  path: string;
  title: Piece[];
  excerpt: Piece[];
  /** What of it is French on the English page, which has no other words for it. */
  french: { title: boolean; excerpt: boolean };
  happens_at: Date;
  is_cancelled: boolean;
  /** The page of its PDF that says it best; 0 when the record itself does. */
  page: number;
  /** Some other pages with the words. */
  otherPages: number[];
};

/** A page of the site itself, or a partner or leader, who stand on one. */
export type DirectResult = { kind: "page" | "partner" | "leader"; path: string; title: string };

export type SearchAnswer = {
  results: SearchResult[];
  total: number;
  /** As many as one search looks at: there may be more. */
  capped: boolean;
  /** The words that were looked for instead of those that nobody wrote. */
  corrected: string[];
  /** Not all of the words stand in any of them. */
  loose: boolean;
  /** Nothing was looked for: these words stand in every text. */
  tooCommon: boolean;
};
