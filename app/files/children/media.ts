/** Why a file cannot be worked with: its type, the length of a side, or what is inside. */
export const FAULTS = ["type", "side", "broken"] as const;
export type Fault = (typeof FAULTS)[number];

/** How the process that works on a file may come to its end over it; or it says that the file is broken. */
export const PROBLEMS = ["broken", "memory", "time", "died"] as const;
export type Problem = (typeof PROBLEMS)[number];

/** A file that ended so many tries is left as it is. */
export const MAX_TRIES = 3;

/** Of content that is new nothing is made yet, and nothing was tried. */
export const UNPREPARED = {
  prepared_at: null,
  prepare_tries: 0,
  prepare_tried_at: null,
  prepare_problem: null,
};

/** What is done with files away from the product, by name: what it is asked with. */
export type MediaTasks = {
  /** Looks what a file is; a picture is written anew as `-clean`, with its first smaller version. */
  examine: { path: string; filename: string };
  /** Makes the smaller versions of a picture. */
  picture: { path: string };
  /** Counts the pages of a document and makes its cover. */
  pdf: { path: string };
  /** Reads the text on its pages. */
  text: { path: string };
  /** Draws what stands for a page where it is shared, over a photograph if it has one, as `-card.jpg`. */
  card: { path: string; words: CardWords; photo: string | null; logo: string | null };
  /** Draws the icons of the site from its logo, each as `-` and its name. */
  icons: { path: string; logo: string };
};

/** What a share picture says. */
export type CardWords = {
  title: string;
  /** Over the title: what kind of thing it is. */
  badge: string;
  /** Under the title: when and where, if anything is to say. */
  line: string;
  /** Whose it is. */
  name: string;
};

/** How much of a document is read: a hundred reports of the federation, and no more of what never ends. */
export const PDF_TEXT = {
  pages: 200,
  pageLetters: 10_000,
  letters: 400_000,
  withinMs: 60_000,
} as const;

/** What becomes of it. Files are made beside the one that was given, under its name and an ending. */
export type MediaResults = {
  examine: { type: string; extension: string; width: number | null; height: number | null };
  picture: null;
  pdf: { pages: number | null; cover: boolean };
  text: string[];
  card: null;
  icons: null;
};

export type MediaTask = keyof MediaTasks;

/** It is the file's own fault. */
export class FileFault extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault);
    this.fault = fault;
  }
}

/** As the networks show it: wide, or only its middle square. */
export const CARD = { width: 1200, height: 630 } as const;
/** WhatsApp shows none that is much heavier. */
export const CARD_MAX_BYTES = 100_000;

/** The icons of the site: the side of each, what part of it the logo takes, and whether it has a ground. */
export const ICONS = {
  "32.png": { side: 32, fill: 1, ground: false },
  "180.png": { side: 180, fill: 0.76, ground: true },
  // In mails, on tickets and in the administration, where any ground may lie behind.
  "mark.png": { side: 96, fill: 0.8, ground: true },
  "192.png": { side: 192, fill: 1, ground: false },
  "512.png": { side: 512, fill: 1, ground: false },
  // Android cuts whatever shape it likes out of its middle.
  "maskable.png": { side: 512, fill: 0.62, ground: true },
} as const;
export type IconName = keyof typeof ICONS | "favicon.ico";

export const ICON_NAMES = [...Object.keys(ICONS), "favicon.ico"] as IconName[];

/** The sizes in a favicon. */
export const FAVICON_SIDES = [16, 32, 48] as const;
