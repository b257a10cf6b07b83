import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path";
import { log, reasonOf } from "../../app/core/log/log.server.ts";
import { keyOf, type StoredInfo, storageOf } from "../../app/core/storage/storage.server.ts";
import { accessTo } from "../../app/files/file-access.system.server.ts";
import { fallbackVariant } from "../../app/files/prepare.server.ts";
import { sendContent } from "../http/sending.ts";

/** The types that browsers may show; others are downloaded, so that no stored file acts as a page of the site. */
const INLINE_TYPES: Record<string, string> = {
  ".avif": "image/avif",
  ".gif": "image/gif",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".mp3": "audio/mpeg",
  ".mp4": "video/mp4",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".webp": "image/webp",
};

/**
 * Answers `/files/…` from the storage, whole or by byte range (PDF readers and video players ask for parts).
 * Returns false when there is no such file.
 */
export async function answerStoredFile(
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  common: string[],
): Promise<boolean> {
  const file = await findReadable(pathname, new URLSearchParams(request.url?.split("?", 2)[1]));
  if (!file) return false;
  if (file === "unavailable") {
    answerUnavailable(response, common);
    return true;
  }
  const { key, info } = file;
  const headers = [...common, ...fileHeaders(file)];
  if (request.headers["if-none-match"] === info.etag) {
    response.writeHead(304, headers).end();
    return true;
  }
  const requested =
    request.headers["if-range"] && request.headers["if-range"] !== info.etag
      ? undefined
      : request.headers.range;
  const range = parseRange(requested, info.size);
  if (range === "unsatisfiable") {
    response.writeHead(416, [...headers, "content-range", `bytes */${info.size}`]).end();
    return true;
  }
  const { start, end } = range ?? { start: 0, end: info.size - 1 };
  headers.push("content-length", String(end - start + 1));
  if (range) headers.push("content-range", `bytes ${start}-${end}/${info.size}`);
  if (request.method === "HEAD" || info.size === 0) {
    response.writeHead(range ? 206 : 200, headers).end();
    return true;
  }
  await sendContent(response, range ? 206 : 200, headers, (signal) =>
    storageOf(key).read(key, range, signal),
  );
  return true;
}

function fileHeaders({ key, info: { etag, modified }, shared }: StoredFile): string[] {
  const type = INLINE_TYPES[extname(key).toLowerCase()];
  return [
    "content-type",
    type ?? "application/octet-stream",
    "accept-ranges",
    "bytes",
    "etag",
    etag,
    "last-modified",
    modified.toUTCString(),
    "cache-control",
    `${shared ? "private" : "public"}, max-age=300`,
    "content-disposition",
    type ? "inline" : "attachment",
    // Browsers' own PDF viewers do not work in a sandbox.
    ...(type === "application/pdf"
      ? []
      : ["content-security-policy", "sandbox; default-src 'none'"]),
  ];
}

/** One byte range of a Range header; undefined for none, several or an unknown unit. */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | "unsatisfiable" | undefined {
  const match = header && /^bytes=(\d*)-(\d*)$/.exec(header);
  if (!match || (match[1] === "" && match[2] === "")) return undefined;
  const [, from = "", to = ""] = match;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (from === "" && Number(to) === 0) return "unsatisfiable";
  return start > end || start >= size ? "unsatisfiable" : { start, end };
}

/** `shared`: opened by a sealed link, so no proxy may cache it. */
type StoredFile = { key: string; info: StoredInfo; shared: boolean };

/**
 * The stored file at an address, if the visitor may read it; `unavailable` when the database or the store cannot
 * be reached.
 */
async function findReadable(
  pathname: string,
  query: URLSearchParams,
): Promise<StoredFile | "unavailable" | undefined> {
  const key = keyOf(pathname);
  if (key === undefined) return undefined;
  const access = await accessTo(key, query);
  if (access === "nobody") return undefined;
  if (access === "unknown") return "unavailable";
  try {
    const file = await findStored(key);
    return file && { ...file, shared: access === "sealed" };
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, "stored file not read");
    return "unavailable";
  }
}

/**
 * A picture size that is not made yet is replaced by another small one, never by the original: pages have a byte
 * budget.
 */
async function findStored(key: string): Promise<Omit<StoredFile, "shared"> | undefined> {
  const info = await storageOf(key).info(key);
  if (info) return { key, info };
  const fallbackKey = fallbackVariant(key);
  const fallback = fallbackKey && (await storageOf(fallbackKey).info(fallbackKey));
  return fallbackKey && fallback ? { key: fallbackKey, info: fallback } : undefined;
}

const RETRY_AFTER_S = "30";

/** Answers 503, uncached, when a file cannot be read now. */
function answerUnavailable(response: ServerResponse, common: string[]): void {
  const headers = ["content-type", "text/plain; charset=utf-8", "cache-control", "no-store"];
  response
    .writeHead(503, [...common, ...headers, "retry-after", RETRY_AFTER_S])
    .end("Momentanément indisponible (temporarily unavailable)");
}
