import { and, asc, eq, exists, getTableColumns, gt, inArray, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { contactMessages } from "../../contact/contact-messages.table.server.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isId } from "../../core/secrets/id.ts";
import { AppError, brokenConstraint, FieldRefused } from "../../core/values/errors.ts";
import { retentionCutoff } from "../../core/values/retention.ts";
import { savePackages } from "../../events/events.operations.server.ts";
import { deleteEvents, findBinding } from "../../events/events.staff.server.ts";
import { events } from "../../events/events.table.server.ts";
import type { PackageText } from "../../events/events.ts";
import {
  lockEventRow,
  withoutCounts,
} from "../../events/packages/event-packages.operations.server.ts";
import { deleteCategories } from "../../files/files.staff.server.ts";
import { fileCategories, staticFiles } from "../../files/files.table.server.ts";
import { deliveryText } from "../../mail/mail.server.ts";
import { mailOutbox } from "../../mail/mail.table.server.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { deletePages } from "../../pages/pages.staff.server.ts";
import { pageSections, pages } from "../../pages/pages.table.server.ts";
import { deleteSections } from "../../pages/sections/sections.staff.server.ts";
import { type Deleted, deleteRecords, restoreBatch } from "../../records/bin/bin.staff.server.ts";
import { bin } from "../../records/bin/bin.table.server.ts";
import { setUndoneEntry } from "../../records/history/audit.staff.server.ts";
import { auditLog, auditValues } from "../../records/history/audit.table.server.ts";
import { counterAct, isUndoable } from "../../records/record.ts";
import {
  asJson,
  isSameInLog,
  lockRow,
  lockRows,
  type ManagedTable,
  updateRecord,
} from "../../records/records.staff.server.ts";
import { siteSettings } from "../../settings/settings.table.server.ts";
import { isMoneySetting, SETTING_LABELS, type SiteSettings } from "../../settings/settings.ts";
import { recordsOf } from "../frame/notions.ts";
import { RESTORABLES } from "./restorables.server.ts";

type Row = Record<string, unknown>;

/** An entry can be undone as long as sent mails are kept, since they tell whether somebody was informed of it. */
const UNDO_PERIOD = "mails";

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

/** Actions whose entries are only undone together. */
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
 * Undoes one entry of the log, together with the rows that were moved or deleted with it.
 * @throws AppError 'conflict' when it cannot be, or when the record changed since: then nothing is done
 */
export async function undoEntry(db: StaffDb, id: string): Promise<number> {
  const plan = await findUndo(db, id);
  if (!plan) throw new AppError("not-found", `entry ${id} is not there`);
  return undoAll(db, plan);
}

/** Undoes all entries of one transaction. @throws AppError 'not-found'; 'conflict' */
export async function undoBatch(db: StaffDb, batch: string): Promise<number> {
  const entries = isId(batch) ? await readBatch(db, batch) : [];
  if (entries.length === 0) throw new AppError("not-found", `batch ${batch} is not there`);
  return undoAll(db, await planOf(db, entries));
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
  const refused = (await findRefusal(db, entries)) ?? undefined;
  const changed = refused ? [] : await changesSince(db, entries);
  return { entries, refused, changed };
}

/** Why an act cannot be undone, whatever its record is now. */
async function findRefusal(
  db: StaffDb,
  entries: readonly UndoEntry[],
): Promise<string | undefined> {
  const ids = entries.map(({ id }) => id);
  for (const entry of entries) {
    const record = recordsOf(entry.entity);
    if (!isUndoable(entry, record))
      return counterAct(entry, record) ?? "Ce changement ne peut pas être annulé d’ici.";
    if (entry.label === "") return "Ses données ont été effacées : il n’en reste que la trace.";
    if (entry.created_at < retentionCutoff(UNDO_PERIOD, currentTime())) {
      return "Il est trop ancien pour être annulé d’ici : modifiez la fiche elle-même.";
    }
    const refusal = await UNDOABLE_TABLES[entry.entity]?.refuse?.(db, entry);
    if (refusal) return refusal;
    if (entry.entity === "site_settings" && (await isMoneyEntry(db, entry))) {
      return "Ce réglage concerne l’argent : modifiez-le sur son écran.";
    }
  }
  const undone = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(inArray(auditLog.undoes, ids));
  if (undone.length > 0) return "C’est déjà annulé.";
  if (await hasSentMail(db, entries)) {
    return deliveryText(
      "Un e-mail est parti avec ce changement et ne peut pas être repris. Modifiez la fiche elle-même : les personnes concernées seront prévenues.",
      "Ce changement concerne des personnes, que vous avez à prévenir vous-même. Modifiez la fiche elle-même, et prévenez-les de nouveau.",
    );
  }
  return undefined;
}

/** Whether the transaction of an entry queued a mail: both then have the same moment. */
async function hasSentMail(db: StaffDb, entries: readonly UndoEntry[]): Promise<boolean> {
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

async function isMoneyEntry(db: StaffDb, { entity_id, after }: UndoEntry): Promise<boolean> {
  if (isMoneySetting(after?.setting_key)) return true;
  const { table } = UNDOABLE_TABLES.site_settings ?? {};
  const [row] = table ? await lockRows(db, table, [entity_id]) : [];
  return isMoneySetting(row?.setting_key);
}

const verbOf = ({ action }: UndoEntry) => action.split(".", 2)[1] ?? "";

/** The values that changed since the entries were written. */
async function changesSince(
  db: StaffDb,
  entries: readonly UndoEntry[],
): Promise<UndoPlan["changed"]> {
  const changed: UndoPlan["changed"] = [];
  for (const entry of entries) {
    if (verbOf(entry) === "delete") continue;
    const now = await readCurrent(db, entry);
    if (!now) {
      changed.push({ entry, before: {}, after: {} });
      continue;
    }
    const isNew = entry.before === null;
    if (isNew && !(await hasLaterEntry(db, entry))) continue;
    const fields = Object.keys(entry.after ?? {}).filter(
      (field) => field in now && !isSameInLog(now[field], entry.after?.[field]),
    );
    if (!isNew && fields.length === 0) continue;
    const pick = (row: Row | null) =>
      Object.fromEntries(fields.map((field) => [field, row?.[field]]));
    changed.push({ entry, before: pick(entry.after), after: pick(asJson(now) as Row) });
  }
  return changed;
}

async function readCurrent(
  db: StaffDb,
  { entity, entity_id }: UndoEntry,
): Promise<Row | undefined> {
  const undoing = UNDOABLE_TABLES[entity];
  if (!undoing) return undefined;
  const [row] = await lockRows(db, undoing.table, [entity_id]);
  return row && { ...row, ...(await undoing.parts?.read(db, entity_id)) };
}

/** Whether the log has a later entry of the same row. */
async function hasLaterEntry(db: StaffDb, { id, entity, entity_id, created_at }: UndoEntry) {
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

/** Undoes all entries or none. Returns how many there were. */
async function undoAll(db: StaffDb, { entries, refused, changed }: UndoPlan): Promise<number> {
  if (refused) throw new AppError("conflict", withLowerCase(refused));
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
    // The latest entry is undone first.
    const latestFirst = entries.toReversed();
    for (const entry of latestFirst) setUndoneEntry(db, entry);
    for (const entry of latestFirst) await undoOne(db, entry);
  } catch (error) {
    // A form would say it beside the field.
    if (error instanceof FieldRefused) throw new AppError("conflict", withLowerCase(error.message));
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

async function undoOne(db: StaffDb, entry: UndoEntry): Promise<void> {
  const undoing = UNDOABLE_TABLES[entry.entity];
  if (!undoing) throw new AppError("conflict", "ce changement ne peut pas être annulé");
  const { entity_id: id, label, before } = entry;
  if (verbOf(entry) === "delete") return restoreRow(db, entry);
  if (before === null) {
    const { count } = (await undoing.remove?.(db, [id])) ?? { count: 0 };
    if (count === 0) throw new AppError("conflict", "ce changement ne peut pas être annulé d’ici");
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
  const partValues = Object.fromEntries(fields.filter(([field]) => !columns[field]));
  const hasParts = Object.keys(partValues).length > 0;
  const parts = hasParts
    ? { before: (await undoing.parts?.read(db, id)) ?? {}, after: partValues }
    : undefined;
  await lockRow(db, undoing.table, id);
  await updateRecord(db, undoing.table, id, values as never, { label, action: "undo", parts });
  if (hasParts) await undoing.parts?.write(db, id, partValues);
  await undoing.after?.(db, id, values);
}

/** Rows that were deleted together come back with the first of them. */
async function restoreRow(db: StaffDb, { entity, entity_id, label }: UndoEntry): Promise<void> {
  const [kept] = await db
    .select({ batch: bin.batch })
    .from(bin)
    .where(and(eq(bin.entity, entity), eq(bin.entity_id, entity_id)));
  if (kept) {
    await restoreBatch(db, kept.batch);
    return;
  }
  const undoing = UNDOABLE_TABLES[entity];
  const [row] = undoing ? await lockRows(db, undoing.table, [entity_id]) : [];
  if (!row) throw new AppError("conflict", `« ${label} » n’est plus dans la corbeille`);
}

const withLowerCase = (sentence: string) =>
  sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");

type Entry = { action: string; entity_id: string; before: Row | null; after: Row | null };

/** How changes of the rows of a table are undone. */
type Undoing = {
  table: ManagedTable;
  /** Moves what was created to the bin, as its list does. */
  remove?: (db: StaffDb, ids: readonly string[]) => Promise<Deleted>;
  /** Why one entry cannot be undone, in a sentence. */
  refuse?: (db: StaffDb, entry: Entry) => string | undefined | Promise<string | undefined>;
  /** Rows of another table that the log holds under a name of their own. */
  parts?: {
    read: (db: StaffDb, id: string) => Promise<Row>;
    write: (db: StaffDb, id: string, parts: Row) => Promise<void>;
  };
  /** What else follows from the values that came back. */
  after?: (db: StaffDb, id: string, values: Row) => Promise<void>;
};

const fieldsOf = ({ before, after }: Entry) => Object.keys({ ...before, ...after });

const eventUndoing: Undoing = {
  table: events as never,
  remove: deleteEvents,
  async refuse(db, entry) {
    const { before, after, entity_id: id } = entry;
    if (before?.status === "cancelled" || after?.status === "cancelled") {
      return "Annuler ou rouvrir un événement concerne ses inscrits : ouvrez-le et choisissez son statut, ou « Annuler l’événement ».";
    }
    return before === null ? undefined : findBinding(db, id, fieldsOf(entry));
  },
  parts: {
    async read(db, id) {
      const event = await lockEventRow(db, id);
      return { prices: withoutCounts(event?.prices ?? null) };
    },
    async write(db, id, { prices }) {
      const texts = (prices ?? []) as (Omit<PackageText, "ends_at"> & { ends_at: string | null })[];
      const packages = texts.map((one) => ({
        ...one,
        ends_at: one.ends_at ? new Date(one.ends_at) : null,
      }));
      await savePackages(db, id, packages);
    },
  },
  async after(db, id, values) {
    if (!("status" in values)) return;
    // As for any status that staff choose: it stands until the dates of the event say something new.
    await db.update(events).set({ status_chosen_at: currentTime() }).where(eq(events.id, id));
  },
};

/** Payments depend on these fields of a member. */
const PAYMENT_FIELDS = [
  "status",
  "membership_type_id",
  "membership_start",
  "membership_end",
  "member_type",
];

/** The tables whose form names what removes their records, and that need nothing else. */
const BY_FORM = Object.fromEntries(
  Object.entries(RESTORABLES).filter(([, { remove }]) => remove !== undefined),
);

/** THE TABLES WHOSE CHANGES CAN BE UNDONE: those whose definition names acts. */
export const UNDOABLE_TABLES: Readonly<Record<string, Undoing>> = {
  ...BY_FORM,
  events: eventUndoing,
  pages: { table: pages as never, remove: deletePages },
  page_sections: { table: pageSections as never, remove: deleteSections },
  site_settings: {
    table: siteSettings as never,
    remove: (db, ids) =>
      deleteRecords(db, siteSettings, ids, {
        label: ({ setting_key: key }) => SETTING_LABELS[key as keyof SiteSettings] ?? key,
      }),
  },
  static_files: { table: staticFiles as never },
  file_categories: { table: fileCategories as never, remove: deleteCategories },
  members: {
    table: members as never,
    refuse: (_db, entry) =>
      fieldsOf(entry).some((field) => PAYMENT_FIELDS.includes(field))
        ? "Les paiements de ce membre en dépendent : changez sa fiche."
        : undefined,
  },
  contact_messages: { table: contactMessages as never },
};
