import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import { formatDate } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { type Language, pathIn } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { DEFAULT_SETTINGS, type SiteSettings } from "../settings/settings.ts";
import { PageBanner } from "../site/page-banner.tsx";
import { PageHead } from "../site/page-head.tsx";
import type { LegalBlock, LegalText } from "./legal-text.ts";

/** A legal text in the page's language, with its contents aside and the federation's own details. */
export function LegalBody({ texts }: { texts: Record<Language, LegalText> }) {
  const { t, language } = useI18n();
  const { settings } = useRouteLoaderData<{ settings: SiteSettings }>("site") ?? {
    settings: DEFAULT_SETTINGS,
  };
  const text = texts[language];
  const fill = filler(settings, language, t("ownData.title"));
  return (
    <>
      <PageHead title={text.title} description={fill(firstSentence(text.intro)).join("")} />
      <PageBanner
        title={text.title}
        lead={
          <time dateTime={text.updated}>
            {t("legal.updated", { date: formatDate(language, text.updated) })}
          </time>
        }
      />
      <div className="wrap section grid gap-10 lg:grid-cols-[1fr_2fr]">
        <Contents text={text} />
        <div className="prose">
          <p className="text-lg">{linked(fill(text.intro))}</p>
          {text.sections.map((section, place) => (
            <section key={section.id} id={section.id} className="prose pt-8">
              <h2 className="text-xl">
                {place + 1}. {section.title}
              </h2>
              {section.blocks.map((block) => (
                <Block key={keyOf(block)} block={block} fill={fill} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </>
  );
}

function Contents({ text }: { text: LegalText }) {
  const { t } = useI18n();
  return (
    <nav aria-labelledby="contents" className="self-start lg:sticky lg:top-24">
      <h2 id="contents" className="mb-2 text-lg">
        {t("legal.contents")}
      </h2>
      <ol className="border-l-2 border-line text-sm">
        {text.sections.map((section, place) => (
          <li key={section.id}>
            <a
              className="flex min-h-11 gap-3 py-2 pl-5 text-muted hover:text-leaf hover:underline"
              href={`#${section.id}`}
            >
              <span className="tabular-nums">{place + 1}.</span>
              {section.title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Block({ block, fill }: { block: LegalBlock; fill: Fill }) {
  if (typeof block === "string") return <p>{linked(fill(block))}</p>;
  return (
    <ul className="space-y-2">
      {block.list.map((item) => (
        <li key={item} className="flex gap-4">
          <span aria-hidden="true" className="mt-3 size-2 shrink-0 rounded-full bg-green" />
          <span className="min-w-0">{linked(fill(item))}</span>
        </li>
      ))}
    </ul>
  );
}

/** A page of the site, named in a text. */
type PageLink = { label: string; href: string };
type Fill = (text: string) => (string | PageLink)[];

/** Cuts a text at its placeholders and puts the federation's details in their places. */
function filler(
  { federation, contact_info: contact }: SiteSettings,
  language: Language,
  ownData: string,
): Fill {
  const details: Record<string, string | PageLink> = {
    federation: language === "fr" ? federation.name : federation.name_en,
    shortName: federation.short_name,
    email: contact.email,
    // Unbreakable, so that a number stays in one piece.
    phone: contact.phone.replaceAll(" ", "\u00a0"),
    address: localized(contact, "address", language).text,
    ownData: { label: ownData, href: pathIn(language, "/privacy/data") },
  };
  // Every second part is the name of a placeholder, since the pattern has one group.
  return (text) =>
    text.split(/\{(\w+)\}/).map((part, place) => (place % 2 ? (details[part] ?? part) : part));
}

/** The parts as text, with addresses and numbers that can be used at once. */
function linked(parts: ReturnType<Fill>): ReactNode[] {
  return parts.map((part, place) => {
    if (typeof part !== "string") {
      return (
        <a key={part.href} className="link" href={part.href}>
          {part.label}
        </a>
      );
    }
    const href = place % 2 ? addressOf(part) : undefined;
    if (!href) return part;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same address may stand twice in a text
      <a key={place} className="link" href={href}>
        {part}
      </a>
    );
  });
}

function addressOf(detail: string): string | undefined {
  if (/^\S+@\S+$/.test(detail)) return `mailto:${detail}`;
  if (/^\+[\d\s]+$/.test(detail)) return `tel:${detail.replaceAll(/\s/g, "")}`;
  return undefined;
}

const keyOf = (block: LegalBlock) => (typeof block === "string" ? block : block.list.join());

const firstSentence = (text: string) => `${text.split(". ", 1)[0]?.replace(/\.$/, "")}.`;
