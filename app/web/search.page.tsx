import { data } from "react-router";
import { asVisitor } from "../core/database/doors/doors.server.ts";
import type { Parameter } from "../core/http/address-checks.ts";
import { readOrUnavailable } from "../core/http/fallback.server.ts";
import { requestInfoContext } from "../core/http/request-info.ts";
import { PRIVATE } from "../core/http/security-headers.ts";
import { isFlood } from "../core/http/submission.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf, pathIn } from "../i18n/languages.ts";
import { PageBanner } from "../site/frame/page-banner.tsx";
import { PageHead } from "../site/frame/page-head.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import type { Route } from "./+types/search.page.ts";
import { isTooLong, type SearchAnswer, tidyPage, tidyQuery, wordsOf } from "./search.ts";
import { search } from "./search.visitor.server.ts";
import { SearchForm } from "./search-form.tsx";
import { SearchResults } from "./search-results.tsx";

// What somebody looks for is theirs: no cache keeps the page, and no other site hears of its address.
const q: Parameter = { check: tidyQuery, refused: "ignored" };
const page: Parameter = { check: tidyPage, refused: "ignored" };
export const handle = { parameters: { q, page } };

export const headers = () => PRIVATE;

/** Why nothing was looked for. */
type Problem = "empty" | "tooLong" | "noWords" | "tooCommon" | "busy" | "away";

const STATUS = { empty: 200, tooLong: 400, noWords: 200, tooCommon: 200, busy: 503, away: 503 };

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = url.searchParams.get("q") ?? "";
  const page = Number(url.searchParams.get("page") ?? 1);
  const words = wordsOf(query);
  const refuse = (problem: Problem) =>
    data(
      { query: isTooLong(query) ? "" : query, page, problem, answer: undefined },
      { status: STATUS[problem], headers: PRIVATE },
    );
  if (query === "") return refuse("empty");
  if (isTooLong(query)) return refuse("tooLong");
  if (words.length === 0) return refuse("noWords");
  if (isFlood("search", context.get(requestInfoContext))) return refuse("busy");
  const language = languageOf(url.pathname);
  const { record: answer } = await readOrUnavailable(context, "search", () =>
    asVisitor((db) => search(db, { words, language, page })),
  );
  if (!answer) return refuse("away");
  if (answer.tooCommon) return refuse("tooCommon");
  return data({ query, page, problem: undefined, answer }, { headers: PRIVATE });
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { query, page, problem, answer } = loaderData;
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
        {answer && answer.results.length > 0 && (
          <SearchResults answer={answer as SearchAnswer} query={query} page={page} here={here} />
        )}
        {answer && answer.results.length === 0 && (
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
