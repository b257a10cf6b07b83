import { eq, max, min, type SQL, sql } from "drizzle-orm";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { recordSchema } from "../kit/form/record-schema.ts";
import { recordForm } from "../kit/form/restoring.server.ts";
import { recordDefaults } from "../kit/form/save.server.ts";
import { type Deleted, deleteRecords } from "../records/bin/bin.staff.server.ts";
import type { ListQuery } from "../records/list/list-query.ts";
import { listDefined } from "../records/list/listing.staff.server.ts";
import {
  createRecord,
  findRecord,
  moveRecord,
  updateRecord,
  updateRecords,
} from "../records/records.staff.server.ts";
import { type HighlightForm, type HighlightKind, highlightRecord } from "./highlights.record.ts";
import { highlights } from "./highlights.table.server.ts";

export type HighlightRow = Awaited<ReturnType<typeof listAllHighlights>>["rows"][number];

const label = ({ name }: { name: string }) => name;

/** One page of all cards, hidden ones too. */
export const listAllHighlights = (db: StaffDb, query: ListQuery) =>
  listDefined(db, highlights, highlightRecord, query);

/** The first and the last order among the cards of each kind, for the move buttons. */
export async function readEnds(db: StaffDb): Promise<Map<HighlightKind, [number, number]>> {
  const { kind, order } = highlights;
  const rows = await db
    .select({ kind, first: min(order), last: max(order) })
    .from(highlights)
    .groupBy(kind);
  return new Map(rows.map((row) => [row.kind, [row.first ?? 0, row.last ?? 0]]));
}

export function findHighlight(db: StaffDb, id: string) {
  return findRecord(db, highlights, id);
}

/** Adds a card after the others of its kind. */
export async function createHighlight(db: StaffDb, values: HighlightForm): Promise<string> {
  const order = await lastPlace(db, values.kind);
  return createRecord(db, highlights, { ...values, order: order + 1 }, values.name);
}

/** Changes a card; a card of another kind moves to the end of that kind. */
export async function updateHighlight(
  db: StaffDb,
  id: string,
  values: HighlightForm,
  version?: string,
): Promise<void> {
  const before = await findHighlight(db, id);
  const kindChanged = before !== undefined && before.kind !== values.kind;
  const move = kindChanged ? { order: (await lastPlace(db, values.kind)) + 1 } : {};
  const entry = { label: values.name, version };
  return updateRecord(db, highlights, id, { ...values, ...move }, entry);
}

async function lastPlace(db: StaffDb, kind: HighlightKind): Promise<number> {
  const [row] = await db
    .select({ last: max(highlights.order) })
    .from(highlights)
    .where(eq(highlights.kind, kind));
  return row?.last ?? 0;
}

/** Shows cards on the Community page. Returns how many changed. */
export function showHighlights(db: StaffDb, ids: readonly string[]): Promise<number> {
  return updateRecords(db, highlights, ids, { is_active: true }, { label, action: "publish" });
}

/** Hides cards from the Community page. Returns how many changed. */
export function hideHighlights(db: StaffDb, ids: readonly string[]): Promise<number> {
  return updateRecords(db, highlights, ids, { is_active: false }, { label, action: "unpublish" });
}

/** Swaps a card with its neighbour of the same kind. */
export function moveHighlight(db: StaffDb, id: string, direction: "up" | "down"): Promise<boolean> {
  const within = ({ kind }: { kind: HighlightKind }): SQL => sql`${highlights.kind} = ${kind}`;
  return moveRecord(db, highlights, id, { by: "order", direction, within, label });
}

export function deleteHighlights(db: StaffDb, ids: readonly string[]): Promise<Deleted> {
  return deleteRecords(db, highlights, ids, { label });
}

/** Its form, through which an old version comes back too. */
export const highlightForm = recordForm({
  table: highlights,
  find: findHighlight,
  fieldsOf: (card: NonNullable<Awaited<ReturnType<typeof findHighlight>>>) =>
    recordDefaults(highlightRecord, card),
  schema: recordSchema(highlightRecord),
  update: updateHighlight,
  remove: deleteHighlights,
});
