import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { useI18n } from "../../i18n/i18n.ts";
import { languageOf, neutralPath, pathIn } from "../../i18n/languages.ts";
import type { LocalText } from "../../i18n/localized.ts";
import { sharePicture } from "../../ui/picture.tsx";
import { useDocument } from "../document.ts";
import type { SharePicture } from "../icons/share-picture.ts";

type Props = {
  /** Without the federation's name, which is added; absent on Home. */
  title?: string;
  description: string;
  /** A picture's address, as its record has it: what is shown when the page is shared. */
  image?: string | null;
  /** The picture that was drawn for this page, in place of the other. */
  share?: SharePicture;
  type?: "website" | "article";
  /** Structured data of this page, beside the federation's own. */
  data?: Record<string, unknown>;
  /** Pages that are not there, and filtered views, stay out of search engines. */
  noindex?: boolean;
};

/** Title, description, addresses in both languages, share card and structured data of a page. */
export function PageHead({
  title,
  description,
  image,
  share,
  type = "website",
  data,
  noindex,
}: Props) {
  const { language } = useI18n();
  const { publicUrl, federation, missing, sitePicture } = useDocument();
  const { pathname } = useLocation();
  const path = neutralPath(pathname);
  const name = language === "fr" ? federation.name : federation.name_en;
  const fullTitle = title
    ? `${title} · ${federation.short_name}`
    : `${name} (${federation.short_name})`;
  const absolute = (address: string) => new URL(address, publicUrl).href;
  const here = publicUrl + pathIn(languageOf(pathname), path);
  const picture = absolute(share?.address ?? sharePicture(image) ?? sitePicture);
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {noindex ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={here} />
          <link rel="alternate" hrefLang="fr" href={publicUrl + path} />
          <link rel="alternate" hrefLang="en" href={publicUrl + pathIn("en", path)} />
          <link rel="alternate" hrefLang="x-default" href={publicUrl + path} />
        </>
      )}
      <meta property="og:site_name" content={name} />
      <meta property="og:title" content={title ?? fullTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      {!missing && <meta property="og:url" content={here} />}
      <meta property="og:locale" content={language === "fr" ? "fr_GN" : "en_GB"} />
      <meta property="og:image" content={picture} />
      {share && (
        <>
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={share.alt} />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
      {!noindex && <StructuredData logo={absolute("/icons/512.png")} name={name} data={data} />}
    </>
  );
}

/** What search engines read of the federation, and of what this page is about. */
function StructuredData({ logo, name, data }: { logo: string; name: string; data: Props["data"] }) {
  const { publicUrl, federation } = useDocument();
  return (
    <>
      <JsonLd
        data={{
          "@type": "Organization",
          "@id": `${publicUrl}/#organization`,
          name,
          alternateName: federation.short_name,
          url: publicUrl,
          logo,
        }}
      />
      {data && <JsonLd data={data} />}
    </>
  );
}

/** One block of structured data. `<` is escaped, so that no content can end the script element. */
function JsonLd({ data }: { data: Record<string, unknown> }) {
  const json = JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll(
    "<",
    "\\u003c",
  );
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own JSON, escaped above
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}

/** The dark head of an inner page: title, a sentence, and what a page adds beside or below. */
export function PageBanner({
  title,
  lead,
  beside,
  children,
}: {
  title: ReactNode;
  lead?: ReactNode;
  /** At the right of a wide screen. */
  beside?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="slant on-dark bg-night pt-24 text-white">
      <div className="wrap">
        <div className="flex flex-wrap items-end justify-between gap-x-16 gap-y-5">
          <div className="min-w-0 wrap-anywhere">
            <h1 className="max-w-[30ch] text-3xl">{title}</h1>
            {lead && <p className="mt-2 text-mist">{lead}</p>}
          </div>
          {beside}
        </div>
        {children}
      </div>
    </div>
  );
}

type FrenchNoteProps = {
  /** The texts that the page shows. */
  of: readonly LocalText[];
  /** The texts belong to several records. */
  some?: true;
  className?: string;
};

/** On an English page: says that its texts, or some of them, are in French. Nothing when none is. */
export function FrenchNote({ of, some, className = "mt-4 text-sm text-mist" }: FrenchNoteProps) {
  const { t } = useI18n();
  if (!of.some(({ lang }) => lang === "fr")) return null;
  // With an untranslated title over a translated text, only a part is in French.
  const isPart = some || of.some(({ text, lang }) => lang !== "fr" && text !== "");
  return <p className={className}>{t(isPart ? "common.someFrench" : "common.frenchOnly")}</p>;
}
