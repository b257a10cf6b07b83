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
};

/** How much of a document is read: a hundred reports of the federation, and no more of what never ends. */
export const PDF_TEXT = {
  pages: 200,
  pageLetters: 10_000,
  letters: 400_000,
  withinMs: 60_000,
} as const;

/** What becomes of it. Files are made beside the one that was given, under its name and an ending. */
export type MadeOf = {
  examine: { type: string; extension: string; width: number | null; height: number | null };
  picture: null;
  pdf: { pages: number | null; cover: boolean };
  text: string[];
};

export type TaskName = keyof MediaTasks;

/** It is the file's own fault. */
export class FileFault extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault);
    this.fault = fault;
  }
}
