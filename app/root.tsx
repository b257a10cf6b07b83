import type { ReactNode } from "react";
import {
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  useLocation,
  useMatches,
  useRouteError,
} from "react-router";
import type { Route } from "./+types/root.ts";
import { type RouteHandle, requestInfoContext } from "./core/http/request-info.ts";
import type { LastKnown } from "./core/process/last-known.server.ts";
import { useI18n } from "./i18n/i18n.ts";
import { languageOf, pathIn } from "./i18n/languages.ts";
import { DEFAULT_LOGO } from "./settings/settings.ts";
import { useDocument } from "./site/document.ts";
import { SPECULATION } from "./site/frame/speculation.ts";

/** Notes the route pattern, for the log of an error. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context, pattern }, next) => {
    context.get(requestInfoContext).route = pattern;
    return next();
  },
];

export function Layout({ children }: { children: ReactNode }) {
  const { css, script, nonce, iconsMark, logo } = useDocument();
  const language = languageOf(useLocation().pathname);
  const handles = useMatches().map((match) => match.handle as RouteHandle | undefined);
  const hydrate = handles.some((handle) => handle?.hydrate);
  const office = handles.some((handle) => handle?.office);
  const manifest = handles.at(-1)?.manifest ?? "/manifest.webmanifest";
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b1410" />
        {/* The built-in logo is on the page already; any other has a small version. */}
        <link rel="icon" href={logo === DEFAULT_LOGO ? logo : `/icons/32-${iconsMark}.png`} />
        {!office && (
          <>
            <link rel="manifest" href={pathIn(language, manifest)} />
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, hashed in the CSP */}
            <style dangerouslySetInnerHTML={{ __html: css }} />
            <link
              rel="alternate"
              type="application/rss+xml"
              href={pathIn(language, "/feed.xml")}
              title="RSS"
            />
          </>
        )}
        {/* Vite's client reads the nonce here for the styles that it injects. */}
        {import.meta.env.DEV && hydrate && (
          <meta property="csp-nonce" nonce={nonce} suppressHydrationWarning />
        )}
        {(hydrate || office) && <Links nonce={nonce} />}
      </head>
      <body>
        {children}
        {import.meta.env.DEV && !hydrate && <script type="module" src="/@vite/client" />}
        {hydrate && <Scripts nonce={nonce} />}
        {!hydrate && !office && (
          <>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, hashed in the CSP */}
            <script type="module" dangerouslySetInnerHTML={{ __html: script }} />
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constant, hashed in the CSP */}
            <script type="speculationrules" dangerouslySetInnerHTML={{ __html: SPECULATION }} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

/** The contact of the federation, when the thrown response holds it. */
function contactIn(failure: unknown): LastKnown["contact"] | undefined {
  const thrown: unknown = isRouteErrorResponse(failure) ? failure.data : undefined;
  return thrown && typeof thrown === "object" && "contact" in thrown
    ? (thrown.contact as LastKnown["contact"])
    : undefined;
}

/** The error page of last resort, which needs no data. */
export function ErrorBoundary() {
  const { t } = useI18n();
  const { reference, failure: failureStatus = 500 } = useDocument();
  const failure = useRouteError();
  const { pathname } = useLocation();
  const language = languageOf(pathname);
  const status = isRouteErrorResponse(failure) ? failure.status : failureStatus;
  const unavailable = status === 503;
  const contact = contactIn(failure);
  // The page of somebody's own link.
  const isOwn = useMatches().some(
    ({ handle }) => (handle as RouteHandle | undefined)?.segments?.token !== undefined,
  );
  return (
    <main className="on-dark flex min-h-screen flex-col items-center justify-center gap-6 bg-ink px-5 text-center text-white">
      <title>{t(unavailable ? "error.awayTitle" : "error.title")}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-3xl">{t(unavailable ? "error.awayTitle" : "error.title")}</h1>
      <p className="max-w-[52ch] text-mist">
        {t(unavailable ? (isOwn ? "error.awayLink" : "error.awayMessage") : "error.message")}
      </p>
      {contact && (
        <p className="text-mist">
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
      {!unavailable && (
        <p className="text-sm text-mist tabular-nums">
          {t("error.reference", { reference: `${status}-${reference}` })}
        </p>
      )}
      <p className="flex flex-wrap justify-center gap-4">
        <a className="button button-yellow" href={pathname}>
          {t("error.refresh")}
        </a>
        <a className="button button-line" href={pathIn(language, "/")}>
          {t("common.home")}
        </a>
      </p>
    </main>
  );
}
