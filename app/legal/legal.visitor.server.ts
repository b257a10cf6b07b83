import { desc, eq } from "drizzle-orm";
import { data, type RouterContextProvider } from "react-router";
import { asVisitor, type VisitorDb } from "../core/database/doors/doors.server.ts";
import { readWithFallback } from "../core/http/fallback.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { isoDay } from "../i18n/format.ts";
import { type Language, languageOf } from "../i18n/languages.ts";
import { readText } from "../texts/read-text.server.ts";
import { textOf, type Written } from "../texts/text-document.ts";
import { builtInDay, builtInText, titleOf } from "./built-in.server.ts";
import type { LegalDocument } from "./legal-documents.ts";
import { legalTexts } from "./legal-texts.table.server.ts";

type PublishedText = Pick<
  typeof legalTexts.$inferSelect,
  "starts_on" | "content" | "content_en" | "format"
>;

/** The published versions of a text, those to come too; the latest first. */
export function listPublished(db: VisitorDb, of: LegalDocument): Promise<PublishedText[]> {
  const { document, starts_on, content, content_en, format } = legalTexts;
  return db
    .select({ starts_on, content, content_en, format })
    .from(legalTexts)
    .where(eq(document, of))
    .orderBy(desc(starts_on));
}

/** One version among those of its text; `until` is the day on which the next one begins. */
type Version = { day: string; until?: string };

export type LegalPage = {
  title: string;
  text: Written;
  /** What is shown: the version that applies, one to come, or a former one. */
  state: "current" | "coming" | "former";
  shown: Version;
  /** The other versions, the latest first. */
  coming: Version[];
  former: Version[];
  /** The address names a version: search engines should not list it. */
  isVersionAddress: boolean;
};

/** A legal text as its page shows it on this day. A version that it never had is not there. */
export async function readLegalPage(
  context: Readonly<RouterContextProvider>,
  document: LegalDocument,
  url: URL,
) {
  const published = await readWithFallback(
    context,
    document,
    () => asVisitor((db) => listPublished(db, document)),
    (): PublishedText[] => [],
  );
  const page = legalPageOn(isoDay(currentTime()), {
    document,
    published,
    language: languageOf(url.pathname),
    requested: url.searchParams.get("version"),
  });
  return data(page ?? null, { status: page ? 200 : 404 });
}

type PageRequest = {
  document: LegalDocument;
  published: readonly PublishedText[];
  language: Language;
  requested: string | null;
};

/** The text that comes with the site is the first version; those of the federation follow it, by their days. */
export function legalPageOn(
  today: string,
  { document, published, language, requested }: PageRequest,
): LegalPage | undefined {
  const days = published.map(({ starts_on }) => starts_on).toSorted();
  // One that applied before the site's own text was made replaced it from the beginning.
  const first = builtInDay(document);
  const all = days.some((day) => day <= first) ? days : [first, ...days];
  const versions = all.map((day, place): Version => ({ day, until: all[place + 1] }));
  const current =
    versions.findLast(({ day }) => day <= today) ?? versions.find(({ day }) => day === first);
  const shown = requested === null ? current : versions.find(({ day }) => day === requested);
  if (!shown || !current) return undefined;
  const row = published.find(({ starts_on }) => starts_on === shown.day);
  return {
    title: titleOf(document, language),
    text: row ? readText(row, "content", language) : builtIn(document, language),
    state: shown === current ? "current" : shown.day > current.day ? "coming" : "former",
    shown,
    coming: versions.filter(({ day }) => day > current.day),
    former: versions.filter(({ day }) => day < current.day).toReversed(),
    isVersionAddress: requested !== null,
  };
}

function builtIn(document: LegalDocument, language: Language): Written {
  const text = builtInText(document, language);
  return { text: textOf(text), document: text };
}
