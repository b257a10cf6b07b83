import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Language } from "../../../i18n/languages.ts";
import type { SystemDb } from "./doors.server.ts";

type Words = Record<Language, string>;

/** One row as the database writes it, by the names of its columns. */
export type PersonalRow = Readonly<Record<string, unknown>> & { id: string };

/**
 * How the rows of a table tell whose they are: they name a person, an address alone, or a row that does.
 * Whoever shares an address is told apart by the first name and the birth date.
 */
type Owner =
  | {
      by: "person";
      email: PgColumn;
      firstName: PgColumn;
      lastName: PgColumn;
      birthDate: PgColumn;
      /** Unique tokens and references of the row, by which a mail about it is recognised. */
      keys: readonly PgColumn[];
    }
  | {
      by: "address";
      emails: readonly PgColumn[];
      /** The name that the sender gave. */
      name?: PgColumn;
      /** Columns that may contain the keys of a person's rows. */
      mentions?: readonly PgColumn[];
    }
  | { by: "record"; record: PgColumn; keys?: readonly PgColumn[] };

/** The personal data in a table. Each notion declares its own tables, with every column. */
export type PersonalTable = {
  table: PgTable & { id: PgColumn };
  title: Words;
  owner: Owner;
  /** The columns that the person is shown, with what they are called. */
  fields: Readonly<Record<string, Words>>;
  /** The labels of their values. */
  values?: Readonly<Record<string, Readonly<Record<string, Words>>>>;
  /** Columns of which the page says only that they are in the file to download. */
  inFile?: readonly string[];
  /** Columns that are not shown: keys, hashes, internal values. */
  hidden: readonly string[];
  /** Why these rows cannot be erased yet, with what to do first. Called while the orders are locked. */
  obstacles?: (db: SystemDb, ids: readonly string[]) => Promise<string[]>;
  /** What ends when these rows are erased, such as a membership; shown before the erasure. */
  ends?: (db: SystemDb, ids: readonly string[]) => Promise<Words[]>;
  /** Locks what must be locked before the rows, once the orders are. */
  lock?: (db: SystemDb, ids: readonly string[]) => Promise<void>;
  /** Erases the rows, when they are not simply deleted. */
  erase?: (db: SystemDb, ids: readonly string[]) => Promise<void>;
  /** What is kept after an erasure, and why. */
  keeps?: Words;
};

/** Words in both languages: `words("Prénom", "First name")`. */
export const words = (fr: string, en: string): Words => ({ fr, en });

export const LANGUAGE_NAMES = { fr: words("Français", "French"), en: words("Anglais", "English") };
