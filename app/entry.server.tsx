import type { ReactNode } from "react";
import { renderToReadableStream, renderToStaticMarkup } from "react-dom/server";
import {
  type createStaticRouter,
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
  type StaticHandlerContext,
  StaticRouterProvider,
} from "react-router";
import { logFailure } from "./core/http/fallback.server.ts";
import {
  type RequestInfo,
  type RouteHandle,
  requestInfoContext,
} from "./core/http/request-info.ts";
import { documentHeaders } from "./core/http/security-headers.ts";
import { log } from "./core/log/log.server.ts";
import { env } from "./core/process/env.server.ts";
import { RETRY_AFTER_S } from "./core/values/errors.ts";
import { I18nContext } from "./i18n/i18n.ts";
import { languageOf } from "./i18n/languages.ts";
import { translator } from "./i18n/translate.server.ts";
import { cachedSettings } from "./settings/settings.visitor.server.ts";
import { DocumentContext } from "./site/document.ts";
import { siteCard } from "./site/icons/share-picture.server.ts";
import { iconsMark } from "./site/icons/site-icons.server.ts";
import { publicCss, publicScript, sharingScript } from "./site/inline-assets.server.ts";

/**
 * Renders a document in one go. A string is twice as fast as a stream, and nothing on our pages is
 * worth sending half a page for: the data is there before rendering starts.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const page = context.get(requestInfoContext);
  const url = new URL(request.url);
  const hydrated = isHydrated(entry);
  if (status === 404 && page.hasNotFoundPage) {
    page.missing = true;
    return new Response(null, { status });
  }
  const html = await (hydrated ? renderWhole : renderToStaticMarkup)(
    withContexts(
      page,
      url.pathname,
      status,
      <ServerRouter context={entry} url={request.url} nonce={page.nonce} />,
    ),
  );
  if (hydrated) {
    const https = env().PUBLIC_URL.startsWith("https:");
    const inline = { css: publicCss, scripts: [] };
    const development = import.meta.env.DEV;
    for (const [name, value] of documentHeaders({
      inline,
      nonce: page.nonce,
      https,
      development,
    })) {
      headers.set(name, value);
    }
  }
  completeHeaders(headers, status);
  return new Response(`<!doctype html>${html}`, { status, headers });
}

/**
 * Renders what was read for a document that no browser takes over, and completes its headers. An error of a
 * component is thrown.
 */
export function renderDocument(
  page: RequestInfo,
  pathname: string,
  headers: Headers,
  state: StaticHandlerContext,
  router: ReturnType<typeof createStaticRouter>,
): string {
  const { statusCode } = state;
  const content = <StaticRouterProvider context={state} router={router} hydrate={false} />;
  const html = renderToStaticMarkup(withContexts(page, pathname, statusCode, content));
  completeHeaders(headers, statusCode);
  return `<!doctype html>${html}`;
}

/** Wraps the content in the contexts of every document. */
function withContexts(
  page: RequestInfo,
  pathname: string,
  status: number,
  content: ReactNode,
): ReactNode {
  const language = languageOf(pathname);
  return (
    <DocumentContext
      value={{
        css: publicCss,
        script: publicScript,
        sharingScript,
        publicUrl: env().PUBLIC_URL,
        nonce: page.nonce,
        federation: cachedSettings().federation,
        logo: cachedSettings().site_logo.main_logo,
        minorAge: cachedSettings().minors.age,
        reference: page.reference,
        failure: page.failure,
        sitePicture: siteCard(language, env().PUBLIC_URL).address,
        iconsMark: iconsMark(),
        missing: status === 404,
      }}
    >
      <I18nContext value={{ t: translator(language), language }}>{content}</I18nContext>
    </DocumentContext>
  );
}

function completeHeaders(headers: Headers, status: number): void {
  headers.set("content-type", "text/html; charset=utf-8");
  if (status === 503) headers.set("retry-after", RETRY_AFTER_S);
}

/** A hydrated screen also carries its data, which React only writes while it streams. */
async function renderWhole(document: ReactNode): Promise<string> {
  // React prints every error by itself otherwise. One that breaks the document rejects as well.
  const stream = await renderToReadableStream(document, {
    // Late parts are written in their place: React would otherwise append them with a script that moves them.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => log.error({ err: error }, "a part of a page was not rendered"),
  });
  await stream.allReady;
  // React writes a doctype of its own.
  return (await new Response(stream).text()).replace("<!DOCTYPE html>", "");
}

/** The framework's scripts carry a nonce, which a cached document could not. */
function isHydrated({ staticHandlerContext, routeModules }: EntryContext): boolean {
  return staticHandlerContext.matches.some(({ route }) => {
    const handle = routeModules[route.id]?.handle as RouteHandle | undefined;
    return handle?.hydrate;
  });
}

/**
 * Unexpected errors, with the reference that the visitor sees. A request that was aborted, or that asks
 * a page for what it does not do, is no error of ours.
 */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  logFailure(error, request, context.get(requestInfoContext));
}
