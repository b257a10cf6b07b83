import type { RouterContextProvider } from "react-router";
import type { Typed } from "../core/check-fields.ts";
import { asStaff } from "../core/database/doors.server.ts";
import { isId } from "../core/id.ts";
import { sessionContext, staffContext } from "../core/staff-context.ts";
import { required } from "../kit/schema.ts";
import { changeAddress } from "./account-address.server.ts";
import {
  type Asking,
  answer,
  type Change,
  good,
  refusePassword,
  wrong,
} from "./account-change.server.ts";
import {
  confirmSetup,
  newRecoveryCodes,
  sendCode,
  startFactor,
  stopFactor,
} from "./account-factor.server.ts";
import { renameStaff } from "./accounts.staff.server.ts";
import { checkNewPassword } from "./new-password.server.ts";
import { changePassword } from "./passwords.system.server.ts";
import { endOwnSessions } from "./sessions.staff.server.ts";

const CHANGES: Readonly<Record<string, (asking: Asking) => Promise<Change>>> = {
  name: changeName,
  email: changeAddress,
  password: changeOwnPassword,
  "second-factor": startFactor,
  "send-code": sendCode,
  confirm: confirmSetup,
  "second-factor-off": stopFactor,
  "recovery-codes": newRecoveryCodes,
  "end-session": endSessions,
  "end-others": endSessions,
};

/** One change of one's own account, by its `intent`. */
export async function changeAccount(
  request: Request,
  context: Readonly<RouterContextProvider>,
  typed: Typed,
): Promise<Change> {
  const { intent = "" } = typed;
  const change = Object.hasOwn(CHANGES, intent) ? CHANGES[intent] : undefined;
  if (!change) return answer({ intent, errors: {} }, 400);
  const sessionId = context.get(sessionContext) ?? "";
  return change({ intent, typed, staff: context.get(staffContext), sessionId, request, context });
}

async function changeName(asking: Asking): Promise<Change> {
  const { staff, typed } = asking;
  const checked = required("Le nom est requis", 120).safeParse(typed.name);
  if (!checked.success) return wrong(asking, { name: "Le nom est requis" });
  await asStaff(staff, (db) => renameStaff(db, staff.id, checked.data));
  return good(asking, "Nom enregistré");
}

async function changeOwnPassword(asking: Asking): Promise<Change> {
  const { typed, staff, sessionId } = asking;
  const checked = await checkNewPassword(typed, staff);
  if (!checked.ok) return wrong(asking, checked.errors);
  const refusal = await refusePassword(asking, "current");
  if (refusal) return refusal;
  const cookies = await changePassword(staff, sessionId, checked.value.password);
  return good(asking, "Mot de passe changé ; les autres appareils sont déconnectés", cookies);
}

async function endSessions(asking: Asking): Promise<Change> {
  const { intent, typed, staff, sessionId: currentId } = asking;
  const id = intent === "end-session" ? typed.id : undefined;
  if (!isId(currentId) || (intent === "end-session" && !isId(id))) return wrong(asking, {});
  const cookies = await asStaff(staff, (db) => endOwnSessions(db, staff, { id, currentId }));
  return good(asking, id ? "Appareil déconnecté" : "Autres appareils déconnectés", cookies);
}
