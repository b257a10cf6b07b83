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
  mayBeTwin,
  prefersEnglish,
  prefersLanguage,
  type RequestedPage,
} from "./http/addresses.ts";
import { drainBody } from "./http/http-server.ts";
import { type SiteRoute, siteRoutes } from "./http/route-table.ts";
import { type Message, sendAnswer, sendEntry, sendPage, sendStatus } from "./http/sending.ts";
import type { Entry, PageCache, RenderedPage } from "./pages/page-cache.ts";
import { bodyOf, createRenderer } from "./pages/rendering.ts";

type SiteOptions = {
  build: ServerBuild;
  mode: string;
  cache: PageCache;
  inline: { css: string; scripts: string[] };
  https: boolean;
  trustProxy: boolean;
  /** Development shows every change at once. */
  keepPages: boolean;
};

/** A quick look at a cookie: whether it may ask for more than the page as everybody sees it. */
const PERSONAL_COOKIE = new RegExp(
  `(?:^|;\\s*)(?:${FLASH_COOKIE}|(?:${SECURE})?${SESSION_COOKIE.replace(".", "\\.")})=`,
);

/** Answers everything that the router knows: from the page cache, or by rendering. */
export function createSite(options: SiteOptions) {
  const { cache, https, keepPages } = options;
  const renderer = createRenderer(options.build, options.mode, options.trustProxy);
  const readAddress = addressReader(siteRoutes(options.build));
  const common = commonHeaders(https).flat();
  const publicHeaders = documentHeaders({ inline: options.inline, https });

  /** A page for everybody. Only what has the status that its address should have is kept. */
  async function render(
    route: SiteRoute,
    address: string,
    reads: readonly string[],
    status: 200 | 404,
  ): Promise<RenderedPage> {
    const about = { reading: true, missingIsReady: status !== 404 };
    const { answer, page } = await renderer.forEverybody(route, address, about);
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
    const own = [...headers].filter(([name]) => name !== "content-length");
    const names = new Set(own.map(([name]) => name));
    return [...own, ...publicHeaders.filter(([name]) => !names.has(name))];
  }

  const rendered = (key: string, make: () => Promise<RenderedPage>) =>
    keepPages ? cache.page(key, make) : make();

  /** One page for every address of a kind that is nobody's. */
  async function sendMissing(route: SiteRoute, request: IncomingMessage, response: ServerResponse) {
    const { nowhere, frameReads } = route;
    const page = await rendered(`404 ${nowhere}`, () => render(route, nowhere, frameReads, 404));
    await send(page, request, response, messageFor(request, nowhere));
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
    sendEntry(page, response, accepted, etag, request.method !== "HEAD");
  }

  async function readPage(
    { route, address, path }: RequestedPage,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    const { reads } = route;
    if (reads === null) return passThrough({ route, address, path }, request, response);
    const ready = keepPages ? cache.fresh(address) : undefined;
    const page = ready ?? (await rendered(address, () => render(route, address, reads, 200)));
    if (page.status === 404) return sendMissing(route, request, response);
    return send(page, request, response, messageFor(request, path));
  }

  /** Has the page made for who asks, with all that they sent. */
  async function passThrough(
    { route, address, path }: RequestedPage,
    request: IncomingMessage,
    response: ServerResponse,
    signedIn = false,
  ) {
    const reading = isReading(request);
    const missingIsReady = reading && !route.office && !signedIn;
    const rendering = await renderer.forOne(route, request, response, address, {
      reading,
      missingIsReady,
    });
    if (!rendering) return sendStatus(request, response, 400, common);
    const { answer, page } = rendering;
    if (page.missing) return sendMissing(route, request, response);
    if ("html" in answer || answer.headers.get("content-type")?.startsWith("text/html")) {
      const body = await bodyOf(answer);
      const whole = { status: answer.status, headers: withCommon(answer.headers), body };
      await sendPage(
        whole,
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
    // Not before: an answer that comes in pieces tells how its body is being read.
    drainBody(request);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parsed = readAddress(request.url ?? "/");
    if (!parsed) return sendStatus(request, response, 400, common);
    if ("nobody" in parsed) {
      if (parsed.nobody === "data") return sendStatus(request, response, 404, common);
      return sendMissing(parsed.nobody, request, response);
    }
    const { route, path, moved: location } = parsed;
    const reading = isReading(request);
    if (reading && location !== undefined) return redirect(response, 301, location);
    if (!(reading || route.office || (route.writable && request.method === "POST"))) {
      return sendStatus(request, response, 405, [...common, "allow", "GET, HEAD"]);
    }
    const signedIn = readSessionCookie(request.headers.cookie) !== "";
    if (!reading || signedIn || route.office) {
      return passThrough(parsed, request, response, signedIn);
    }
    const language = chosenLanguage(request.headers, path);
    if (language) response.appendHeader("set-cookie", languageCookie(language, https));
    else if (path === "/" && prefersEnglish(request.headers)) return redirect(response, 302, "/en");
    return readPage(parsed, request, response);
  }

  return {
    answer,
    /** Reads a page and gives what renders it again and again, for the benchmark. */
    async renderingOf(url: string): Promise<(() => string) | undefined> {
      const request = readAddress(url);
      if (!request || "nobody" in request) return undefined;
      const about = { reading: true };
      const { page } = await renderer.forEverybody(request.route, request.address, about);
      return page.renderAgain;
    },
    /**
     * Answers with a page that is ready, at once; tells whether it did. Most requests of a busy day
     * end here, so nothing is awaited, and the headers are read where they lie: making an object of
     * them costs more than the rest together.
     */
    answerReady(request: IncomingMessage, response: ServerResponse): boolean {
      if (request.method !== "GET") return false;
      const url = request.url ?? "/";
      const ready = cache.fresh(url);
      if (!ready) return false;
      let accepted: string | undefined;
      let etag: string | undefined;
      const { rawHeaders } = request;
      for (let place = 0; place < rawHeaders.length; place += 2) {
        const value = rawHeaders[place + 1];
        switch (rawHeaders[place]?.toLowerCase()) {
          case "accept-encoding":
            accepted = value;
            break;
          case "content-length":
          case "transfer-encoding":
            // A body takes the way on which its time is limited.
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
            if (value && mayBeTwin(value, url)) return false;
            break;
        }
      }
      sendEntry(ready, response, accepted, etag);
      return true;
    },
  };
}

const isReading = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

function redirect(response: ServerResponse, status: 301 | 302, location: string): void {
  response.writeHead(status, { location, "cache-control": "no-cache" }).end();
}

/** The message that a visitor brings along, for the page that they see next. */
function messageFor(request: IncomingMessage, path: string): Message | undefined {
  const flash = readFlash(request.headers.cookie);
  return flash && { flash, language: languageOf(path) };
}
