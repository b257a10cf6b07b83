import { Search } from "lucide-react";
import { data } from "react-router";
import { asVisitor } from "../core/database/doors/doors.server.ts";
import type { Parameter } from "../core/http/address-checks.ts";
import { readOrUnavailable } from "../core/http/fallback.server.ts";
import { requestInfoContext } from "../core/http/request-info.ts";
import { PRIVATE } from "../core/http/security-headers.ts";
import { isFlood } from "../core/http/submission.server.ts";
import { formatDate, isoDay } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf, pathIn } from "../i18n/languages.ts";
import type { LocalText } from "../i18n/localized.ts";
import { FrenchNote, PageBanner, PageHead } from "../site/frame/page-head.tsx";
import { findSitePages } from "../site/site-pages.server.ts";
import { EmptyState } from "../ui/section.tsx";
import type { Route } from "./+types/search.page.ts";
import {
  type DirectResult,
  isTooLong,
  type Piece,
  QUERY_LENGTH,
  RESULT_PAGES,
  RESULTS,
  type SearchAnswer,
  type SearchResult,
  tidyPage,
  tidyQuery,
  wordsOf,
} from "./search.ts";
import { findNamed, search } from "./search.visitor.server.ts";

// What somebody looks for is theirs: no cache keeps the page, and no other site hears of its address.
const q: Parameter = { check: tidyQuery, refused: "ignored" };
const page: Parameter = { check: tidyPage, refused: "ignored" };
export const handle = { parameters: { q, page } };

export const headers = () => PRIVATE;

/** Why nothing was looked for. */
type Problem = "empty" | "tooLong" | "noWords" | "tooCommon" | "busy" | "away";

// With the database away the site's own pages are found all the same, as other public pages are shown.
const STATUS = { empty: 200, tooLong: 400, noWords: 200, tooCommon: 200, busy: 503, away: 200 };

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = url.searchParams.get("q") ?? "";
  const page = Number(url.searchParams.get("page") ?? 1);
  const words = wordsOf(query);
  const language = languageOf(url.pathname);
  const pages = page > 1 ? [] : findSitePages(words, language);
  const direct = pages.map((one): DirectResult => ({ kind: "page", ...one }));
  const refuse = (problem: Problem, found: DirectResult[] = []) =>
    data(
      { query: isTooLong(query) ? "" : query, page, problem, direct: found, answer: undefined },
      { status: STATUS[problem], headers: PRIVATE },
    );
  if (query === "") return refuse("empty");
  if (isTooLong(query)) return refuse("tooLong");
  if (words.length === 0) return refuse("noWords");
  if (isFlood("search", context.get(requestInfoContext))) return refuse("busy");
  const { record } = await readOrUnavailable(context, "search", () =>
    asVisitor(async (db) => ({
      named: page > 1 ? [] : await findNamed(db, words),
      answer: await search(db, { words, language, page }),
    })),
  );
  if (!record) return refuse("away", direct);
  const { named, answer } = record;
  direct.push(...named);
  if (answer.tooCommon) return refuse("tooCommon", direct);
  return data({ query, page, problem: undefined, direct, answer }, { headers: PRIVATE });
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { query, page, problem, direct, answer } = loaderData;
  const here = pathIn(language, "/search");
  return (
    <>
      <PageHead
        title={t("search.title")}
        description={t("search.lead")}
        noindex={problem !== "empty"}
      />
      <PageBanner title={t("search.title")} lead={t("search.lead")}>
        <SearchForm query={query} className="mt-8 max-w-[640px]" />
      </PageBanner>
      <div className="wrap section">
        {direct.length > 0 && <DirectResults results={direct} />}
        {answer && answer.results.length > 0 && (
          <SearchResults answer={answer as SearchAnswer} query={query} page={page} here={here} />
        )}
        {answer && answer.results.length === 0 && direct.length === 0 && (
          <EmptyState title={t("search.none", { query })} message={t("search.noneMessage")} />
        )}
        {problem === "empty" && (
          <p className="max-w-[60ch] text-lg text-muted">{t("search.empty")}</p>
        )}
        {problem && problem !== "empty" && (
          <div role="alert">
            <EmptyState title={t("search.refused")} message={t(`search.problem.${problem}`)} />
          </div>
        )}
      </div>
    </>
  );
}

/** What the words name: the way there, before the records that have them in their text. */
function DirectResults({ results }: { results: readonly DirectResult[] }) {
  const { t, language } = useI18n();
  return (
    <div className="mb-10 max-w-[760px]">
      <h2 className="text-xl">{t("search.direct")}</h2>
      <ul className="mt-2">
        {results.map(({ kind, path, title }) => (
          <li key={`${path} ${title}`} className="flex min-h-11 items-center gap-3">
            <a className="link text-lg font-bold wrap-anywhere" href={pathIn(language, path)}>
              {title}
            </a>
            {kind !== "page" && <span className="badge">{t(`search.kind.${kind}`)}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The field of the search page. It leads to the same address again, so it needs no script. */
function SearchForm({ query, className }: { query: string; className: string }) {
  const { t, language } = useI18n();
  return (
    <search>
      <form
        action={pathIn(language, "/search")}
        className={`flex gap-3 max-sm:flex-col ${className}`}
      >
        <input
          type="search"
          name="q"
          defaultValue={query}
          maxLength={QUERY_LENGTH}
          required
          aria-label={t("search.label")}
          className="min-h-12 min-w-0 flex-1 rounded-control border-2 border-[#7c8780] bg-white px-3.5 text-ink"
        />
        <button type="submit" className="button button-yellow">
          <Search aria-hidden="true" size={20} />
          {t("search.submit")}
        </button>
      </form>
    </search>
  );
}

type Props = {
  answer: SearchAnswer;
  query: string;
  page: number;
  /** The address of the search, without its question. */
  here: string;
};

/** How many there are, then each with its words marked, then the ways to the others. */
function SearchResults({ answer, query, page, here }: Props) {
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
      <mark key={place} className="bg-yellow text-ink">
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
