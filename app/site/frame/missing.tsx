import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { PageBanner } from "./page-banner.tsx";
import { PageHead } from "./page-head.tsx";

/** A personal link that was renewed: whoever holds the old one learns that, and nothing else. */
export function Moved() {
  const { t } = useI18n();
  return (
    <Missing
      title={t("moved.title")}
      message={t("moved.message")}
      back={{ path: "/", label: t("notFound.back") }}
    />
  );
}

/** Something that is not there (any more): says which kind, and leads back to where the others are. */
export function Missing({
  title,
  message,
  back,
}: {
  title: string;
  message: string;
  back: { path: string; label: string };
}) {
  const { language } = useI18n();
  return (
    <>
      <PageHead title={title} description={message} noindex />
      <PageBanner title={title} lead={message}>
        <p className="mt-8">
          <a className="button button-yellow" href={pathIn(language, back.path)}>
            {back.label}
          </a>
        </p>
      </PageBanner>
    </>
  );
}
