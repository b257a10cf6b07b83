import { createHash } from "node:crypto";
import { and, asc, desc, eq, or, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { isId } from "../../core/secrets/id.ts";
import { AppError } from "../../core/values/errors.ts";
import { definitionOf } from "../definitions.server.ts";
import type { ListQuery } from "../list/list-query.ts";
import { type Listing, listRecords } from "../list/listing.staff.server.ts";
import { audit } from "./audit.staff.server.ts";
import { translations } from "./translations.table.server.ts";

export type TranslationRow = Pick<
  typeof translations.$inferSelect,
  "id" | "entity" | "entity_id" | "parent_id" | "label" | "missing" | "outdated" | "changed_at"
>;

/** The records of which some text has no English, or an older one, as a filter asks for them. */
export function listTranslations(db: StaffDb, query: ListQuery): Promise<Listing<TranslationRow>> {
  const { id, entity, entity_id, parent_id, label, missing, outdated, changed_at } = translations;
  const { entity: table, state } = query.filters;
  return listRecords(db, {
    table: translations,
    columns: { id, entity, entity_id, parent_id, label, missing, outdated, changed_at },
    sorts: { changed_at },
    where: [
      sql`(missing > 0 or outdated > 0)`,
      table ? eq(entity, table) : undefined,
      state === "missing" ? sql`missing > 0` : undefined,
      state === "outdated" ? sql`outdated > 0` : undefined,
    ],
    query,
  });
}

/** The translation of one text: its state, the French of today, and the French when the English was written. */
export type TextState = {
  /** A column, or the way to it within settings: 'items.0.title'. */
  field: string;
  state: "missing" | "outdated" | "current";
  french: unknown;
  basis: unknown;
};

/** The state of the translation of each text of a record; empty for a record that does not exist. */
export async function readTextStates(
  db: StaffDb,
  entity: string,
  id: string,
): Promise<TextState[]> {
  if (!definitionOf(entity)?.translated || !isId(id)) return [];
  const rows = await rowsOf<TextState>(
    db,
    sql`
    select twin.field, twin.fr as french, t.basis -> twin.field as basis,
      case when not has_words(twin.en) then 'missing'
        when bare_words(coalesce(t.basis -> twin.field, twin.fr)) <> bare_words(twin.fr) then 'outdated'
        else 'current' end as state
    from ${sql.identifier(entity)} r
    join translations t on t.entity = ${entity} and t.entity_id = r.id,
      twin_texts(to_jsonb(r), twin_names(${entity}::text, to_jsonb(r))) twin
    where r.id = ${id} order by twin.field`,
  );
  return rows;
}

/** Of one record, or of several that are written in one form, by their tables. */
type FormTexts = { entity: string; entity_id: string; states: TextState[] }[];

/**
 * The state of the translations of all records that one form edits: an event with its packages. A setting may be named
 * by its key.
 */
export async function readFormTexts(db: StaffDb, entity: string, id: string): Promise<FormTexts> {
  if (!definitionOf(entity)?.translated) return [];
  const isKey = entity === "site_settings" && !isId(id);
  if (!isKey && !isId(id)) return [];
  const own = eq(isKey ? translations.label : translations.entity_id, id);
  const packages = and(eq(translations.entity, "event_packages"), eq(translations.parent_id, id));
  const records = await db
    .select({ entity: translations.entity, entity_id: translations.entity_id })
    .from(translations)
    .where(
      or(and(eq(translations.entity, entity), own), entity === "events" ? packages : undefined),
    )
    .orderBy(desc(translations.entity), asc(translations.entity_id));
  const texts: FormTexts = [];
  for (const record of records) {
    texts.push({ ...record, states: await readTextStates(db, record.entity, record.entity_id) });
  }
  return texts;
}

/** Confirms the English of every record of a form. @throws AppError as `confirmTranslation` */
export async function confirmForm(
  db: StaffDb,
  entity: string,
  id: string,
  seen: string,
): Promise<void> {
  const texts = await readFormTexts(db, entity, id);
  if (texts.length === 0) throw new AppError("not-found", "no such text");
  if (hashFormFrench(texts) !== seen) throw frenchChanged();
  for (const { entity: table, entity_id, states } of texts) {
    await confirmTranslation(db, table, entity_id, hashFrench(states));
  }
}

const frenchChanged = () =>
  new AppError("conflict", "le français vient de changer : regardez d’abord la différence");

/**
 * Confirms that the English of a record is right for its French of today.
 * @param seen The hash of the French that was shown: a change since then is not confirmed unseen.
 * @throws AppError 'conflict' when the French changed meanwhile; 'not-found'
 */
export async function confirmTranslation(
  db: StaffDb,
  entity: string,
  id: string,
  seen: string,
): Promise<void> {
  if (!definitionOf(entity)?.translated || !isId(id))
    throw new AppError("not-found", "no such text");
  // The lock makes a concurrent save of the record wait.
  const rows = await rowsOf<unknown>(
    db,
    sql`
    select id from ${sql.identifier(entity)} where id = ${id} for update`,
  );
  const [row] = await db
    .select({ label: translations.label, outdated: translations.outdated })
    .from(translations)
    .where(and(eq(translations.entity, entity), eq(translations.entity_id, id)));
  if (rows.length === 0 || !row) throw new AppError("not-found", "no such text");
  const states = await readTextStates(db, entity, id);
  if (hashFrench(states) !== seen) {
    throw frenchChanged();
  }
  if (row.outdated === 0) return;
  const basis = Object.fromEntries(
    states.filter(({ state }) => state !== "missing").map(({ field, french }) => [field, french]),
  );
  await db
    .update(translations)
    .set({ basis, outdated: 0 })
    .where(and(eq(translations.entity, entity), eq(translations.entity_id, id)));
  await audit(db, { action: `${entity}.translated`, entity, entity_id: id, label: row.label });
}

/** A hash of all French texts of a form. */
export const hashFormFrench = (texts: FormTexts): string =>
  hashFrench(texts.flatMap(({ states }) => states));

/** A hash of all French texts of a record. */
export const hashFrench = (states: readonly TextState[]): string =>
  createHash("sha256")
    .update(JSON.stringify(states.map(({ field, french }) => [field, french])))
    .digest("base64url");
