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
const DEFAULT_MAX_MB = 25;
/** The highest value of that setting. */
export const HIGHEST_MAX_MB = 500;

/** The value of that setting, megabytes. */
export function maxUploadMegabytes(setting: unknown): number {
  const megabytes = Number(setting);
  return megabytes > 0 ? megabytes : DEFAULT_MAX_MB;
}

/** The types that the file chooser offers; the server checks the content. */
export const PICKER_ACCEPTS =
  "image/*,video/*,audio/*,.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt,.zip,.rar";

/** The widths in which pictures are served, in pixels. */
export const PICTURE_WIDTHS = [320, 480, 640, 960, 1280] as const;

/** Made during the upload, and served instead of the others until they exist. */
export const FIRST_WIDTH = 480;

/** The width of the version for shared pages: a JPEG, which every network reads. */
export const SHARE_WIDTH = 1200;

/** The width of the picture of a document's first page. */
export const COVER_WIDTH = 480;

/** The width of a document's first page on a public card: three times what is seen. */
export const COVER_CARD_WIDTH = 160;

/** More than any camera of the offices makes; a larger one is taken for a decompression bomb. */
export const MAX_PIXELS = 64_000_000;
export const MAX_SIDE = 16_000;

/** The key prefix of uploads. */
export const UPLOADS = "uploads/";

/** How long a link to a file that is not public opens it, in whole days. */
export const LINK_DAYS = 7;

/** The pictures that get smaller versions. */
const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"] as const;

export const isPicture = (type: string) => (PICTURE_TYPES as readonly string[]).includes(type);

/** The address of a smaller version of an uploaded picture. */
export function variantOf(address: string, width: number, format: "avif" | "webp" | "jpg"): string {
  return address.replace(/\.\w+$/, `-${width}.${format}`);
}

/** The endings of derived files: a cover, a smaller version, a smaller version of a cover. */
const DERIVED_ENDING = /(?:-cover(?:-\d{3,4})?|-\d{3,4})\.(?:avif|webp|jpg)$/;

/** Whether a key is that of a derived file. */
export const isDerivedKey = (key: string) => DERIVED_ENDING.test(key);

/**
 * The common part of the keys of an upload and of its derived files: without the extension and without the suffix of
 * a smaller version or a cover. `stored_stem` does the same in SQL.
 */
export function stemOf(key: string): string {
  return key.replace(/(?:-cover)?(?:-\d{3,4})?\.\w+$/, "");
}

/** The default title of a file: its name without the extension. */
export function titleFromFilename(filename: string): string {
  const bare = filename.replace(/\.[^.]{1,5}$/, "").trim();
  return bare === "" ? filename : bare;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  "application/msword": "Word",
  "application/pdf": "PDF",
  "application/vnd.ms-excel": "Excel",
  "application/vnd.ms-powerpoint": "PowerPoint",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "PowerPoint",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "Excel",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word",
  "application/vnd.rar": "RAR",
  "application/x-rar-compressed": "RAR",
  "application/zip": "ZIP",
  "image/svg+xml": "Image SVG",
  "text/plain": "Texte",
};

const KIND_WORDS: Readonly<Record<string, string>> = {
  image: "Image",
  video: "Vidéo",
  audio: "Son",
};

/** What staff read of a file's type: 'PDF', 'Image JPEG', 'Texte'. */
export function typeWords(type: string): string {
  const [kind = "", format = ""] = type.split("/");
  const known = TYPE_WORDS[type];
  if (known) return known;
  const word = KIND_WORDS[kind];
  return word ? `${word} ${format.replace(/^x-/, "").toUpperCase()}` : "Fichier";
}

/** What keeps a category from being deleted. */
export const categoryContent = (files: number): string =>
  `elle contient encore ${files > 1 ? `${files} fichiers` : "un fichier"}`;
