import { currentMs } from "../../core/process/clock.ts";
import { keyring } from "../../core/secrets/keys.server.ts";
import { keyOf } from "../../core/storage/storage.server.ts";
import { DAY } from "../../core/values/durations.ts";
import type { FileCard } from "../files.staff.server.ts";
import { LINK_DAYS, stemOf } from "../files.ts";

/** A file as the back office shows it: what its addresses end with when only a sealed link opens it. */
export type ShownFile<File = FileCard> = File & { seal: string };

/**
 * A file with the end of its links: nothing when visitors may read it, else a seal that opens it, and
 * its smaller pictures, to whoever has the link until its last day.
 */
export function withSeal<File extends Pick<FileCard, "file_url" | "is_public">>(
  file: File,
  now = currentMs(),
): ShownFile<File> {
  const key = keyOf(file.file_url);
  if (file.is_public || key === undefined) return { ...file, seal: "" };
  // A whole day, so that the address stays the same and browsers keep what they fetched.
  const until = Math.floor(now / DAY) + LINK_DAYS + 1;
  const seal = keyring().seal("file-link", sealedText(key, until));
  return { ...file, seal: `?${new URLSearchParams({ until: String(until), seal })}` };
}

/** Whether the end of an address is the seal of a stored file, and still of use. */
export function isSealed(key: string, query: URLSearchParams, now = currentMs()): boolean {
  const until = Number(query.get("until"));
  if (!Number.isInteger(until) || until * DAY <= now) return false;
  return keyring().isSeal("file-link", sealedText(key, until), query.get("seal") ?? "");
}

const sealedText = (key: string, until: number) => `${stemOf(key)}:${until}`;
