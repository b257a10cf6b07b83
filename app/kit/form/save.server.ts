import { data, type RouterContextProvider, redirect } from "react-router";
import type * as z from "zod";
import { asStaff, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { MAX_OFFICE_BYTES, readFields } from "../../core/http/form.server.ts";
import { type FieldState, formResponse } from "../../core/http/submission.server.ts";
import { log, reasonOf } from "../../core/log/log.server.ts";
import { isId } from "../../core/secrets/id.ts";
import { staffContext } from "../../core/staff-context.ts";
import { checkFields, type FormValues, fieldTexts } from "../../core/values/check-fields.ts";
import { AppError, FieldRefused, STATUS_OF } from "../../core/values/errors.ts";
import { type Stretch, textDifference } from "../../core/values/text-difference.ts";
import type { Language } from "../../i18n/languages.ts";
import { deleteDraft } from "../../records/drafts/drafts.staff.server.ts";
import { parseDraftKey } from "../../records/drafts/drafts.ts";
import { findUndoableBatch } from "../../records/history/audit.staff.server.ts";
import { readChangesSince } from "../../records/history/changes-since.system.server.ts";
import { type Fields, withPositions } from "../../records/record-fields.ts";
import { EditConflict, setFormId, versionOf } from "../../records/records.staff.server.ts";
import { toastCookie } from "../toast.ts";

/** What a form shows after it was refused: the values that were sent and what is wrong with them. */
export type SaveState = FieldState & {
  /** The problem is not in a field. */
  problem?: string;
  /** Where to sign in again, in another tab, before sending the form once more. */
  signIn?: string;
  /** Somebody else saved in the meantime: their version and values, and where these differ from what was sent. */
  conflict?: {
    version: string;
    /** Who saved it last; 'self' in another tab or on another device. */
    by?: string | "self";
    /** The fields that only they had changed: these have their values now. */
    taken: string[];
    current: Record<string, string>;
    differences: Record<string, Stretch[]>;
  };
  /** Nothing is saved yet: people would be told, and the form has to be sent once more. */
  notice?: PeopleNotice;
};

/** Whom a change writes to, and what they will read. */
export type PeopleNotice = {
  people: number;
  /** Of those, and of people who are not told, in sentences. */
  notes: string[];
  mails: { to: string; language: Language; subject: string; text: string }[];
  /** The change and the numbers as one word: the form sends it back as ‘told’ to confirm just this. */
  seen: string;
};

/** The message after saving, with what its button copies, and where it is shown if not on the list. */
type SaveMessage = string | { text: string; copy?: string; to?: string };

/** Thrown by an operation that would write to people, until the form that shows whom and what is sent once more. */
export class NoticeNeeded extends AppError {
  readonly notice: PeopleNotice;
  constructor(notice: PeopleNotice) {
    const { people } = notice;
    const who =
      people > 1 ? `${people} personnes en seraient prévenues` : "une personne en serait prévenue";
    super("conflict", `${who} : ouvrez la fiche, vous y lirez le message avant d’enregistrer`);
    this.notice = notice;
  }
}

type Saving<T> = {
  schema: z.ZodType<T>;
  /** The operation; `version` is that of the record when the form was opened. Returns the message. */
  save: (db: StaffDb, value: T, version: string | undefined) => Promise<SaveMessage>;
  /** Where the redirect leads: the list, with its filters. */
  returnTo: string;
  /** Turns a record into form fields, to show where two versions differ. */
  fieldsOf?: (record: never) => FormValues;
  /** What was sent in the same words as `fieldsOf`, where a field sends more than its text. */
  typed?: (values: FormValues) => FormValues;
  /** The message when it fails for an unknown reason. */
  failure?: string;
};

/** The action of a form: schema, operation in one transaction, then back to the list with a message. */
export async function saveForm<T>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  saving: Saving<T>,
) {
  const { schema, save, returnTo } = saving;
  const staff = context.get(staffContext);
  const fields = await readFields(request, MAX_OFFICE_BYTES);
  if (!fields)
    return formResponse<SaveState>({ problem: "Ce formulaire est illisible ou trop long." });
  const values = applyConflictChoices(fields);
  const checked = checkFields(values, schema);
  if (!checked.ok) return formResponse<SaveState>({ values, errors: checked.errors });
  try {
    const draft = parseDraftKey(values.draft);
    const { to = returnTo, ...toast } = await asStaff(staff, async (db) => {
      if (isId(values.new_id)) setFormId(db, values.new_id);
      const result = await save(db, checked.value, values.version || undefined);
      if (draft) await deleteDraft(db, draft);
      const message: Exclude<SaveMessage, string> =
        typeof result === "string" ? { text: result } : result;
      return { ...message, revert: findUndoableBatch(db) };
    });
    return redirect(to, {
      headers: { "set-cookie": toastCookie({ kind: "success", ...toast }) },
    });
  } catch (error) {
    return error instanceof EditConflict
      ? conflictResponse(error, values, saving, staff.id)
      : failureResponse(error, values, saving);
  }
}

type SaveArgs = {
  request: Request;
  params: { id?: string };
  context: Readonly<RouterContextProvider>;
  url: URL;
};

type RecordSaving<T, Result> = Pick<Saving<T>, "schema" | "fieldsOf" | "typed" | "failure"> & {
  /** The list that the redirect leads back to; its filters are kept. */
  list: string | ((id: string | undefined) => string);
  /** Runs when the address has no id; `text` is the message. */
  create: { run: (db: StaffDb, value: T) => Promise<unknown>; text: string };
  update: {
    run: (db: StaffDb, id: string, value: T, version?: string) => Promise<Result>;
    text: string | ((result: Result) => string);
  };
};

/** The action of a form that creates a record at `new` and changes it at `:id`. */
export function saveAction<T, Result>({
  list,
  create,
  update,
  ...saving
}: RecordSaving<T, Result>) {
  return ({ request, params: { id }, context, url }: SaveArgs) =>
    saveForm(request, context, {
      ...saving,
      returnTo: (typeof list === "string" ? list : list(id)) + url.search,
      async save(db, value, version) {
        if (id === undefined) {
          await create.run(db, value);
          return create.text;
        }
        const result = await update.run(db, id, value, version);
        return typeof update.text === "string" ? update.text : update.text(result);
      },
    });
}

type FailureContext = Pick<Saving<never>, "fieldsOf" | "typed" | "failure" | "returnTo">;

/** Fields of the form that are no columns, and columns that the form does not send. */
const NOT_COMPARED = new Set([
  "version",
  "draft",
  "told",
  "id",
  "format",
  "created_at",
  "updated_at",
]);
const ALREADY_SAVED = {
  kind: "success",
  text: "Ces modifications étaient déjà enregistrées",
} as const;

/** Where somebody took the other version of a field in a conflict, its text replaces theirs. */
function applyConflictChoices(values: FormValues): FormValues {
  const typed = Object.entries(values).filter(([name]) => !/^(?:take|theirs)\./.test(name));
  const chosen = Object.keys(values)
    .filter((name) => name.startsWith("take."))
    .map((name) => name.slice(5))
    .map((field) => [field, values[`theirs.${field}`] ?? ""]);
  return Object.fromEntries([...typed, ...chosen]);
}

const plainText = (value = "") => value.replaceAll("\r\n", "\n").trim();

/** Where two versions of a form differ, field by field. */
function differencesOf(values: FormValues, current: FormValues): Record<string, Stretch[]> {
  const pairs = [...new Set([...Object.keys(current), ...Object.keys(values)])]
    .map((field) => [field, plainText(values[field]), plainText(current[field])] as const)
    .filter(([, mine, theirs]) => mine !== theirs);
  return Object.fromEntries(
    pairs.map(([field, mine, theirs]) => [field, textDifference(mine, theirs)]),
  );
}

/** Somebody else saved first: what only they changed is taken over, and what both changed is for the second to decide. */
async function conflictResponse(
  { table, current: row }: EditConflict,
  sent: FormValues,
  { fieldsOf = formDefaults, typed = (values) => values, returnTo }: FailureContext,
  ownId: string,
) {
  const current = fieldsOf(row as never);
  const own = typed(sent);
  const all = differencesOf(own, current);
  // What was sent is already stored: an earlier try had arrived, and its answer was lost.
  const fields = Object.keys(all).filter((field) => !NOT_COMPARED.has(field));
  if (fields.length === 0) {
    return redirect(returnTo, { headers: { "set-cookie": toastCookie(ALREADY_SAVED) } });
  }
  const version = versionOf(row);
  const since = new Date(sent.version ?? "");
  const changes = await readChangesSince(table, String(row.id), since).catch((error: unknown) => {
    log.warn({ reason: reasonOf(error) }, "changes of others not read");
    return undefined;
  });
  const base = changes && fieldsOf({ ...row, ...changes.before } as never);
  const isKnown = (field: string) =>
    base !== undefined &&
    !changes?.others.some((name) => field === name || field.startsWith(`${name}.`));
  const isSame = (one: FormValues, other: FormValues, field: string) =>
    plainText(one[field]) === plainText(other[field]);
  const taken = fields.filter((field) => base && isKnown(field) && isSame(own, base, field));
  const both = fields.filter(
    (field) => !taken.includes(field) && !(base && isKnown(field) && isSame(current, base, field)),
  );
  const values = {
    ...sent,
    ...Object.fromEntries(taken.map((field) => [field, current[field] ?? ""])),
  };
  const differences = Object.fromEntries(both.map((field) => [field, all[field] ?? []]));
  const by = changes?.by?.id === ownId ? "self" : changes?.by?.name;
  return formResponse<SaveState>(
    { values, conflict: { version, by, taken, current, differences } },
    409,
  );
}

function failureResponse(
  error: unknown,
  values: FormValues,
  { failure = "Une erreur est survenue" }: FailureContext,
) {
  if (error instanceof FieldRefused) {
    const { field, message, others } = error;
    const name = typeof field === "string" ? field : field(values);
    return formResponse<SaveState>({ values, errors: { [name]: message, ...others } });
  }
  if (error instanceof NoticeNeeded) {
    return formResponse<SaveState>({ values, notice: error.notice }, STATUS_OF.conflict);
  }
  if (!(error instanceof AppError)) {
    log.error({ err: error }, "form not saved");
    return formResponse<SaveState>({ values, problem: failure }, 500);
  }
  const { kind, message } = error;
  if (kind === "conflict" || kind === "invalid") {
    return formResponse<SaveState>({ values, problem: message }, STATUS_OF[kind]);
  }
  const problem =
    kind === "not-found"
      ? "Cette fiche a été supprimée entre-temps."
      : kind === "unavailable"
        ? `${failure} : la base de données ne répond pas. Votre saisie reste ici, réessayez dans un instant.`
        : failure;
  return formResponse<SaveState>({ values, problem }, STATUS_OF[kind]);
}

/**
 * The record that the address of a form names.
 * @throws a 404 response when there is none.
 */
export async function recordAt<T>(
  context: Readonly<RouterContextProvider>,
  id: string,
  find: (db: StaffDb, id: string) => Promise<T | undefined>,
): Promise<T> {
  const staff = context.get(staffContext);
  const record = isId(id) ? await asStaff(staff, (db) => find(db, id)) : undefined;
  if (record === undefined) throw data(null, 404);
  return record;
}

/**
 * The fields of a stored record as its form shows them, with its version. Columns that exist for
 * searching and sorting are left out.
 */
export function formDefaults(
  record: Readonly<Record<string, unknown>> & { updated_at: Date },
): FormValues {
  const { search_text: _search, sort_name: _sort, ...fields } = record;
  return { ...fieldTexts(fields), version: versionOf(record) };
}

/** As `formDefaults`, for a record whose fields are defined. */
export const recordDefaults = (
  definition: { form: Fields },
  record: Readonly<Record<string, unknown>> & { updated_at: Date },
): FormValues => formDefaults(withPositions(definition, record));
