import { currentMs } from "../../core/process/clock.ts";
import { keyring } from "../../core/secrets/keys.server.ts";
import { keyOf } from "../../core/storage/storage.server.ts";
import { DAY } from "../../core/values/durations.ts";
import type { FileCard } from "../files.staff.server.ts";
import { LINK_DAYS, stemOf } from "../files.ts";

/** A file as the back office shows it: `seal` is the signed query of its addresses when it is not public. */
export type ShownFile<File = FileCard> = File & { seal: string };

/**
 * A file with the query of its links: empty when it is public, else a signature that opens it and its smaller
 * pictures for whoever has the link, until its last day.
 */
export function withSeal<File extends Pick<FileCard, "file_url" | "is_public">>(
  file: File,
  now = currentMs(),
): ShownFile<File> {
  const key = keyOf(file.file_url);
  if (file.is_public || key === undefined) return { ...file, seal: "" };
  // A whole day, so that the address stays the same and browsers can cache it.
  const until = Math.floor(now / DAY) + LINK_DAYS + 1;
  const seal = keyring().seal("file-link", sealedText(key, until));
  return { ...file, seal: `?${new URLSearchParams({ until: String(until), seal })}` };
}

/** Whether a query is a valid signature for a stored file that has not expired. */
export function isSealed(key: string, query: URLSearchParams, now = currentMs()): boolean {
  const until = Number(query.get("until"));
  if (!Number.isInteger(until) || until * DAY <= now) return false;
  return keyring().isSeal("file-link", sealedText(key, until), query.get("seal") ?? "");
}

const sealedText = (key: string, until: number) => `${stemOf(key)}:${until}`;
