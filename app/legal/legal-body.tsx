import { type ReactNode, useId } from "react";
import { useLocation, useRouteLoaderData } from "react-router";
import { RETENTION_RULES, retentionPromise } from "../core/values/retention.ts";
import { refundRule as refundRuleEn } from "../i18n/en/joining.ts";
import { formatDate } from "../i18n/format.ts";
import { refundRule as refundRuleFr } from "../i18n/fr/joining.ts";
import { useI18n } from "../i18n/i18n.ts";
import type { Language } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { freeSlug, slugify } from "../kit/form/slug.ts";
import { DEFAULT_SETTINGS, type SiteSettings } from "../settings/settings.ts";
import { PageBanner, PageHead } from "../site/frame/page-head.tsx";
import { type TextDocument, textOf, type Written } from "../texts/text-document.ts";
import { WrittenText } from "../texts/written-text.tsx";
import type { LegalPage } from "./legal.visitor.server.ts";
import { type Details, fillPlaceholders, siteRuleIn } from "./placeholders.ts";

/** A part of a legal text: what stands under one heading, which has an address of its own. */
type Section = { id: string; title: string; blocks: TextDocument };

/** A legal text in the page's language, with its contents aside and the federation's own details. */
export function LegalBody({ title, text, shown, isVersionAddress, ...versions }: LegalPage) {
  const { t, language } = useI18n();
  const details = useDetails(text.lang ?? language);
  const { intro, sections } = partsOf(text.document ?? [], details);
  const date = (day: string) => formatDate(language, day);
  const updated = versions.state === "current" ? "updated" : "from";
  return (
    <>
      <PageHead
        title={title}
        description={firstSentence(textOf(intro))}
        noindex={isVersionAddress}
      />
      <PageBanner
        title={title}
        lead={<time dateTime={shown.day}>{t(`legal.${updated}`, { date: date(shown.day) })}</time>}
      >
        <Notice shown={shown} {...versions} />
      </PageBanner>
      <div className="wrap section grid gap-10 lg:grid-cols-[1fr_2fr]">
        <div className="self-start lg:sticky lg:top-24">
          {sections.length > 0 && <Contents sections={sections} lang={text.lang} />}
        </div>
        <div className="prose">
          {text.lang && <p className="text-sm text-muted">{t("common.frenchOnly")}</p>}
          <Blocks blocks={intro} lang={text.lang} />
          {sections.map(({ id, title: heading, blocks }, place) => (
            <section key={id} id={id} className="prose pt-8">
              <h2 lang={text.lang} className="text-xl">
                {place + 1}. {heading}
              </h2>
              <Blocks blocks={blocks} lang={text.lang} />
            </section>
          ))}
          <OtherVersions {...versions} />
        </div>
      </div>
    </>
  );
}

const Blocks = ({ blocks, lang }: { blocks: TextDocument; lang: Written["lang"] }) => (
  <WrittenText value={{ text: "", document: blocks, lang }} under={1} />
);

/** What is before the first heading, and what is under each one. */
function partsOf(text: TextDocument, details: Details) {
  const intro: TextDocument = [];
  const found: { heading: TextDocument; blocks: TextDocument }[] = [];
  for (const block of text) {
    if (block.type === "heading" && block.level === 2) found.push({ heading: [block], blocks: [] });
    else (found.at(-1)?.blocks ?? intro).push(block);
  }
  const used = new Set<string>();
  const sections = found.map(({ heading, blocks }): Section => {
    const title = textOf(fillPlaceholders(heading, details));
    const id = freeSlug(siteRuleIn(blocks) ?? (slugify(title) || "part"), used);
    used.add(id);
    return { id, title, blocks: fillPlaceholders(blocks, details) };
  });
  return { intro: fillPlaceholders(intro, details), sections };
}

/** What the site puts into a legal text in a language. */
function useDetails(language: Language): Details {
  const { t } = useI18n();
  const { settings } = useRouteLoaderData<{ settings: SiteSettings }>("site") ?? {
    settings: DEFAULT_SETTINGS,
  };
  const { federation, contact_info: contact, minors } = settings;
  const refunds = language === "fr" ? refundRuleFr : refundRuleEn;
  return {
    words: {
      federation: { text: language === "fr" ? federation.name : federation.name_en },
      shortName: { text: federation.short_name },
      email: { text: contact.email, href: `mailto:${contact.email}` },
      phone: {
        // Unbreakable, so that a number stays in one piece.
        text: contact.phone.replaceAll(" ", "\u00a0"),
        href: `tel:${contact.phone.replaceAll(/[^+\d]/g, "")}`,
      },
      address: { text: localized(contact, "address", language).text },
      ownData: { text: t("ownData.title"), href: "/privacy/data" },
      minorAge: { text: String(minors.age) },
    },
    lines: {
      retention: RETENTION_RULES.map((rule) => retentionPromise(language, rule)),
      refunds: [refunds.early, refunds.late],
    },
  };
}

function Contents({ sections, lang }: { sections: readonly Section[]; lang: Written["lang"] }) {
  const { t } = useI18n();
  const id = useId();
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-lg">
        {t("legal.contents")}
      </h2>
      <ol lang={lang} className="border-l-2 border-line text-sm">
        {sections.map((section, place) => (
          <li key={section.id}>
            <a
              className="flex min-h-11 gap-3 py-2 pl-5 text-muted hover:underline"
              href={`#${section.id}`}
            >
              <span className="size-6 shrink-0 tabular-nums">{place + 1}.</span>
              {section.title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

type Versions = Pick<LegalPage, "state" | "shown" | "coming" | "former">;

/** What whoever reads must know before: that another version comes, or that this one is not the one. */
function Notice({ state, shown, coming: [next] }: Versions) {
  const { t, language } = useI18n();
  const { pathname } = useLocation();
  if (state === "current" && !next) return null;
  const date = (day = "") => formatDate(language, day);
  const link = (label: string, day?: string): ReactNode => (
    <a className="link" href={day ? `${pathname}?version=${day}` : pathname}>
      {label}
    </a>
  );
  if (state === "current") {
    return (
      <p className="mt-5">
        {t("legal.coming", { date: date(next?.day) })} {link(t("legal.readComing"), next?.day)}
      </p>
    );
  }
  return (
    <p className="mt-5">
      {state === "coming" ? t("legal.notYet") : t("legal.former", { date: date(shown.until) })}{" "}
      {link(t("legal.readCurrent"))}
    </p>
  );
}

function OtherVersions({ former }: Pick<Versions, "former">) {
  const { t, language } = useI18n();
  const { pathname } = useLocation();
  if (former.length === 0) return null;
  return (
    <section className="pt-8">
      <h2 className="text-xl">{t("legal.formerVersions")}</h2>
      <ul className="list-disc pl-6">
        {former.map(({ day }) => (
          <li key={day}>
            <a className="link" href={`${pathname}?version=${day}`}>
              {t("legal.from", { date: formatDate(language, day) })}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const firstSentence = (text: string) => `${text.split(". ", 1)[0]?.replace(/\.$/, "")}.`;
