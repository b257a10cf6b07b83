import { data, type RouterContextProvider } from "react-router";
import * as z from "zod";
import { asStaff, type Staff, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { log } from "../../core/log/log.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { checkFields, type FormValues } from "../../core/values/check-fields.ts";
import { AppError, FieldRefused, isFull, STATUS_OF } from "../../core/values/errors.ts";
import { findUndoableBatch } from "../../records/history/audit.staff.server.ts";
import { assertAllCompared, setSeenVersions } from "../../records/seen.operations.server.ts";
import { parseSeen } from "../../records/seen.ts";
import { box, direction, ids } from "../form/schema.ts";
import { type PublicationChange, publicationEffects } from "../publication/publication-words.ts";
import type { Toast } from "../toast.ts";

/** The message of a change that succeeded, with an undo, or what is to be copied, where there is one. */
type IntentResult = string | Pick<Toast, "text" | "doubtful" | "undo" | "copy">;

/** A change that a list offers without a form. Create it with `intent`, which keeps its types together. */
export type Intent = {
  run: (db: StaffDb, values: FormValues) => Promise<IntentResult>;
  /** The message when it fails. */
  failure: string;
  /** It approves, cancels or deletes: the form sends the versions of the records that were seen. */
  checksSeen?: true;
};

/** A change in a transaction of the system, which asks again whether the account may. */
type SystemIntent = {
  runAsSystem: (staff: Staff, values: FormValues) => Promise<IntentResult>;
  failure: string;
};

/** An intent whose fields are checked by `schema` before `run` is called. @throws FieldRefused */
export function intent<T>(
  schema: z.ZodType<T>,
  run: (db: StaffDb, fields: T) => Promise<IntentResult>,
  failure = "Erreur lors de la mise à jour",
): Intent {
  return {
    failure,
    run: async (db, values) => run(db, checkedFields(values, schema)),
  };
}

/** As `intent`, for what touches rows that staff may not read. */
export function systemIntent<T>(
  schema: z.ZodType<T>,
  run: (staff: Staff, fields: T) => Promise<IntentResult>,
  failure: string,
): SystemIntent {
  return {
    failure,
    runAsSystem: async (staff, values) => run(staff, checkedFields(values, schema)),
  };
}

/** The fields of a change. @throws FieldRefused */
function checkedFields<T>(values: FormValues, schema: z.ZodType<T>): T {
  const checked = checkFields(values, schema);
  if (checked.ok) return checked.value;
  const [[field, message] = ["", ""], ...others] = Object.entries(checked.errors);
  throw new FieldRefused(field, message, Object.fromEntries(others));
}

/** As `intent`, for what approves, cancels or deletes: it fails when a record has changed since it was seen. */
export const seenIntent: typeof intent = (schema, run, failure) => ({
  ...intent(schema, run, failure),
  checksSeen: true,
});

/** @throws AppError 'invalid' when the form names a record without the version that was seen. */
function setSeenFromForm(db: StaffDb, { id = "", ids = id, seen = "" }: FormValues): void {
  const moments = parseSeen(seen);
  if (ids.split(",").some((one) => !moments.has(one))) {
    throw new AppError("invalid", "the form does not say what was seen");
  }
  setSeenVersions(db, moments);
}

/**
 * The action of a list: runs the intent that the request names, in one transaction.
 * @throws a 403 response when the record is somebody else's.
 */
export async function runIntents(
  request: Request,
  context: Readonly<RouterContextProvider>,
  intents: Readonly<Record<string, Intent | SystemIntent>>,
) {
  const staff = context.get(staffContext);
  const values = await readFieldsOrNone(request);
  const intent = Object.hasOwn(intents, values.intent ?? "")
    ? intents[values.intent ?? ""]
    : undefined;
  if (!intent) return answer("error", { text: "Action inconnue" }, 400);
  try {
    if ("runAsSystem" in intent) {
      return answer("success", messageOf(await intent.runAsSystem(staff, values)), 200);
    }
    const toast = await asStaff(staff, async (db) => {
      if (intent.checksSeen) setSeenFromForm(db, values);
      const result = await intent.run(db, values);
      assertAllCompared(db);
      return { ...messageOf(result), revert: findUndoableBatch(db) };
    });
    return answer("success", toast, 200);
  } catch (error) {
    // Another screen does it.
    if (error instanceof Response) throw keepFilters(error, new URL(request.url).search);
    // Whoever may not change the record may not see its screen.
    if (error instanceof AppError && error.kind === "forbidden") throw data(null, 403);
    if (error instanceof FieldRefused) return fieldAnswer(error, values, intent.failure);
    if (error instanceof AppError) {
      return answer("error", { text: failureText(error, intent.failure) }, STATUS_OF[error.kind]);
    }
    log.error({ err: error, intent: values.intent }, "change failed");
    return answer("error", { text: intent.failure }, 500);
  }
}

const messageOf = (result: IntentResult) =>
  typeof result === "string" ? { text: result } : result;

const REASONS: Partial<Record<AppError["kind"], string>> = {
  "not-found": "cette fiche n’existe plus",
  invalid: "valeur refusée",
  unavailable: "la base de données ne répond pas",
};

/** The message of a conflict is written for staff; the other kinds of error have a sentence here. */
function failureText(error: AppError, failure: string): string {
  const reason = isFull(error)
    ? "il n’y a plus de place sur le disque"
    : error.kind === "conflict"
      ? error.message
      : REASONS[error.kind];
  return reason ? `${failure} : ${reason}` : failure;
}

function answer(kind: Toast["kind"], message: Omit<Toast, "kind">, status: number) {
  const toast: Toast = { kind, ...message };
  // Nobody said no: the site could not answer.
  return data({ toast, ...(status >= 500 && { problem: message.text }) }, { status });
}

/** The screen that a change leads to keeps the filters of its list in its address. */
function keepFilters(response: Response, search: string): Response {
  const [path = "", hash] = response.headers.get("location")?.split("#") ?? [];
  if (path && !path.includes("?")) {
    response.headers.set("location", path + search + (hash === undefined ? "" : `#${hash}`));
  }
  return response;
}

/** Small forms show it beside the field; a button without fields has the message alone. */
function fieldAnswer(
  { field, message, others }: FieldRefused,
  values: FormValues,
  failure: string,
) {
  const name = typeof field === "string" ? field : field(values);
  const toast: Toast = { kind: "error", text: `${failure}. ${message}` };
  return data({ toast, errors: { [name]: message, ...others } }, { status: 400 });
}

type Ids = readonly string[];

/** The message when nothing had to be done. */
const UNCHANGED = "Rien n’a changé : c’était déjà fait";

/** What happened to several rows, with how many did not change. */
function changeText(requested: number, changed: number, text: (changed: number) => string): string {
  if (changed === 0) return UNCHANGED;
  const unchanged = requested - changed;
  if (unchanged <= 0) return text(changed);
  return `${text(changed)} ; ${unchanged > 1 ? `${unchanged} n’ont` : "une fiche n’a"} pas changé`;
}

/** Moves rows to the bin; the message offers to undo it. */
export function deleteIntent(
  remove: (db: StaffDb, ids: Ids) => Promise<{ count: number; batch: string }>,
  text: (count: number) => string,
): Intent {
  return seenIntent(
    z.object({ ids }),
    async (db, fields) => {
      return deletionMessage(await remove(db, fields.ids), text);
    },
    "Erreur lors de la suppression",
  );
}

/** The message of a deletion. @throws AppError 'not-found' when everything was gone already */
export function deletionMessage(
  { count, batch }: { count: number; batch: string },
  text: (count: number) => string,
): { text: string; undo: string } {
  if (count === 0) throw new AppError("not-found", "nothing is left to delete");
  return { text: text(count), undo: batch };
}

/** One position of a switch: the operation that sets it, and what the message says of its result. */
type Position<Target, Result> = {
  run: (db: StaffDb, target: Target) => Promise<Result>;
  text: (result: Result) => IntentResult;
};

const toggleFor =
  <Target>(target: z.ZodType<Target>, makeIntent: typeof intent = intent) =>
  <Result>(on: Position<Target, Result>, off: Position<Target, Result>): Intent =>
    makeIntent(z.object({ ids: target, on: box }), async (db, fields) => {
      const { run, text } = fields.on ? on : off;
      const result = await run(db, fields.ids);
      return result === 0 || isNothing(result) ? UNCHANGED : text(result);
    });

const isNothing = (result: unknown): boolean =>
  typeof result === "object" && result !== null && "count" in result && result.count === 0;

/** A switch of one or several rows. */
export const toggleIntent = toggleFor(ids);

/** A switch of a single row. */
export const toggleOneIntent = toggleFor(z.uuid());

/** A switch that gives or takes access, which fails when the record has changed since it was seen. */
export const seenToggleIntent = toggleFor(z.uuid(), seenIntent);

/** How many rows changed, with what is to be said besides. */
type StatusChange = number | { count: number; note: string };

/** Sets the status of one or several rows. */
export function statusIntent<const Status extends string>(
  statuses: readonly [Status, ...Status[]],
  run: (db: StaffDb, ids: Ids, status: Status) => Promise<StatusChange>,
  text: (count: number, status: Status) => string,
): Intent {
  return seenIntent(z.object({ ids, status: z.enum(statuses) }), async (db, fields) => {
    const status = fields.status as Status;
    const result = await run(db, fields.ids, status);
    const { count: changed, note } =
      typeof result === "number" ? { count: result, note: "" } : result;
    const words = changeText(new Set(fields.ids).size, changed, (count) => text(count, status));
    return note ? `${words}. ${note}` : words;
  });
}

/** As `statusIntent`, for records with publication times: the message also says what became of rows with one. */
export function publicationIntent<const Status extends string>(
  statuses: readonly [Status, ...Status[]],
  run: (db: StaffDb, ids: Ids, status: Status) => Promise<PublicationChange>,
  text: (change: PublicationChange, status: Status) => string,
): Intent {
  return seenIntent(z.object({ ids, status: z.enum(statuses) }), async (db, fields) => {
    const status = fields.status as Status;
    const change = await run(db, fields.ids, status);
    const message = changeText(new Set(fields.ids).size, change.count, () => text(change, status));
    return message + publicationEffects(change, status === "published");
  });
}

/** A change of one or several rows that has a button of its own. */
export function changeIntent(
  run: (db: StaffDb, ids: Ids) => Promise<number>,
  text: (count: number) => string,
): Intent {
  return intent(z.object({ ids }), async (db, fields) =>
    changeText(new Set(fields.ids).size, await run(db, fields.ids), text),
  );
}

/** Moves a row one place up or down. */
export function moveIntent(
  move: (db: StaffDb, id: string, direction: "up" | "down") => Promise<unknown>,
): Intent {
  return intent(
    z.object({ id: z.uuid(), direction }),
    async (db, fields) => {
      const moved = await move(db, fields.id, fields.direction);
      return moved === false
        ? "Rien n’a changé : c’est déjà au bout de la liste"
        : "Ordre mis à jour";
    },
    "Erreur lors du déplacement",
  );
}

/** Adds the samples that an empty list shows to the site. */
export function adoptIntent(
  adopt: (db: StaffDb) => Promise<number>,
  text: (count: number) => string,
): Intent {
  return intent(z.object({}), async (db) => text(await adopt(db)));
}
