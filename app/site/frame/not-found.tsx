import type { ReactNode } from "react";
import { useLocation, useRouteLoaderData } from "react-router";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { useSendsMail } from "../../mail/use-notice.ts";
import type { loader } from "../site.layout.tsx";
import { PageBanner, PageHead } from "./page-head.tsx";

/** Any address that is nobody's. */
export function NotFound() {
  const { t, language } = useI18n();
  const suggestions = [
    { path: "/news", label: t("news.title") },
    { path: "/events", label: t("events.title") },
    { path: "/resources", label: t("resources.title") },
    { path: "/contact", label: t("contact.title") },
  ];
  return (
    <>
      <PageHead title={t("notFound.title")} description={t("notFound.message")} noindex />
      <PageBanner
        title={
          <>
            <span className="mb-2 block text-4xl text-yellow tabular-nums">404</span>
            {t("notFound.title")}
          </>
        }
        lead={t("notFound.message")}
      >
        <p className="mt-8">
          <a className="button button-yellow" href={pathIn(language, "/")}>
            {t("notFound.back")}
          </a>
        </p>
      </PageBanner>
      <div className="wrap section">
        <h2 className="mb-5 text-xl">{t("notFound.suggestions")}</h2>
        <ul className="flex flex-wrap gap-3">
          {suggestions.map((entry) => (
            <li key={entry.path}>
              <a className="tab" href={pathIn(language, entry.path)}>
                {entry.label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** A personal link that was renewed: whoever holds the old one learns that, and nothing else. */
export function Moved() {
  const { t } = useI18n();
  const sendsMail = useSendsMail();
  return (
    <Missing
      title={t("moved.title")}
      message={t(sendsMail ? "moved.message" : "moved.unwritten")}
      back={
        sendsMail
          ? { path: "/me", label: t("me.title") }
          : { path: "/contact", label: t("common.write") }
      }
    />
  );
}

/**
 * Somebody's own page, or one that nobody read before, while the database is away: it may be there, and is again soon.
 * Meanwhile the federation itself can be reached.
 */
export function Away({ title, message }: { title: string; message?: string }) {
  const { t, language } = useI18n();
  const { pathname } = useLocation();
  const lead = message ?? t("error.awayLink");
  return (
    <>
      <PageHead title={title} description={lead} noindex />
      <PageBanner title={title} lead={lead} />
      <Onward>
        <a className="button" href={pathname}>
          {t("error.refresh")}
        </a>
        <a className="button button-line" href={pathIn(language, "/")}>
          {t("common.home")}
        </a>
      </Onward>
    </>
  );
}

/** Below a message that ends here: where one goes on, and how to reach the federation. */
function Onward({ children }: { children: ReactNode }) {
  const { t } = useI18n();
  const contact = useRouteLoaderData<typeof loader>("site")?.settings.contact_info;
  return (
    <div className="wrap section">
      <p className="flex flex-wrap gap-4">{children}</p>
      {contact && (
        <p className="mt-8 text-muted">
          {t("error.awayContact")}{" "}
          <a className="link" href={`tel:${contact.phone.replaceAll(" ", "")}`}>
            {contact.phone.replaceAll(" ", "\u00a0")}
          </a>
          {", "}
          <a className="link" href={`mailto:${contact.email}`}>
            {contact.email}
          </a>
        </p>
      )}
    </div>
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
      <PageBanner title={title} lead={message} />
      <Onward>
        <a className="button" href={pathIn(language, back.path)}>
          {back.label}
        </a>
      </Onward>
    </>
  );
}
