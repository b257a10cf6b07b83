import type { RouterContextProvider } from "react-router";
import type { FormValues } from "../core/check-fields.ts";
import type { SystemDb } from "../core/database/doors.server.ts";
import { AppError } from "../core/errors.ts";
import { sessionContext, staffContext } from "../core/staff-context.ts";
import {
  type AccountRequest,
  answer,
  type Change,
  good,
  withProof,
} from "./account-change.server.ts";
import { sendCode } from "./account-factor.server.ts";
import { removeAccount, resetFactor } from "./account-removal.system.server.ts";

type Work = (db: SystemDb, by: AccountRequest["staff"], id: string) => Promise<void>;

const CHANGES: Readonly<Record<string, { work: Work; done: string }>> = {
  remove: { work: removeAccount, done: "Compte supprimé" },
  "reset-factor": { work: resetFactor, done: "Second facteur réinitialisé" },
};

/** One change of somebody else's account that one's own password, and second factor, must allow. */
export async function changeStaffAccount(
  request: Request,
  context: Readonly<RouterContextProvider>,
  id: string,
  values: FormValues,
): Promise<Change> {
  const { intent = "" } = values;
  const staff = context.get(staffContext);
  const sessionId = context.get(sessionContext) ?? "";
  const accountRequest: AccountRequest = { intent, values, staff, sessionId, request, context };
  // Who has no authenticator gets the code that proves them by mail.
  if (intent === "send-code") return sendCode(accountRequest);
  const change = Object.hasOwn(CHANGES, intent) ? CHANGES[intent] : undefined;
  if (!change) return answer({ intent, errors: {} }, 400);
  try {
    return await withProof(
      accountRequest,
      (db) => change.work(db, staff, id),
      () => good(accountRequest, change.done),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.kind === "conflict") {
      return answer({ intent, errors: {}, problem: `Refusé : ${error.message}` }, 409);
    }
    if (error.kind !== "not-found") throw error;
    return answer({ intent, errors: {}, problem: "Ce compte n’existe plus" }, 404);
  }
}
