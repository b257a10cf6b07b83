import type { RouterContextProvider } from "react-router";
import { asSystem, type SystemDb } from "../core/database/doors.server.ts";
import { AppError, STATUS_OF } from "../core/errors.ts";
import { isId } from "../core/id.ts";
import { type StaffAccount, staffContext } from "../core/staff-context.ts";
import { removeAccount, resetFactor } from "./account-removal.system.server.ts";

type Work = (db: SystemDb, by: StaffAccount, id: string) => Promise<void>;

const CHANGES: Readonly<Record<string, { work: Work; done: string }>> = {
  remove: { work: removeAccount, done: "Compte supprimé" },
  "reset-factor": { work: resetFactor, done: "Second facteur réinitialisé" },
};

type Outcome = { done?: string; problem?: string; status: number };

/** One change of somebody else's account, by its `intent`. */
export async function changeStaffAccount(
  context: Readonly<RouterContextProvider>,
  id: string,
  intent: string,
): Promise<Outcome> {
  const change = Object.hasOwn(CHANGES, intent) ? CHANGES[intent] : undefined;
  if (!change || !isId(id)) return { problem: "Action inconnue", status: 400 };
  const by = context.get(staffContext);
  try {
    await asSystem("accounts.change", (db) => change.work(db, by, id));
    return { done: change.done, status: 200 };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { kind, message } = error;
    if (kind === "conflict") return { problem: `Refusé : ${message}`, status: STATUS_OF[kind] };
    if (kind !== "not-found") throw error;
    return { problem: "Ce compte n’existe plus", status: 404 };
  }
}
