import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, text, timestamp } from "drizzle-orm/pg-core";
import { oneOf } from "../core/database/doors/columns.server.ts";
import { words } from "../core/database/doors/personal-table.server.ts";
import { GUARDIAN_RELATIONS } from "./guardian.ts";

/** The columns of a minor’s guardian, for every table of people who may be minors. */
export const guardianColumns = () => ({
  guardian_name: text(),
  /** E.164 */
  guardian_phone: text(),
  guardian_relation: text({ enum: GUARDIAN_RELATIONS }),
  /** The text that was agreed to, in the language in which it was read, and when. */
  guardian_consent: text(),
  guardian_consent_at: timestamp({ withTimezone: true }),
});

type Columns = Record<keyof ReturnType<typeof guardianColumns>, AnyPgColumn>;

/** Either all columns of a guardian are set or none is. */
export function guardianChecks(table: string, columns: Columns) {
  const { guardian_name, guardian_phone, guardian_relation } = columns;
  const { guardian_consent, guardian_consent_at } = columns;
  return [
    oneOf(`${table}_guardian_relation`, guardian_relation, GUARDIAN_RELATIONS),
    check(
      `${table}_guardian`,
      sql`num_nulls(${guardian_name}, ${guardian_phone}, ${guardian_relation}, ${guardian_consent}, ${guardian_consent_at}) in (0, 5)`,
    ),
  ];
}

/** The labels of these columns in the copy of their data that a person asks for. */
export const GUARDIAN_DATA = {
  guardian_name: words("Responsable légal", "Guardian"),
  guardian_phone: words("Téléphone du responsable", "Guardian’s phone"),
  guardian_relation: words("Lien avec le responsable", "Relationship to the guardian"),
  guardian_consent: words("Accord du responsable", "Guardian’s consent"),
  guardian_consent_at: words("Accord donné le", "Consent given on"),
};

export const GUARDIAN_RELATION_WORDS = {
  mother: words("Mère", "Mother"),
  father: words("Père", "Father"),
  legal: words("Tuteur ou tutrice", "Legal guardian"),
  other: words("Autre responsable", "Other guardian"),
};
