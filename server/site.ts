import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequest } from "@remix-run/node-fetch-server";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { allowSlowBodyContext, type PageInfo, pageInfoContext } from "../app/platform/page-info.ts";
import {
  canonicalAddress,
  chosenLanguage,
  languageCookie,
  mayBeTwin,
  prefersEnglish,
  prefersLanguage,
  tidied,
} from "./addresses.ts";
import { chooseEncoding, compressOnce } from "./compression.ts";
import { allowSlowBody, letThrough } from "./http-server.ts";
import { type Entry, matches, type PageCache, type RenderedPage } from "./page-cache.ts";
import { routeReads } from "./route-reads.ts";
import { documentHeaders } from "./security-headers.ts";
import { sendAnswer } from "./send-answer.ts";

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

/** Visitors with one of these get pages made for them alone, past the cache. */
const PERSONAL_COOKIE = /(?:^|;\s*)(?:flash|fge\.session_token|__Secure-fge\.session_token)=/;

/** Answers everything that the router knows: from the page cache, or by rendering. */
export function createSite(options: SiteOptions) {
  const { cache, https, trustProxy } = options;
  const route = createRequestHandler(options.build, options.mode);
  const readsOf = routeReads(options.build);
  const publicHeaders = documentHeaders({ inline: options.inline, https });

  async function render(
    request: IncomingMessage,
    response: ServerResponse,
    address?: string,
  ): Promise<{ answer: Response; page: PageInfo }> {
    let asked = createRequest(request, response, { trustProxy });
    if (address) asked = new Request(new URL(address, asked.url), { headers: asked.headers });
    const page: PageInfo = {
      degraded: false,
      ip: callerAddress(request, trustProxy),
      nonce: randomBytes(16).toString("base64"),
      reference: randomBytes(4).toString("hex"),
    };
    const context = new RouterContextProvider();
    context.set(pageInfoContext, page);
    context.set(allowSlowBodyContext, () => allowSlowBody(request));
    return { answer: await route(asked, context), page };
  }

  async function renderForCache(
    request: IncomingMessage,
    response: ServerResponse,
    address: string,
    reads: readonly string[],
  ): Promise<RenderedPage> {
    const { answer, page } = await render(request, response, address);
    const body = Buffer.from(await answer.arrayBuffer());
    // What one visitor's answer says to that visitor alone must not reach the next one.
    const personal =
      answer.headers.has("set-cookie") || (answer.status >= 300 && answer.status < 400);
    return {
      status: answer.status,
      headers: withCommon(answer.headers),
      body,
      reads: personal ? null : reads,
      degraded: page.degraded,
    };
  }

  function withCommon(headers: Headers): [string, string][] {
    const own = [...headers].filter(([name]) => name !== "content-length");
    const named = new Set(own.map(([name]) => name));
    return [...own, ...publicHeaders.filter(([name]) => !named.has(name))];
  }

  async function readPage(request: IncomingMessage, response: ServerResponse, url: string) {
    const address = canonicalAddress(url);
    // Asked first: finding the route of an address costs a hundred times a cached answer.
    const ready = cache.fresh(address);
    const send = (entry: Entry) => {
      const { headers, method } = request;
      const [accepted, known] = [headers["accept-encoding"], headers["if-none-match"]];
      sendEntry(entry, response, accepted, known, method !== "HEAD");
    };
    if (ready) return send(ready);
    const reads = readsOf(url.split("?", 1)[0] ?? "/");
    if (reads === null) return passThrough(request, response);
    const made = await cache.page(address, () => renderForCache(request, response, address, reads));
    if ("variants" in made) return send(made);
    const headers = [...made.headers.flat(), "cache-control", "no-cache"];
    headers.push("content-length", String(made.body.length));
    response.writeHead(made.status, headers);
    response.end(request.method === "HEAD" ? undefined : made.body);
  }

  async function passThrough(request: IncomingMessage, response: ServerResponse) {
    const { answer } = await render(request, response);
    for (const [name, value] of publicHeaders) {
      if (!answer.headers.has(name)) answer.headers.set(name, value);
    }
    if (!answer.headers.has("cache-control")) answer.headers.set("cache-control", "no-cache");
    if (answer.status === 405 && !answer.headers.has("allow"))
      answer.headers.set("allow", "GET, HEAD");
    await sendAnswer(response, await compressed(answer, request));
    // Not before: an answer that comes in pieces tells how its body is being read.
    letThrough(request);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? "/";
    const reading = request.method === "GET" || request.method === "HEAD";
    if (!reading || !options.keepPages) return passThrough(request, response);
    const { cookie } = request.headers;
    const tidy = tidied(url);
    if (tidy !== undefined) {
      response.writeHead(301, { location: tidy, "cache-control": "no-cache" }).end();
      return;
    }
    if (cookie !== undefined && PERSONAL_COOKIE.test(cookie)) return passThrough(request, response);
    const pathname = url.split("?", 1)[0] ?? "/";
    const chosen = chosenLanguage(request.headers, pathname);
    if (chosen) response.appendHeader("set-cookie", languageCookie(chosen, https));
    else if (pathname === "/" && prefersEnglish(request.headers)) {
      response.writeHead(302, { location: "/en", "cache-control": "no-cache" }).end();
      return;
    }
    return readPage(request, response, url);
  }

  return {
    answer,
    /**
     * Answers with a page that is ready, at once; tells whether it did. Most requests of a busy day
     * end here, so nothing is awaited, and the headers are read where they lie: making an object of
     * them costs more than the rest together.
     */
    answerReady(request: IncomingMessage, response: ServerResponse): boolean {
      if (request.method !== "GET") return false;
      const url = request.url ?? "/";
      const ready = cache.fresh(url);
      // A missing page may be a file by now.
      if (ready?.status !== 200) return false;
      let accepted: string | undefined;
      let known: string | undefined;
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
            known = value;
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
      sendEntry(ready, response, accepted, known);
      return true;
    },
  };
}

/** A page made for one visitor travels compressed too, quickly; what is not a page streams as it is. */
async function compressed(answer: Response, request: IncomingMessage): Promise<Response> {
  const encoding = chooseEncoding(request.headers["accept-encoding"]);
  const isPage = answer.headers.get("content-type")?.startsWith("text/html");
  if (!isPage || !answer.body || request.method === "HEAD") return answer;
  const body = await compressOnce(Buffer.from(await answer.arrayBuffer()), encoding);
  const headers = new Headers(answer.headers);
  if (encoding !== "identity") headers.set("content-encoding", encoding);
  headers.append("vary", "accept-encoding");
  headers.set("content-length", String(body.length));
  return new Response(body, { status: answer.status, headers });
}

function sendEntry(
  entry: Entry,
  response: ServerResponse,
  acceptEncoding: string | undefined,
  ifNoneMatch: string | undefined,
  withBody = true,
): void {
  const variant = entry.variants[chooseEncoding(acceptEncoding)];
  if (matches(ifNoneMatch, entry.tag)) {
    response.writeHead(304, variant.notModifiedHeaders).end();
    return;
  }
  response.writeHead(entry.status, variant.headers);
  response.end(withBody ? variant.body : undefined);
}

/** Who asks: behind a trusted proxy, what it says of the last hop before it. */
function callerAddress(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers["x-forwarded-for"] : undefined;
  const last = forwarded?.toString().split(",").at(-1)?.trim();
  return last || request.socket.remoteAddress || "unknown";
}
