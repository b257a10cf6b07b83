import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sendResponse } from "@remix-run/node-fetch-server";
import { clearFlash, type Flash } from "../../app/core/http/cookies.server.ts";
import type { Language } from "../../app/i18n/languages.ts";
import { toastHtml } from "../../app/site/frame/toast.server.tsx";
import { chooseEncoding, compressOnce } from "../pages/compression.ts";
import { type Entry, matches, type RenderedPage } from "../pages/page-cache.ts";
import { drainBody } from "./http-server.ts";

/** A flash message, shown in the next page that its visitor sees. */
export type Message = { flash: Flash; language: Language };

/** Sends a page from the cache, or 304 when the browser has it. */
export function sendCachedPage(
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

/** Sends a page that is not cached, compressed at a lower level. */
export async function sendPage(
  page: Pick<RenderedPage, "status" | "headers" | "body">,
  request: IncomingMessage,
  response: ServerResponse,
  message?: Message,
): Promise<void> {
  const headers = page.headers.flat();
  let { body } = page;
  const isText = page.headers.some(
    ([name, value]) => name === "content-type" && value.startsWith("text/html"),
  );
  if (isText && request.method !== "HEAD") {
    if (message) {
      body = withMessage(body, message);
      headers.push("set-cookie", clearFlash());
    }
    const encoding = chooseEncoding(request.headers["accept-encoding"]);
    body = await compressOnce(body, encoding);
    if (encoding !== "identity") headers.push("content-encoding", encoding);
    headers.push("vary", "accept-encoding");
  }
  // A list given to `writeHead` replaces the cookies that were set before, so they are in it.
  for (const cookie of [response.getHeader("set-cookie") ?? []].flat()) {
    headers.push("set-cookie", String(cookie));
  }
  if (!page.headers.some(([name]) => name === "cache-control")) {
    headers.push("cache-control", message ? "private, no-cache" : "no-cache");
  }
  if (request.method === "HEAD") {
    response.writeHead(page.status, headers).end();
    return;
  }
  headers.push("content-length", String(body.length));
  response.writeHead(page.status, headers).end(body);
}

const BEFORE = Buffer.from('<main id="main"');

/** Inserts a flash message above the content of a shared page, which is not rendered again for one visitor. */
function withMessage(page: Buffer<ArrayBuffer>, { flash, language }: Message): Buffer<ArrayBuffer> {
  const place = page.indexOf(BEFORE);
  if (place === -1) return page;
  const toast = Buffer.from(toastHtml(flash, language));
  return Buffer.concat([page.subarray(0, place), toast, page.subarray(place)]);
}

/** Sends a status without a page. */
export function sendStatus(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: readonly string[],
): void {
  const own = ["content-type", "text/plain", "cache-control", "no-cache"];
  response.writeHead(status, [...headers, ...own, "content-length", "3"]).end(String(status));
  drainBody(request);
}

/** Sends a response of the router, and cancels its body when nobody reads it (HEAD, a closed connection). */
export async function sendAnswer(response: ServerResponse, answer: Response): Promise<void> {
  try {
    // A request whose body took too long was answered with 408 already.
    if (!response.destroyed && !response.headersSent) await sendResponse(response, answer);
  } finally {
    answer.body?.cancel().catch(() => {});
  }
}

/**
 * Opens a stream, sends it with these headers and closes it whatever happens. Rejects when it cannot be opened,
 * before anything is sent.
 */
export async function sendContent(
  response: ServerResponse,
  status: number,
  headers: string[],
  open: (unwanted: AbortSignal) => Promise<Readable>,
): Promise<void> {
  if (response.destroyed) return;
  const unwanted = new AbortController();
  response.once("close", () => unwanted.abort());
  const content = await open(unwanted.signal).catch((error: unknown) => {
    if (!unwanted.signal.aborted) throw error;
  });
  // The connection closed meanwhile: a pipeline would wait for ever.
  if (!content || response.destroyed) {
    content?.destroy();
    return;
  }
  response.writeHead(status, headers);
  // A closed connection is not an error.
  await pipeline(content, response).catch(() => response.destroy());
}
