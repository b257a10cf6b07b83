import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "../platform/env.server.ts";
import { keyOf } from "../platform/storage.server.ts";
import type { FileCard } from "./files.staff.server.ts";
import { LINK_DAYS, stemOf } from "./files.ts";

const DAY_MS = 86_400_000;

/** A file as the back office shows it: what its addresses end with when only a sealed link opens it. */
export type ShownFile<File = FileCard> = File & { seal: string };

/**
 * A file with the end of its links: nothing when visitors may read it, else a seal that opens it, and
 * its smaller pictures, to whoever has the link until its last day.
 */
export function withSeal<File extends Pick<FileCard, "file_url" | "is_public">>(
  file: File,
  now = Date.now(),
): ShownFile<File> {
  const key = keyOf(file.file_url);
  if (file.is_public || key === undefined) return { ...file, seal: "" };
  // A whole day, so that the address stays the same and browsers keep what they fetched.
  const until = Math.floor(now / DAY_MS) + LINK_DAYS + 1;
  return {
    ...file,
    seal: `?${new URLSearchParams({ until: String(until), seal: sealOf(key, until) })}`,
  };
}

/** Whether the end of an address is the seal of a stored file, and still of use. */
export function isSealed(key: string, query: URLSearchParams, now = Date.now()): boolean {
  const until = Number(query.get("until"));
  if (!Number.isInteger(until) || until * DAY_MS <= now) return false;
  const given = Buffer.from(query.get("seal") ?? "");
  const wanted = Buffer.from(sealOf(key, until));
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

const sealOf = (key: string, until: number) =>
  createHmac("sha256", env().SESSION_SECRET)
    .update(`files:${stemOf(key)}:${until}`)
    .digest("base64url");
