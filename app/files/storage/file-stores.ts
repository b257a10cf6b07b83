/** Why a stored file was let go. */
export const REMOVAL_REASONS = ["arriving", "deleted", "replaced", "erased"] as const;
export type RemovalReason = (typeof REMOVAL_REASONS)[number];

/**
 * How a store is to its database. `adopted`: it had no mark and carries ours from now on. `older`: the
 * database is, the store has seen more than it remembers. `foreign`: the mark is another database's.
 */
export const STORE_STATES = ["ours", "adopted", "older", "foreign", "away"] as const;
export type StoreState = (typeof STORE_STATES)[number];

/** What was found in the store. A picture and its smaller versions are one file. */
export type StoreFindings = {
  files: number;
  bytes: number;
  /** What no record and no removal knows; `oldest` as a moment of ISO 8601. */
  unknown: { files: number; bytes: number; oldest: string | null };
  /** Records whose file is not there. */
  missing: number;
};

/** Removing more files than this in one go asks a person. */
export const HANDFUL = 20;
