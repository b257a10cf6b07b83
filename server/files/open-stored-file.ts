import type { ServerResponse } from "node:http";
import { log, reasonOf } from "../../app/core/log/log.server.ts";
import { keyOf, type StoredInfo, storageOf } from "../../app/core/storage/storage.server.ts";
import { accessTo } from "../../app/files/file-access.system.server.ts";
import { fallbackVariant } from "../../app/files/prepare.server.ts";

/** `shared`: by a sealed link, which is nobody else's to keep. */
export type StoredFile = { key: string; info: StoredInfo; shared: boolean };

/**
 * The stored file behind an address that whoever asks may read; `away` when the database or the store
 * that would know of it cannot be asked.
 */
export async function findOpen(
  pathname: string,
  query: URLSearchParams,
): Promise<StoredFile | "away" | undefined> {
  const key = keyOf(pathname);
  if (key === undefined) return undefined;
  const access = await accessTo(key, query);
  if (access === "nobody") return undefined;
  if (access === "unknown") return "away";
  try {
    const file = await find(key);
    return file && { ...file, shared: access === "sealed" };
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, "stored file not read");
    return "away";
  }
}

/**
 * For a smaller picture that is not made yet stands another small one, never the picture itself: a page
 * promises kilobytes.
 */
async function find(key: string): Promise<Omit<StoredFile, "shared"> | undefined> {
  const info = await storageOf(key).info(key);
  if (info) return { key, info };
  const other = fallbackVariant(key);
  const instead = other && (await storageOf(other).info(other));
  return other && instead ? { key: other, info: instead } : undefined;
}

const RETRY_AFTER_S = "30";

/** Says that a file cannot be read just now. Nobody may keep that: a moment later it is not true. */
export function answerAway(response: ServerResponse, common: string[]): void {
  const headers = ["content-type", "text/plain; charset=utf-8", "cache-control", "no-store"];
  response
    .writeHead(503, [...common, ...headers, "retry-after", RETRY_AFTER_S])
    .end("Momentanément indisponible (temporarily unavailable)");
}
