/** The icons a file category can carry. */
export const CATEGORY_ICONS = [
  "Image",
  "FileText",
  "Video",
  "Music",
  "Shield",
  "Layout",
  "User",
  "Archive",
] as const;

/** What the back office calls them. */
export const ICON_LABELS: Record<(typeof CATEGORY_ICONS)[number], string> = {
  Image: "Image",
  FileText: "Document",
  Video: "Vidéo",
  Music: "Musique",
  Shield: "Bouclier",
  Layout: "Mise en page",
  User: "Personne",
  Archive: "Archive",
};

/** Larger uploads are refused, unless a setting says otherwise. Megabytes. */
export const DEFAULT_MAX_MB = 25;
/** The most that the setting may say. */
export const HIGHEST_MAX_MB = 500;

/** What the stored setting says, megabytes. */
export function maxUploadMegabytes(setting: unknown): number {
  const megabytes = Number(setting);
  return megabytes > 0 ? megabytes : DEFAULT_MAX_MB;
}

/** What the picker offers. What a file really is, its content decides. */
export const PICKER_ACCEPTS =
  "image/*,video/*,audio/*,.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt,.zip,.rar";

/** What is said of a file that is larger than it may be. */
export const tooLargeMessage = (maxBytes: number) =>
  `Ce fichier dépasse ${Math.floor(maxBytes / 1024 ** 2)} Mo.`;

/** The widths in which pictures are served, in pixels. */
export const PICTURE_WIDTHS = [320, 480, 640, 960, 1280] as const;

/** The one that is made while a picture arrives, and stands for the others until they are there. */
export const FIRST_WIDTH = 480;

/** The width of what is shown when a page is shared: a JPEG, since not every network reads more. */
export const SHARE_WIDTH = 1200;

/** The width of the picture of a document's first page. */
export const COVER_WIDTH = 480;

/** The width of a document's first page on a public card: three times what is seen. */
export const COVER_CARD_WIDTH = 160;

/** More than any camera of the offices makes; a picture that claims more is a trap. */
export const MAX_PIXELS = 64_000_000;
export const MAX_SIDE = 16_000;

/** Where uploads are kept. */
export const UPLOADS = "uploads/";

/** How long a link to a file that is not public opens it, in whole days. */
export const LINK_DAYS = 7;

/** Pictures that browsers show, which get smaller versions. */
export const PICTURE_TYPES = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/avif",
  "image/gif",
] as const;

export const isPicture = (type: string) => (PICTURE_TYPES as readonly string[]).includes(type);

/** The address of a smaller version of an uploaded picture. */
export function variantOf(address: string, width: number, format: "avif" | "webp" | "jpg"): string {
  return address.replace(/\.\w+$/, `-${width}.${format}`);
}

/** The endings of what is made of a file: a cover, a smaller version, a smaller version of a cover. */
const DERIVED_ENDING = /(?:-cover(?:-\d{3,4})?|-\d{3,4})\.(?:avif|webp|jpg)$/;

/** Whether a key is of something that was made of a file. */
export const isDerivedKey = (key: string) => DERIVED_ENDING.test(key);

/**
 * What the keys of an upload and of all that was made of it have in common: without the ending, and
 * without what marks a smaller version or a cover. `stored_stem` says the same in SQL.
 */
export function stemOf(key: string): string {
  return key.replace(/(?:-cover)?(?:-\d{3,4})?\.\w+$/, "");
}

/** The title of a file that nobody gave one: its name without the ending. */
export function titleFromFilename(filename: string): string {
  const bare = filename.replace(/\.[^.]{1,5}$/, "").trim();
  return bare === "" ? filename : bare;
}

const UNITS = ["Bytes", "KB", "MB", "GB"] as const;

/** A size as the file manager shows it: two decimals, 1024 by 1024. */
export function formatFileSize(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  const digits = unit === 0 ? String(bytes) : (bytes / 1024 ** unit).toFixed(2);
  return `${digits} ${UNITS[unit]}`;
}
