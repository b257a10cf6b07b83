import type { RouterContextProvider } from "react-router";
import { asStaff, asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { isId } from "../../core/secrets/id.ts";
import { type StaffAccount, staffContext } from "../../core/staff-context.ts";
import { checkFields, type FieldErrors, type FormValues } from "../../core/values/check-fields.ts";
import { AppError, STATUS_OF } from "../../core/values/errors.ts";
import { setSeenVersions } from "../../records/seen.operations.server.ts";
import { parseSeen } from "../../records/seen.ts";

import { removeAccount, resetFactor } from "./accounts.system.server.ts";
import { changeRoles, roleChangeMessage } from "./invitations.staff.server.ts";
import { rolesSchema } from "./staff-roles.ts";

type Work = (db: SystemDb, by: StaffAccount, id: string) => Promise<void>;

const CHANGES: Readonly<Record<string, { work: Work; done: string }>> = {
  remove: { work: removeAccount, done: "Compte supprimé" },
  "reset-factor": { work: resetFactor, done: "Validation en deux étapes réinitialisée" },
};

type Outcome = { done?: string; problem?: string; status: number };

/** What a form of this screen shows after it was refused: what was ticked, and what is wrong with it. */
export type RolesState = { values: FormValues; errors: FieldErrors };

/** Gives somebody else's account the roles that were ticked. */
export async function changeStaffRoles(
  context: Readonly<RouterContextProvider>,
  id: string,
  values: FormValues,
): Promise<Outcome & { roles?: RolesState }> {
  const checked = checkFields(values, rolesSchema);
  if (!checked.ok) return { roles: checked, status: 400 };
  const work = () =>
    asStaff(context.get(staffContext), async (db) => {
      setSeenVersions(db, readSeenOf(id, values));
      return roleChangeMessage(await changeRoles(db, id, checked.value));
    });
  return isId(id) ? outcomeOf(work) : GONE;
}

/** One change of somebody else's account, by its `intent`. */
export async function changeStaffAccount(
  context: Readonly<RouterContextProvider>,
  id: string,
  { intent = "", ...values }: FormValues,
): Promise<Outcome> {
  const change = Object.hasOwn(CHANGES, intent) ? CHANGES[intent] : undefined;
  if (!change || !isId(id)) return { problem: "Action inconnue", status: 400 };
  const by = context.get(staffContext);
  return outcomeOf(async () => {
    await asSystem("accounts.change", async (db) => {
      setSeenVersions(db, readSeenOf(id, values));
      await change.work(db, by, id);
    });
    return change.done;
  });
}

/** The account as its screen showed it. @throws AppError 'conflict' when the form does not say so */
function readSeenOf(id: string, { seen = "" }: FormValues) {
  const moments = parseSeen(seen);
  if (!moments.has(id)) throw new AppError("conflict", "relisez ce compte, puis recommencez");
  return moments;
}

const GONE: Outcome = { problem: "Ce compte n’existe plus", status: 404 };

async function outcomeOf(work: () => Promise<string>): Promise<Outcome> {
  try {
    return { done: await work(), status: 200 };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { kind, message } = error;
    if (kind === "conflict") return { problem: `Refusé : ${message}`, status: STATUS_OF[kind] };
    if (kind !== "not-found") throw error;
    return GONE;
  }
}
