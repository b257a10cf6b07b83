import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "react-router";
import { readSessionCookie, SECURE, SESSION_COOKIE } from "../app/auth/sessions/cookies.server.ts";
import { FLASH_COOKIE, readFlash } from "../app/core/http/cookies.server.ts";
import { commonHeaders, documentHeaders } from "../app/core/http/security-headers.ts";
import { languageOf } from "../app/i18n/languages.ts";
import {
  addressReader,
  chosenLanguage,
  languageCookie,
  mayBeLanguageSwitch,
  prefersEnglish,
  prefersLanguage,
  type RequestedPage,
} from "./http/addresses.ts";
import { drainBody } from "./http/http-server.ts";
import { type SiteRoute, siteRoutes } from "./http/route-table.ts";
import { type Message, sendAnswer, sendCachedPage, sendPage, sendStatus } from "./http/sending.ts";
import type { Entry, PageCache, RenderedPage } from "./pages/page-cache.ts";
import { bodyOf, createRenderer } from "./pages/rendering.ts";

type SiteOptions = {
  build: ServerBuild;
  mode: string;
  cache: PageCache;
  inline: { css: string; scripts: string[] };
  https: boolean;
  trustProxy: boolean;
  /** Off in development, which shows every change at once. */
  cachePages: boolean;
};

/** A cheap check of the Cookie header: whether the answer may differ from the shared page. */
const PERSONAL_COOKIE = new RegExp(
  `(?:^|;\\s*)(?:${FLASH_COOKIE}|(?:${SECURE})?${SESSION_COOKIE.replace(".", "\\.")})=`,
);

/** Answers every route of the router, from the page cache or by rendering. */
export function createSite(options: SiteOptions) {
  const { cache, https, cachePages } = options;
  const renderer = createRenderer(options.build, options.mode, options.trustProxy);
  const readAddress = addressReader(siteRoutes(options.build));
  const common = commonHeaders(https).flat();
  const publicHeaders = documentHeaders({ inline: options.inline, https });

  /** Renders a shared page. Only one with the expected status may be cached. */
  async function render(
    route: SiteRoute,
    address: string,
    reads: readonly string[],
    status: 200 | 404,
  ): Promise<RenderedPage> {
    const about = { reading: true, hasNotFoundPage: status !== 404 };
    const { answer, page } = await renderer.renderShared(route, address, about);
    const body = await bodyOf(answer);
    return {
      status: answer.status,
      headers: withCommon(answer.headers),
      body,
      reads: answer.status === status && !answer.headers.has("set-cookie") ? reads : null,
      degraded: page.degraded,
    };
  }

  function withCommon(headers: Headers): [string, string][] {
    const routeHeaders = [...headers].filter(([name]) => name !== "content-length");
    const names = new Set(routeHeaders.map(([name]) => name));
    return [...routeHeaders, ...publicHeaders.filter(([name]) => !names.has(name))];
  }

  const readOrRender = (key: string, make: () => Promise<RenderedPage>) =>
    cachePages ? cache.page(key, make) : make();

  /** Sends the 404 page of a route, which all its unknown addresses share. */
  async function sendNotFound(
    route: SiteRoute,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    const { notFoundPath, layoutReads } = route;
    const page = await readOrRender(`404 ${notFoundPath}`, () =>
      render(route, notFoundPath, layoutReads, 404),
    );
    await send(page, request, response, messageFor(request, notFoundPath));
    drainBody(request);
  }

  async function send(
    page: Entry | RenderedPage,
    request: IncomingMessage,
    response: ServerResponse,
    message: Message | undefined,
  ) {
    if (!("variants" in page)) return sendPage(page, request, response, message);
    const { status, headers, variants } = page;
    if (message && request.method === "GET") {
      const { body } = variants.identity;
      return sendPage({ status, headers, body }, request, response, message);
    }
    const { "accept-encoding": accepted, "if-none-match": etag } = request.headers;
    sendCachedPage(page, response, accepted, etag, request.method !== "HEAD");
  }

  async function readPage(
    { route, address, path }: RequestedPage,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    const { reads } = route;
    if (reads === null) return renderForVisitor({ route, address, path }, request, response);
    const cached = cachePages ? cache.fresh(address) : undefined;
    const page = cached ?? (await readOrRender(address, () => render(route, address, reads, 200)));
    if (page.status === 404) return sendNotFound(route, request, response);
    return send(page, request, response, messageFor(request, path));
  }

  /** Renders for one visitor, with everything that they sent. */
  async function renderForVisitor(
    { route, address, path }: RequestedPage,
    request: IncomingMessage,
    response: ServerResponse,
    signedIn = false,
  ) {
    const reading = isReading(request);
    const hasNotFoundPage = reading && !route.office && !signedIn;
    const result = await renderer.renderForRequest(route, request, response, address, {
      reading,
      hasNotFoundPage,
    });
    if (!result) return sendStatus(request, response, 400, common);
    const { answer, page } = result;
    if (page.missing) return sendNotFound(route, request, response);
    if ("html" in answer || answer.headers.get("content-type")?.startsWith("text/html")) {
      const body = await bodyOf(answer);
      const document = { status: answer.status, headers: withCommon(answer.headers), body };
      await sendPage(
        document,
        request,
        response,
        route.office ? undefined : messageFor(request, path),
      );
    } else {
      for (const [name, value] of publicHeaders) {
        if (!answer.headers.has(name)) answer.headers.set(name, value);
      }
      if (!answer.headers.has("cache-control")) answer.headers.set("cache-control", "no-cache");
      if (answer.status === 405 && !answer.headers.has("allow")) {
        answer.headers.set("allow", "GET, HEAD");
      }
      await sendAnswer(response, answer);
    }
    // Last: a streamed answer may still be reading the body.
    drainBody(request);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parsed = readAddress(request.url ?? "/");
    if (!parsed) return sendStatus(request, response, 400, common);
    if ("notFound" in parsed) {
      if (parsed.notFound === "data") return sendStatus(request, response, 404, common);
      return sendNotFound(parsed.notFound, request, response);
    }
    const { route, path, redirectTo: location } = parsed;
    const reading = isReading(request);
    if (reading && location !== undefined) return redirect(response, 301, location);
    if (!(reading || route.office || (route.writable && request.method === "POST"))) {
      return sendStatus(request, response, 405, [...common, "allow", "GET, HEAD"]);
    }
    const signedIn = readSessionCookie(request.headers.cookie) !== "";
    if (!reading || signedIn || route.office) {
      return renderForVisitor(parsed, request, response, signedIn);
    }
    const language = chosenLanguage(request.headers, path);
    if (language) response.appendHeader("set-cookie", languageCookie(language, https));
    else if (path === "/" && prefersEnglish(request.headers)) return redirect(response, 302, "/en");
    return readPage(parsed, request, response);
  }

  return {
    answer,
    /** Renders a page and returns the function that renders it again, for the benchmark. */
    async renderingOf(url: string): Promise<(() => string) | undefined> {
      const request = readAddress(url);
      if (!request || "notFound" in request) return undefined;
      const about = { reading: true };
      const { page } = await renderer.renderShared(request.route, request.address, about);
      return page.renderAgain;
    },
    /**
     * Answers with a cached page, if there is a fresh one; returns whether it did. Most requests of a busy day end
     * here, so nothing is awaited, and the raw headers are read: making an object of them costs more than the rest.
     */
    answerReady(request: IncomingMessage, response: ServerResponse): boolean {
      if (request.method !== "GET") return false;
      const url = request.url ?? "/";
      const cached = cache.fresh(url);
      if (!cached) return false;
      let accepted: string | undefined;
      let etag: string | undefined;
      const { rawHeaders } = request;
      for (let index = 0; index < rawHeaders.length; index += 2) {
        const value = rawHeaders[index + 1];
        switch (rawHeaders[index]?.toLowerCase()) {
          case "accept-encoding":
            accepted = value;
            break;
          case "content-length":
          case "transfer-encoding":
            // A request with a body goes through `limitBody`.
            return false;
          case "if-none-match":
            etag = value;
            break;
          case "cookie":
            if (value && (PERSONAL_COOKIE.test(value) || (url === "/" && prefersLanguage(value)))) {
              return false;
            }
            break;
          case "referer":
            if (value && mayBeLanguageSwitch(value, url)) return false;
            break;
        }
      }
      sendCachedPage(cached, response, accepted, etag);
      return true;
    },
  };
}

const isReading = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

function redirect(response: ServerResponse, status: 301 | 302, location: string): void {
  response.writeHead(status, { location, "cache-control": "no-cache" }).end();
}

/** The flash message in the cookie of a visitor. */
function messageFor(request: IncomingMessage, path: string): Message | undefined {
  const flash = readFlash(request.headers.cookie);
  return flash && { flash, language: languageOf(path) };
}
