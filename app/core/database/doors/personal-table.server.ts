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
      /** What a mail about the row holds: tokens and references that nobody else has. */
      keys: readonly PgColumn[];
    }
  | {
      by: "address";
      emails: readonly PgColumn[];
      /** What whoever wrote it called themselves. */
      name?: PgColumn;
      /** Where the keys of somebody's rows stand. */
      mentions?: readonly PgColumn[];
    }
  | { by: "record"; record: PgColumn; keys?: readonly PgColumn[] };

/** What a table holds of people. Each notion says it of its own, and every column is named here. */
export type PersonalTable = {
  table: PgTable & { id: PgColumn };
  title: Words;
  owner: Owner;
  /** The columns that the person is shown, with what they are called. */
  fields: Readonly<Record<string, Words>>;
  /** What their values are called. */
  values?: Readonly<Record<string, Readonly<Record<string, Words>>>>;
  /** Columns that are shown to nobody: keys, hashes, what only the site itself uses. */
  hidden: readonly string[];
  /** Why these rows cannot go yet, with what is to be done first. Asked while the orders are locked. */
  obstacles?: (db: SystemDb, ids: readonly string[]) => Promise<string[]>;
  /** What ends with these rows, to be said before they go. */
  ends?: (db: SystemDb, ids: readonly string[]) => Promise<Words[]>;
  /** Locks what must be locked before the rows, once the orders are. */
  lock?: (db: SystemDb, ids: readonly string[]) => Promise<void>;
  /** What becomes of the rows, where they do not simply go. */
  erase?: (db: SystemDb, ids: readonly string[]) => Promise<void>;
  /** Of what does not go: what stays, and why. */
  keeps?: Words;
};

/** Words in both languages: `words("Prénom", "First name")`. */
export const words = (fr: string, en: string): Words => ({ fr, en });

export const LANGUAGE_NAMES = { fr: words("Français", "French"), en: words("Anglais", "English") };
