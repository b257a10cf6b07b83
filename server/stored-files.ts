import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path";
import { pipeline } from "node:stream/promises";
import { storedFile } from "../app/platform/storage.server.ts";

/** What a browser may show; everything else is saved, so that no stored file acts as a page of ours. */
const SHOWN: Record<string, string> = {
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
 * Answers `/files/…` from the data folder, whole or by byte range (PDF readers and video players ask
 * for parts). Tells whether the address was one of these.
 */
export async function answerStoredFile(
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  common: string[],
): Promise<boolean> {
  const file = storedFile(pathname);
  const info = file ? await stat(file).catch(() => undefined) : undefined;
  if (!file || !info?.isFile()) return false;
  const etag = `"${info.size.toString(36)}-${Math.floor(info.mtimeMs).toString(36)}"`;
  const shown = SHOWN[extname(file).toLowerCase()];
  const headers = [
    ...common,
    ...[
      "content-type",
      shown ?? "application/octet-stream",
      "accept-ranges",
      "bytes",
      "etag",
      etag,
    ],
    ...["cache-control", "public, max-age=300", "last-modified", info.mtime.toUTCString()],
    ...["content-disposition", shown ? "inline" : "attachment"],
    // Browsers' own PDF viewers do not work in a sandbox.
    ...(shown === "application/pdf"
      ? []
      : ["content-security-policy", "sandbox; default-src 'none'"]),
  ];
  if (request.headers["if-none-match"] === etag) {
    response.writeHead(304, headers).end();
    return true;
  }
  const asked =
    request.headers["if-range"] && request.headers["if-range"] !== etag
      ? undefined
      : request.headers.range;
  const range = parseRange(asked, info.size);
  if (range === "unsatisfiable") {
    response.writeHead(416, [...headers, "content-range", `bytes */${info.size}`]).end();
    return true;
  }
  const { start, end } = range ?? { start: 0, end: info.size - 1 };
  headers.push("content-length", String(end - start + 1));
  if (range) headers.push("content-range", `bytes ${start}-${end}/${info.size}`);
  response.writeHead(range ? 206 : 200, headers);
  if (request.method === "HEAD" || info.size === 0) {
    response.end();
    return true;
  }
  // A visitor who leaves half-way is not an error.
  await pipeline(createReadStream(file, { start, end }), response).catch(() => response.destroy());
  return true;
}

/** One byte range of a Range header; undefined for none, several, or one that we do not read. */
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
