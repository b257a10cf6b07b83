import { data, type RouterContextProvider } from "react-router";
import type * as z from "zod";
import { asStaff, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { log } from "../../core/log/log.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { checkFields, type FormValues } from "../../core/values/check-fields.ts";
import { AppError, isFull, STATUS_OF } from "../../core/values/errors.ts";
import { findActToUndo } from "../../records/history/acts.staff.server.ts";
import { needCompared, tellSeen } from "../../records/seen.operations.server.ts";
import { readSeen } from "../../records/seen.ts";
import type { Toast } from "../toast.ts";

/** The message of a change that succeeded, with an undo, or what is to be copied, where there is one. */
export type IntentResult = string | { text: string; undo?: string; copy?: string };

/** A change that a list offers without a form. Create it with `intent`, which keeps its types together. */
export type Intent = {
  run: (db: StaffDb, values: FormValues) => Promise<IntentResult>;
  /** The message when it fails. */
  failure: string;
  /** It approves, cancels or deletes: its form says which records, as they were seen. */
  sees?: true;
};

/** An intent whose fields are checked by `schema` before `run` is called. */
export function intent<T>(
  schema: z.ZodType<T>,
  run: (db: StaffDb, fields: T) => Promise<IntentResult>,
  failure = "Erreur lors de la mise à jour",
): Intent {
  return {
    failure,
    async run(db, values) {
      const checked = checkFields(values, schema);
      if (!checked.ok) throw new AppError("invalid", Object.values(checked.errors).join(", "));
      return run(db, checked.value);
    },
  };
}

/** The same for what approves, cancels or deletes: it changes nothing that is not as it was seen. */
export const seenIntent: typeof intent = (schema, run, failure) => ({
  ...intent(schema, run, failure),
  sees: true,
});

/** @throws AppError 'invalid' when the form does not say how each record was that it names. */
function tellSeenBy(db: StaffDb, { id = "", ids = id, seen = "" }: FormValues): void {
  const moments = readSeen(seen);
  if (ids.split(",").some((one) => !moments.has(one))) {
    throw new AppError("invalid", "the form does not say what was seen");
  }
  tellSeen(db, moments);
}

/**
 * The action of a list: runs the intent that the request names, in one transaction.
 * @throws the answer 403 where the record is not theirs.
 */
export async function runIntents(
  request: Request,
  context: Readonly<RouterContextProvider>,
  intents: Readonly<Record<string, Intent>>,
) {
  const staff = context.get(staffContext);
  const values = await readFieldsOrNone(request);
  const intent = Object.hasOwn(intents, values.intent ?? "")
    ? intents[values.intent ?? ""]
    : undefined;
  if (!intent) return answer("error", { text: "Action inconnue" }, 400);
  try {
    const said = await asStaff(staff, async (db) => {
      if (intent.sees) tellSeenBy(db, values);
      const result = await intent.run(db, values);
      needCompared(db);
      const message = typeof result === "string" ? { text: result } : result;
      return { ...message, revert: findActToUndo(db) };
    });
    return answer("success", said, 200);
  } catch (error) {
    // What is not theirs, or no more, is no screen of theirs either.
    if (error instanceof AppError && error.kind === "forbidden") throw data(null, 403);
    if (error instanceof AppError) {
      return answer("error", { text: explained(error, intent.failure) }, STATUS_OF[error.kind]);
    }
    log.error({ err: error, intent: values.intent }, "change failed");
    return answer("error", { text: intent.failure }, 500);
  }
}

const REASONS: Partial<Record<AppError["kind"], string>> = {
  "not-found": "cette fiche n’existe plus",
  invalid: "valeur refusée",
  unavailable: "la base de données ne répond pas",
};

/** The message of a conflict is written for staff; the other kinds have a sentence of their own here. */
function explained(error: AppError, failure: string): string {
  const reason = isFull(error)
    ? "il n’y a plus de place sur le disque"
    : error.kind === "conflict"
      ? error.message
      : REASONS[error.kind];
  return reason ? `${failure} : ${reason}` : failure;
}

function answer(kind: Toast["kind"], message: Omit<Toast, "kind">, status: number) {
  const toast: Toast = { kind, ...message };
  return data({ toast }, { status });
}
