import { Search } from "lucide-react";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { QUERY_LENGTH } from "./search.ts";

/** The field of the search page. It leads to the same address again, so it needs no script. */
export function SearchForm({ query, className }: { query: string; className: string }) {
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
