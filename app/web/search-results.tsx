import { formatDate, isoDay } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import type { LocalText } from "../i18n/localized.ts";
import { FrenchNote } from "../site/frame/french-note.tsx";
import {
  type Piece,
  RESULT_PAGES,
  RESULTS,
  type SearchAnswer,
  type SearchResult,
} from "./search.ts";

type Props = {
  answer: SearchAnswer;
  query: string;
  page: number;
  /** The address of the search, without its question. */
  here: string;
};

/** How many there are, then each with its words marked, then the ways to the others. */
export function SearchResults({ answer, query, page, here }: Props) {
  const { t } = useI18n();
  const { results, total, capped, corrected, loose } = answer;
  return (
    <div className="max-w-[760px]">
      <h2 className="text-xl">
        {t(capped ? "search.countMore" : "search.count", { count: total, query })}
      </h2>
      {corrected.length > 0 && (
        <p className="mt-2 text-muted">{t("search.corrected", { words: corrected.join(", ") })}</p>
      )}
      {loose && <p className="mt-2 text-muted">{t("search.loose")}</p>}
      <FrenchNote
        some
        of={results.flatMap(({ french }): LocalText[] =>
          french.title || french.excerpt ? [{ text: "", lang: "fr" }] : [],
        )}
        className="mt-2 text-sm text-muted"
      />
      <ol className="mt-6 divide-y divide-line">
        {results.map((result) => (
          <li key={result.record_id} className="py-6">
            <Result result={result} />
          </li>
        ))}
      </ol>
      <Pages query={query} page={page} here={here} last={Math.ceil(total / RESULTS)} />
    </div>
  );
}

function Result({ result }: { result: SearchResult }) {
  const { t, language } = useI18n();
  const { kind, path, page, otherPages, happens_at, is_cancelled, french } = result;
  const address = pathIn(language, path);
  return (
    <article className="wrap-anywhere">
      <p className="flex flex-wrap items-center gap-3 text-xs text-muted">
        <span className="badge">{t(`search.kind.${kind}`)}</span>
        {is_cancelled && <span className="badge badge-red">{t("events.status.cancelled")}</span>}
        {kind !== "page" && (
          <time dateTime={isoDay(happens_at)}>{formatDate(language, happens_at)}</time>
        )}
      </p>
      <h3 className="mt-2 text-lg font-bold" lang={french.title ? "fr" : undefined}>
        {/* The viewer opens the page that stands behind the #. */}
        <a className="link" href={page > 0 ? `${address}#page=${page}` : address}>
          <Marked pieces={result.title} />
        </a>
      </h3>
      <p className="mt-2 text-muted" lang={french.excerpt ? "fr" : undefined}>
        <Marked pieces={result.excerpt} />
      </p>
      {(page > 0 || otherPages.length > 0) && (
        <p className="mt-1 flex flex-wrap items-center gap-x-4 text-sm">
          {page > 0 && <span>{t("search.onPage", { page })}</span>}
          {otherPages
            .toSorted((one, other) => one - other)
            .map((number) => (
              <a
                key={number}
                className="link inline-flex min-h-11 items-center"
                href={`${address}#page=${number}`}
              >
                {t("search.page", { page: number })}
              </a>
            ))}
        </p>
      )}
    </article>
  );
}

function Marked({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, hit }, place) =>
    hit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same word may come twice, and nothing moves
      <mark key={place} className="bg-yellow/50 text-inherit">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

function Pages({
  query,
  page,
  here,
  last,
}: Pick<Props, "query" | "page" | "here"> & { last: number }) {
  const { t } = useI18n();
  const address = (number: number) => {
    const search = new URLSearchParams();
    search.set("q", query);
    if (number > 1) search.set("page", String(number));
    return `${here}?${search}`;
  };
  if (last <= 1) return null;
  return (
    <nav aria-label={t("search.pages")} className="mt-8 flex flex-wrap gap-4">
      {page > 1 && (
        <a className="tab" rel="prev" href={address(page - 1)}>
          {t("search.previous")}
        </a>
      )}
      {page < Math.min(last, RESULT_PAGES) && (
        <a className="tab" rel="next" href={address(page + 1)}>
          {t("search.next")}
        </a>
      )}
    </nav>
  );
}
