/**
 * What we promise in numbers. Weights are asserted by `npm test` as well; times and rates are only
 * measured here, since they move with the machine.
 */

/** Sizes are in bytes as they travel, compressed. One KB is 1,000 bytes, which is the stricter reading. */
export const KB = 1_000;

export type WeightBudget = {
  /** What a reader of the table calls these pages. */
  label: string;
  /** The document with its styles, its inline script and its response headers. */
  html: number;
  /** Inline and external scripts. */
  script: number;
  /** Pictures that show before any scrolling. */
  firstPictures: number;
  /** Pictures of the whole page, scrolled to its end. */
  pictures: number;
  requests: number;
  total?: number;
};

export type ScreenKind = "home" | "story" | "list" | "form" | "control" | "viewer";

export const WEIGHT: Record<ScreenKind, WeightBudget> = {
  home: {
    label: "Home",
    html: 14 * KB,
    script: 2 * KB,
    firstPictures: 25 * KB,
    pictures: 60 * KB,
    requests: 12,
    total: 80 * KB,
  },
  story: {
    label: "Article, event",
    html: 12 * KB,
    script: 2 * KB,
    firstPictures: 25 * KB,
    pictures: 45 * KB,
    requests: 6,
    total: 60 * KB,
  },
  list: {
    label: "Lists, texts",
    html: 14 * KB,
    script: 2 * KB,
    firstPictures: 12 * KB,
    pictures: 48 * KB,
    requests: 14,
    total: 65 * KB,
  },
  form: {
    label: "Forms",
    html: 12 * KB,
    script: 2 * KB,
    firstPictures: 0,
    pictures: 0,
    requests: 3,
    total: 18 * KB,
  },
  // Once, on the phone of whoever checks licences: what it keeps besides is asserted where it goes offline.
  control: {
    label: "Checks",
    html: 24 * KB,
    script: 12 * KB,
    firstPictures: 0,
    pictures: 0,
    requests: 6,
    total: 40 * KB,
  },
  // The document that it shows is not counted: it weighs what it weighs.
  viewer: {
    label: "PDF viewer",
    html: 12 * KB,
    script: 620 * KB,
    firstPictures: 0,
    pictures: 0,
    requests: 20,
  },
};

/** From the sign-in to the first list, with a browser that has nothing yet. */
export const OFFICE_WEIGHT = {
  html: 12 * KB,
  /** A full page of a list: each row says its names and addresses several times, to eyes and ears. */
  fullHtml: 14 * KB,
  script: 140 * KB,
  /** Scripts of any other screen, beyond those of the first list. */
  further: 40 * KB,
  /** The text editor, which comes after its screen: its own scripts, beyond those of the first list. */
  editor: 130 * KB,
  requests: 16,
  total: 190 * KB,
} as const;

export const SPEED = {
  /** Requests per second of a cached page, against a bare server that sends the same bytes. */
  cachedRatio: 0.9,
  /** Its 99th percentile, against that of the bare server. */
  cachedP99Ratio: 1.5,
  notModifiedRatio: 0.9,
  /** Processor time of a page of cards without cache, against what React alone takes for its tree. */
  servingRatio: 2.2,
  databaseRatio: 0.9,
  /** Processor time of a page that reads nothing. */
  plainPageMs: 1.5,
  renderingsOfColdPage: 1,
  publishMs: 1_000,
  startEmbeddedMs: 1_000,
  startServerMs: 600,
  /** After the load test, all processes of ours: with a PostgreSQL server, and with the embedded one. */
  memoryMb: 300,
  memoryEmbeddedMb: 450,
  /** At rest, also after the very first start. */
  memoryAtRestMb: 330,
  /** The 99th percentile of a cached page during the heaviest work of staff, against rest. */
  othersRatio: 2,
} as const;

/** Licence cards, and their check with a network and without. */
export const LICENCES = {
  cards: 10_000,
  signingSeconds: 60,
  listBytes: 3 * KB,
  clubs: 300,
  clubsBytes: 4 * KB,
  /** Cards on sheets: the memory for many of them, against that for few. */
  printed: 1_000,
  fewPrinted: 100,
  printedRatio: 1.2,
  licences: 1_000_000,
  checks: 1_000,
  /** The 95th percentile. */
  checkMs: 5,
  /** On a phone, first of all; afterwards nothing. */
  pageBytes: 60 * KB,
  answerMs: 1_000,
  rounds: 15,
} as const;

/** A crowd that registers for one event at the same moment. */
export const PLACES = {
  places: 64,
  people: 1_000,
  rounds: 10,
  /** When the last of them is answered: on one embedded process, and on two with a server. */
  embeddedSeconds: 8,
  serverSeconds: 5,
} as const;

/** A federation that is left alone for more than a year. */
export const SEASON = {
  members: 20_000,
  events: 200,
  days: 400,
  kills: 50,
  /** The daily jobs together, in the night on which they take longest. */
  nightMs: 2_000,
  /** On each engine. */
  minutes: 60,
} as const;

export type OfficeBudget = {
  /** So many members, registrations and orders. */
  members: number;
  /** The 95th percentiles of the server's time. */
  firstMs: number;
  searchMs: number;
  countersMs: number;
  /** The thousandth page against the first. */
  farRatio: number;
  /** Of any screen, opened for the first time: what it asks is cut off after five seconds. */
  screenMs: number;
  exportSeconds: number;
  exportHeapMb?: number;
  /** The 99th percentile of other requests during an export, against rest. */
  othersRatio: number;
};

/** The back office at scale. */
export const OFFICE: readonly OfficeBudget[] = [
  {
    members: 100_000,
    firstMs: 10,
    searchMs: 25,
    countersMs: 25,
    farRatio: 1.2,
    screenMs: 1_000,
    exportSeconds: 1.5,
    othersRatio: 2,
  },
  {
    members: 1_000_000,
    firstMs: 20,
    searchMs: 80,
    countersMs: 50,
    farRatio: 1.2,
    screenMs: 5_000,
    exportSeconds: 8,
    exportHeapMb: 30,
    othersRatio: 2,
  },
];
/** What a site is that is archived, restored and compared, and what must hold meanwhile. */
export const RESTORE = {
  serverMembers: 1_000_000,
  embeddedMembers: 100_000,
  /** Of registrations, orders, payments and entries of the ledger, each. */
  others: 100_000,
  files: 10_000,
  fileBytes: 100_000,
  writesPerSecond: 50,
  /** No query of the site waits longer for a backup. */
  waitMs: 200,
  /** The most memory of the second half against that of the first: it does not grow with the site. */
  growth: 1.25,
} as const;

/** What a PostgreSQL with so many rows would be given of the memory of a small machine. */
export const OFFICE_BUFFERS_MB = 512;

/** What visitors search, and how long one search may take of the database, at the 95th percentile. */
export const SEARCH = {
  news: 5_500,
  events: 3_000,
  pages: 500,
  documents: 1_000,
  documentPages: 50,
  milliseconds: 30,
} as const;

/** Addresses that nobody gave out, asked for as fast as they are answered. */
export const FLOOD = { connections: 4, cachedP95Ms: 50 } as const;

/**
 * Files that staff send in one go, and take out in one archive; megabytes of memory at the worst moment,
 * most of which the embedded database takes for its own work whatever the size of the files.
 */
export const FILES = { uploads: 500, zipped: 200, grownMb: 120 } as const;

/** Lighthouse's own mobile profile: slow 4G (150 ms, 1.6 Mb/s), a processor four times slower. */
export const LIGHTHOUSE = {
  score: 100,
  fcpMs: 900,
  lcpMs: 1_200,
  tbtMs: 10,
} as const;

/** What a filter of unwanted mail may hold against any of ours. */
export const SPAM_SCORE = 0.1;

/** A process is replaced by the next while visitors ask: `npm run bench -- replace`. */
export const REPLACE = {
  seconds: 300,
  everySeconds: 20,
  /** Behind the proxy, with two processes; a third are messages that are written. */
  perSecond: 200,
  embeddedPerSecond: 50,
  /** How long anybody waits while the only process is replaced. */
  heldMs: 3_000,
};

/** A site that is killed at any moment, on each engine. */
export const KILLS = {
  times: 100,
  seed: 20_261_123,
  /** After so long at work, at the earliest and at the latest. */
  earliestMs: 200,
  latestMs: 2_500,
  longMs: 15_000,
};
