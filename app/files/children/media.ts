/** Why a file is refused: its type, a side that is too long or too short, or its content. */
export const FAULTS = ["type", "side", "small", "broken"] as const;
export type Fault = (typeof FAULTS)[number];

/** How the work on a file may fail: the file is broken, or the process ended by memory, by time or by itself. */
export const PROBLEMS = ["broken", "memory", "time", "died"] as const;
export type Problem = (typeof PROBLEMS)[number];

/** After this many failed tries a file is not prepared any more. */
export const MAX_TRIES = 3;

/** The state of new content: nothing is prepared or tried yet. */
export const UNPREPARED = {
  prepared_at: null,
  prepare_tries: 0,
  prepare_tried_at: null,
  prepare_problem: null,
};

/** The tasks of the media process with their parameters. */
export type MediaTasks = {
  /** Detects the type of a file; a picture is written again as `-clean`, with its first smaller version. */
  examine: { path: string; filename: string };
  /** Makes the smaller versions of a picture. */
  picture: { path: string };
  /** Counts the pages of a document and makes its cover. */
  pdf: { path: string };
  /** Reads the text on its pages. */
  text: { path: string };
  /** Makes a small picture of one that was sent, as `-small.jpg`. */
  small: { path: string; shape: SmallShape };
  /** Draws the share picture of a page, over a photograph if it has one, as `-card.jpg`. */
  card: { path: string; words: CardWords; photo: string | null; logo: string | null };
  /** Draws the icons of the site from its logo, each with the suffix `-` and its name. */
  icons: { path: string; logo: string };
};

/** The texts of a share picture. */
export type CardWords = {
  title: string;
  /** Above the title: the kind of page. */
  badge: string;
  /** Below the title: when and where, or empty. */
  line: string;
  /** The name of the site. */
  name: string;
};

/** How much of a document is read: enough for a long report of the federation. */
export const PDF_TEXT = {
  pages: 200,
  pageLetters: 10_000,
  letters: 400_000,
  withinMs: 60_000,
} as const;

/** The results of the tasks. Files are written beside the given one, under its name and a suffix. */
export type MediaResults = {
  examine: { type: string; extension: string; width: number | null; height: number | null };
  picture: null;
  pdf: { pages: number | null; cover: boolean };
  text: string[];
  small: null;
  card: null;
  icons: null;
};

export type MediaTask = keyof MediaTasks;

/** The file itself is at fault. */
export class FileFault extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault);
    this.fault = fault;
  }
}

/** The size of a share picture; some networks show only its middle square. */
export const CARD = { width: 1200, height: 630 } as const;
/** WhatsApp shows no heavier picture. */
export const CARD_MAX_BYTES = 100_000;

/** Small pictures that are kept as they are shown, and the shortest side of what makes one. */
export const SMALL = {
  /** On a licence, cut to its shape. */
  portrait: { width: 300, height: 400, shortest: 240, fit: "cover" },
  /** Of a club, whole. */
  logo: { width: 240, height: 240, shortest: 64, fit: "contain" },
} as const;
export type SmallShape = keyof typeof SMALL;
export const SMALL_MAX_BYTES = 24_000;

/** The icons of the site: the side, the part of it that the logo fills, and whether there is a background. */
export const ICONS = {
  "32.png": { side: 32, fill: 1, ground: false },
  "180.png": { side: 180, fill: 0.76, ground: true },
  // In mails, on tickets and in the administration, on any background.
  "mark.png": { side: 96, fill: 0.8, ground: true },
  "192.png": { side: 192, fill: 1, ground: false },
  "512.png": { side: 512, fill: 1, ground: false },
  // Android cuts its own shape out of the middle.
  "maskable.png": { side: 512, fill: 0.62, ground: true },
} as const;
export type IconName = keyof typeof ICONS | "favicon.ico";

export const ICON_NAMES = [...Object.keys(ICONS), "favicon.ico"] as IconName[];

/** The sizes in a favicon. */
export const FAVICON_SIDES = [16, 32, 48] as const;
