import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, exists, getTableColumns, gt, inArray, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isId } from "../../core/secrets/id.ts";
import { AppError, brokenConstraint } from "../../core/values/errors.ts";
import { retentionCutoff } from "../../core/values/retention.ts";
import { FieldRefused } from "../../kit/form/save.server.ts";
import { mailOutbox } from "../../mail/mail.table.server.ts";
import { restoreBatch } from "../../records/bin/bin.staff.server.ts";
import { bin } from "../../records/bin/bin.table.server.ts";
import { newUndoing } from "../../records/history/acts.staff.server.ts";
import { auditLog, auditValues } from "../../records/history/audit.table.server.ts";
import { counterAct, isUndoable } from "../../records/record.ts";
import { lockRow, lockRows, updateRecord } from "../../records/records.staff.server.ts";
import { isMoneySetting } from "../../settings/settings.record.ts";
import { recordsOf } from "../frame/notions.ts";
import { UNDOING } from "./undoing.operations.server.ts";

type Row = Record<string, unknown>;

/** How long it is known which messages an act sent: as long as sent mail is kept. */
const UNDONE_FOR = "mails";

/** An entry of the log with what is needed to take it back. */
export type UndoEntry = {
  id: string;
  created_at: Date;
  action: string;
  entity: string;
  entity_id: string;
  batch: string | null;
  label: string;
  before: Row | null;
  after: Row | null;
};

/** What undoing an entry would do, or why it cannot be done. */
export type UndoPlan = {
  entries: UndoEntry[];
  /** Why not, in a sentence. */
  refused?: string;
  /** The values of the rows that changed since: as the entry left them, and as they are. */
  changed: { entry: UndoEntry; before: Row; after: Row }[];
};

/** Acts whose entries only mean something together. */
const TOGETHER = /\.(move|delete)$/;

/** What undoing one entry of the log would do; undefined when there is no such entry. */
export async function findUndo(db: StaffDb, id: string): Promise<UndoPlan | undefined> {
  if (!isId(id)) return undefined;
  const [entry] = await readEntries(db, [id]);
  if (!entry) return undefined;
  const isWhole = entry.batch !== null && TOGETHER.test(entry.action);
  const entries = isWhole ? await readBatch(db, entry.batch, entry.action) : [entry];
  return planOf(db, entries);
}

/**
 * Takes one entry of the log back; what was moved or deleted together, together.
 * @throws AppError 'conflict' when it cannot be, or when the record changed since: then nothing is done
 */
export async function undoEntry(db: StaffDb, id: string): Promise<number> {
  const plan = await findUndo(db, id);
  if (!plan) throw new AppError("not-found", `entry ${id} is not there`);
  return carryOut(db, plan);
}

/** Takes back all that one act did. @throws AppError 'not-found'; 'conflict' */
export async function undoAct(db: StaffDb, batch: string): Promise<number> {
  const entries = isId(batch) ? await readBatch(db, batch) : [];
  if (entries.length === 0) throw new AppError("not-found", `act ${batch} is not there`);
  return carryOut(db, await planOf(db, entries));
}

const COLUMNS = {
  id: auditLog.id,
  created_at: auditLog.created_at,
  action: auditLog.action,
  entity: auditLog.entity,
  entity_id: auditLog.entity_id,
  batch: auditLog.batch,
  label: auditValues.label,
  before: auditValues.before,
  after: auditValues.after,
};

async function readEntries(db: StaffDb, ids: readonly string[]): Promise<UndoEntry[]> {
  const rows = await db
    .select(COLUMNS)
    .from(auditLog)
    .leftJoin(auditValues, eq(auditValues.id, auditLog.id))
    .where(inArray(auditLog.id, [...ids]))
    .orderBy(asc(auditLog.created_at), asc(auditLog.id));
  return rows.map((row) => ({ ...row, entity_id: row.entity_id ?? "", label: row.label ?? "" }));
}

async function readBatch(db: StaffDb, batch: string | null, action?: string): Promise<UndoEntry[]> {
  const rows = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.batch, batch ?? ""), action ? eq(auditLog.action, action) : undefined));
  return readEntries(
    db,
    rows.map(({ id }) => id),
  );
}

async function planOf(db: StaffDb, entries: UndoEntry[]): Promise<UndoPlan> {
  const refused = (await refusalOf(db, entries)) ?? undefined;
  const changed = refused ? [] : await changesSince(db, entries);
  return { entries, refused, changed };
}

/** Why an act cannot be undone, whatever its record is now. */
async function refusalOf(db: StaffDb, entries: readonly UndoEntry[]): Promise<string | undefined> {
  const ids = entries.map(({ id }) => id);
  for (const entry of entries) {
    const record = recordsOf(entry.entity);
    if (!isUndoable(entry, record))
      return counterAct(entry, record) ?? "Ce changement ne s’annule pas d’un bouton.";
    if (entry.label === "") return "Ses données ont été effacées : il n’en reste que la trace.";
    if (entry.created_at < retentionCutoff(UNDONE_FOR, currentTime())) {
      return "Il est trop ancien pour savoir encore ce qui en a été dit au-dehors : changez la fiche elle-même.";
    }
    const own = await UNDOING[entry.entity]?.refuse?.(db, entry);
    if (own) return own;
    if (entry.entity === "site_settings" && (await isOfMoney(db, entry))) {
      return "Ce réglage est d’argent : changez-le sur son écran.";
    }
  }
  const undone = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(inArray(auditLog.undoes, ids));
  if (undone.length > 0) return "C’est déjà annulé.";
  if (await toldSomebody(db, entries)) {
    return "Un message est parti avec ce changement, et ne revient pas. Changez la fiche elle-même : qui doit le savoir le saura.";
  }
  return undefined;
}

/** Mail that was written in the same transaction has its very moment. */
async function toldSomebody(db: StaffDb, entries: readonly UndoEntry[]): Promise<boolean> {
  const moments = entries.map(({ id }) => id);
  const sent = alias(auditLog, "sent");
  const [mail] = await db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(
      exists(
        db
          .select({ one: sql`1` })
          .from(sent)
          .where(and(inArray(sent.id, moments), eq(sent.created_at, mailOutbox.created_at))),
      ),
    )
    .limit(1);
  return mail !== undefined;
}

async function isOfMoney(db: StaffDb, { entity_id, after }: UndoEntry): Promise<boolean> {
  if (isMoneySetting(after?.setting_key)) return true;
  const { table } = UNDOING.site_settings ?? {};
  const [row] = table ? await lockRows(db, table, [entity_id]) : [];
  return isMoneySetting(row?.setting_key);
}

const verbOf = ({ action }: UndoEntry) => action.split(".", 2)[1] ?? "";

/** What of the records is no more as the entries left it. */
async function changesSince(
  db: StaffDb,
  entries: readonly UndoEntry[],
): Promise<UndoPlan["changed"]> {
  const changed: UndoPlan["changed"] = [];
  for (const entry of entries) {
    if (verbOf(entry) === "delete") continue;
    const now = await readNow(db, entry);
    if (!now) {
      changed.push({ entry, before: {}, after: {} });
      continue;
    }
    const isNew = entry.before === null;
    if (isNew && !(await wasTouched(db, entry))) continue;
    const fields = Object.keys(entry.after ?? {}).filter(
      (field) => field in now && !isSame(now[field], entry.after?.[field]),
    );
    if (!isNew && fields.length === 0) continue;
    const pick = (row: Row | null) =>
      Object.fromEntries(fields.map((field) => [field, row?.[field]]));
    changed.push({ entry, before: pick(entry.after), after: pick(asJson(now) as Row) });
  }
  return changed;
}

async function readNow(db: StaffDb, { entity, entity_id }: UndoEntry): Promise<Row | undefined> {
  const undoing = UNDOING[entity];
  if (!undoing) return undefined;
  const [row] = await lockRows(db, undoing.table, [entity_id]);
  return row && { ...row, ...(await undoing.parts?.read(db, entity_id)) };
}

/** Whether the log tells of something later of the same row. */
async function wasTouched(db: StaffDb, { id, entity, entity_id, created_at }: UndoEntry) {
  const later = or(
    gt(auditLog.created_at, created_at),
    and(eq(auditLog.created_at, created_at), gt(auditLog.id, id)),
  );
  const [entry] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.entity, entity), eq(auditLog.entity_id, entity_id), later))
    .limit(1);
  return entry !== undefined;
}

/** Takes entries back, all of them or none. Returns how many records that were. */
async function carryOut(db: StaffDb, { entries, refused, changed }: UndoPlan): Promise<number> {
  if (refused) throw new AppError("conflict", lowered(refused));
  const [first] = changed;
  if (first) {
    const which =
      changed.length > 1 ? `${changed.length} fiches ont` : `« ${first.entry.label} » a`;
    const isGone = changed.length === 1 && Object.keys(first.after).length === 0;
    const words = isGone
      ? `« ${first.entry.label} » n’est plus là, ou a changé depuis`
      : `${which} changé depuis. Le journal montre en quoi`;
    throw new AppError("conflict", words);
  }
  try {
    // What came last goes first.
    const backwards = entries.toReversed();
    for (const entry of backwards) newUndoing(db, entry);
    for (const entry of backwards) await takeBack(db, entry);
  } catch (error) {
    // A form would say it beside the field.
    if (error instanceof FieldRefused) throw new AppError("conflict", lowered(error.message));
    const constraint = brokenConstraint(error);
    if (!constraint) throw error;
    // Two presses at the same moment: the log takes one of them.
    const words = constraint.includes("undoes")
      ? "c’est déjà annulé"
      : "une autre fiche a pris sa place, ou ce dont elle dépend n’est plus là";
    throw new AppError("conflict", words, { cause: error });
  }
  return entries.length;
}

async function takeBack(db: StaffDb, entry: UndoEntry): Promise<void> {
  const undoing = UNDOING[entry.entity];
  if (!undoing) throw new AppError("conflict", "ce changement ne s’annule pas");
  const { entity_id: id, label, before } = entry;
  if (verbOf(entry) === "delete") return restoreRow(db, entry);
  if (before === null) {
    const { count } = (await undoing.remove?.(db, [id])) ?? { count: 0 };
    if (count === 0) throw new AppError("conflict", "ce changement ne s’annule pas d’un bouton");
    return;
  }
  const columns: Record<string, { dataType: string } | undefined> = getTableColumns(undoing.table);
  const fields = Object.entries(before);
  const values = Object.fromEntries(
    fields
      .filter(([field]) => columns[field])
      .map(([field, value]) => {
        const isMoment = columns[field]?.dataType === "date" && typeof value === "string";
        return [field, isMoment ? new Date(value) : value];
      }),
  );
  const own = Object.fromEntries(fields.filter(([field]) => !columns[field]));
  const hasParts = Object.keys(own).length > 0;
  const parts = hasParts
    ? { before: (await undoing.parts?.read(db, id)) ?? {}, after: own }
    : undefined;
  await lockRow(db, undoing.table, id);
  await updateRecord(db, undoing.table, id, values as never, { label, action: "undo", parts });
  if (hasParts) await undoing.parts?.write(db, id, own);
  await undoing.after?.(db, id, values);
}

/** What was deleted together is there again with the first of them. */
async function restoreRow(db: StaffDb, { entity, entity_id, label }: UndoEntry): Promise<void> {
  const [kept] = await db
    .select({ batch: bin.batch })
    .from(bin)
    .where(and(eq(bin.entity, entity), eq(bin.entity_id, entity_id)));
  if (kept) {
    await restoreBatch(db, kept.batch);
    return;
  }
  const undoing = UNDOING[entity];
  const [row] = undoing ? await lockRows(db, undoing.table, [entity_id]) : [];
  if (!row) throw new AppError("conflict", `« ${label} » n’est plus dans la corbeille`);
}

const lowered = (sentence: string) =>
  sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
const isSame = (one: unknown, other: unknown) => isDeepStrictEqual(asJson(one), asJson(other));
