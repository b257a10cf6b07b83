import { data, type RouterContextProvider, redirect } from "react-router";
import type * as z from "zod";
import { checkFields, type FieldErrors, type FormValues } from "../core/check-fields.ts";
import { asStaff, type StaffDb } from "../core/database/doors.server.ts";
import { AppError, STATUS_OF } from "../core/errors.ts";
import { readFields, UnreadableForm } from "../core/form.server.ts";
import { isId } from "../core/id.ts";
import { log } from "../core/log.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { EditConflict, versionOf } from "../records/records.staff.server.ts";
import { fieldTexts } from "./field-texts.ts";
import { toastCookie } from "./toast.ts";

/** What a form shows after it was refused: the values that were sent and what is wrong with them. */
export type SaveState = {
  values: FormValues;
  errors: FieldErrors;
  /** The problem is not in a field. */
  problem?: string;
  /** Where to sign in again, in another tab, before sending the form once more. */
  signIn?: string;
  /** Somebody else saved in the meantime: their version, and their values where they differ. */
  conflict?: { version: string; current: Record<string, string> };
};

/** Thrown by an operation when only the database can tell that a field is wrong. */
export class FieldRefused extends Error {
  /** Its name, or how the form that was sent calls it: one of a list has a number there. */
  readonly field: string | ((values: FormValues) => string);
  constructor(field: FieldRefused["field"], message: string) {
    super(message);
    this.field = field;
  }
}

/** Texts of articles and pages are longer than what visitors write. */
const MAX_BODY_BYTES = 512 * 1024;

/** What is said after saving, with what the message's button copies. */
type SaveMessage = string | { text: string; copy?: string };

type Saving<T> = {
  schema: z.ZodType<T>;
  /** The operation; `version` is that of the record when the form was opened. Returns the message. */
  save: (db: StaffDb, value: T, version: string | undefined) => Promise<SaveMessage>;
  /** Where the redirect leads: the list, with its filters. */
  returnTo: string;
  /** Turns a record into form fields, to show where two versions differ. */
  fieldsOf?: (record: never) => FormValues;
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
  let values: FormValues;
  try {
    values = await readFields(request, MAX_BODY_BYTES);
  } catch (error) {
    if (!(error instanceof UnreadableForm)) throw error;
    return formResponse({ problem: "Ce formulaire est illisible ou trop long." }, 400);
  }
  const checked = checkFields(values, schema);
  if (!checked.ok) return formResponse({ values, errors: checked.errors }, 400);
  try {
    const said = await asStaff(staff, (db) => save(db, checked.value, values.version || undefined));
    const message = typeof said === "string" ? { text: said } : said;
    return redirect(returnTo, {
      headers: { "set-cookie": toastCookie({ kind: "success", ...message }) },
    });
  } catch (error) {
    return failureResponse(error, values, saving);
  }
}

type SaveArgs = {
  request: Request;
  params: { id?: string };
  context: Readonly<RouterContextProvider>;
  url: URL;
};

type RecordSaving<T> = Pick<Saving<T>, "schema" | "fieldsOf" | "failure"> & {
  /** The list that the redirect leads back to; its filters are kept. */
  list: string | ((id: string | undefined) => string);
  /** Runs when the address has no id; `text` is the message. */
  create: { run: (db: StaffDb, value: T) => Promise<unknown>; text: string };
  update: {
    run: (db: StaffDb, id: string, value: T, version?: string) => Promise<unknown>;
    text: string;
  };
};

/** The action of a form that creates a record at `new` and changes it at `:id`. */
export function saveAction<T>({ list, create, update, ...saving }: RecordSaving<T>) {
  return ({ request, params: { id }, context, url }: SaveArgs) =>
    saveForm(request, context, {
      ...saving,
      returnTo: (typeof list === "string" ? list : list(id)) + url.search,
      async save(db, value, version) {
        if (id === undefined) {
          await create.run(db, value);
          return create.text;
        }
        await update.run(db, id, value, version);
        return update.text;
      },
    });
}

type Explained = Pick<Saving<never>, "fieldsOf" | "failure">;

function failureResponse(
  error: unknown,
  values: FormValues,
  { fieldsOf = formDefaults, failure = "Une erreur est survenue" }: Explained,
) {
  if (error instanceof EditConflict) {
    const current = fieldsOf(error.current as never);
    return formResponse({ values, conflict: { version: versionOf(error.current), current } }, 409);
  }
  if (error instanceof FieldRefused) {
    const { field, message } = error;
    const name = typeof field === "string" ? field : field(values);
    return formResponse({ values, errors: { [name]: message } }, 400);
  }
  if (!(error instanceof AppError)) {
    log.error({ err: error }, "form not saved");
    return formResponse({ values, problem: failure }, 500);
  }
  const { kind, message } = error;
  if (kind === "conflict" || kind === "invalid") {
    return formResponse({ values, problem: message }, STATUS_OF[kind]);
  }
  const isGone = kind === "not-found";
  const problem = isGone ? "Cette fiche a été supprimée entre-temps." : failure;
  return formResponse({ values, problem }, STATUS_OF[kind]);
}

function formResponse(state: Partial<SaveState>, status: number) {
  return data({ values: {}, errors: {}, ...state } satisfies SaveState, { status });
}

/**
 * The record that the address of a form names.
 * @throws the answer 404 when there is none.
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
