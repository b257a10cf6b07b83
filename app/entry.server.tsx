import { renderToString } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { I18nContext } from "./i18n/i18n.ts";
import { languageOf } from "./i18n/languages.ts";
import { translator } from "./i18n/translate.server.ts";
import { env } from "./platform/env.server.ts";
import { clearFlash, readFlash } from "./platform/flash.ts";
import { log } from "./platform/log.server.ts";
import { pageInfoContext } from "./platform/page-info.ts";
import { knownSettings } from "./settings/settings.visitor.server.ts";
import { DocumentContext } from "./site/document.ts";
import { publicCss, publicScript } from "./site/inline-assets.server.ts";

/**
 * Renders a document in one go. A string is twice as fast as a stream, and nothing on our pages is
 * worth sending half a page for: the data is there before rendering starts.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Response {
  const page = context.get(pageInfoContext);
  const url = new URL(request.url);
  const language = languageOf(url.pathname);
  const html = renderToString(
    <DocumentContext
      value={{
        css: publicCss,
        script: publicScript,
        publicUrl: env().PUBLIC_URL,
        nonce: page.nonce,
        federation: knownSettings().federation,
        reference: page.reference,
      }}
    >
      <I18nContext value={{ t: translator(language), language }}>
        <ServerRouter context={entry} url={request.url} nonce={page.nonce} />
      </I18nContext>
    </DocumentContext>,
  );
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("content-language", language);
  // A message is shown once.
  if (readFlash(request.headers.get("cookie"))) headers.append("set-cookie", clearFlash());
  return new Response(`<!doctype html>${html}`, { status, headers });
}

/** Unexpected errors, with the reference that the visitor sees. Aborted requests are not errors. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted) return;
  const { reference } = context.get(pageInfoContext);
  log.error({ err: error, reference, path: new URL(request.url).pathname }, "unexpected error");
}
