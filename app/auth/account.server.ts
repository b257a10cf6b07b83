import type { RouterContextProvider } from "react-router";
import { required } from "../admin/kit/schema.ts";
import { checkFields, type FieldErrors, type Typed } from "../platform/check-fields.ts";
import { asStaff, asSystem } from "../platform/database/doors.server.ts";
import { isId } from "../platform/id.server.ts";
import { renameStaff } from "./accounts.staff.server.ts";
import { passwordChanged, recordAccess } from "./accounts.system.server.ts";
import { auth } from "./auth.system.server.ts";
import { type AuthAnswer, callAuth } from "./call-auth.server.ts";
import { accountOf } from "./guard.server.ts";
import { newPasswordSchema } from "./new-password.ts";
import { codeSchema, wrongCode } from "./second-factor.ts";
import { endOwnSessions } from "./sessions.staff.server.ts";
import { failureOf } from "./sign-in.ts";
import { type StaffAccount, staffContext } from "./staff-context.ts";

/** What the account screen shows after a change: which one, what went wrong, what is shown once. */
export type AccountState = {
  intent: string;
  errors: FieldErrors;
  /** Said of a change that the site did not answer. */
  problem?: string;
  done?: string;
  /** A second factor that is being set up, until its first code is seen. */
  setup?: Setup;
  recoveryCodes?: string[];
};

export type Setup = {
  /** For the authenticator. It comes back with each try, since only its owner can show it again. */
  uri: string;
  /** Whether a code was sent by mail, to do without an authenticator. */
  sent: boolean;
};

type Change = { state: AccountState; status: number; cookies: string[] };
type Asking = {
  intent: string;
  typed: Typed;
  staff: StaffAccount;
  request: Request;
  context: Readonly<RouterContextProvider>;
};

const CHANGES: Readonly<Record<string, (asking: Asking) => Promise<Change>>> = {
  name: changeName,
  password: changePassword,
  "second-factor": startSecondFactor,
  "send-code": sendCode,
  confirm: confirmSecondFactor,
  "second-factor-off": stopSecondFactor,
  "recovery-codes": renewRecoveryCodes,
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
  return change({ intent, typed, staff: context.get(staffContext), request, context });
}

const answer = (state: AccountState, status = 200, cookies: string[] = []): Change => ({
  state,
  status,
  cookies,
});
const wrong = ({ intent }: Asking, errors: FieldErrors, status = 400, setup?: Setup) =>
  answer({ intent, errors, setup }, status);
const good = ({ intent }: Asking, done: string, cookies: string[] = []) =>
  answer({ intent, errors: {}, done }, 200, cookies);

const ask = ({ request, context }: Asking, path: string, body: Record<string, unknown>) =>
  callAuth(request, context, path, body);

/** Why the library refused something for which it wanted the password. */
function wrongPassword({ status, code }: AuthAnswer): string {
  const wrongOne = code === "INVALID_PASSWORD";
  return wrongOne ? "Ce mot de passe n’est pas le bon" : failureOf(status, code).message;
}

const note = ({ staff, intent }: Asking) =>
  asSystem("account", (db) => recordAccess(db, intent, staff));

async function changeName(asking: Asking): Promise<Change> {
  const { staff, typed } = asking;
  const checked = required("Le nom est requis", 120).safeParse(typed.name);
  if (!checked.success) return wrong(asking, { name: "Le nom est requis" });
  await asStaff(staff, (db) => renameStaff(db, staff.id, checked.data));
  return good(asking, "Nom enregistré");
}

async function changePassword(asking: Asking): Promise<Change> {
  const { typed, staff } = asking;
  const checked = checkFields(typed, newPasswordSchema);
  if (!checked.ok) return wrong(asking, checked.errors);
  const told = await ask(asking, "/change-password", {
    currentPassword: typed.current ?? "",
    newPassword: checked.value.password,
    revokeOtherSessions: true,
  });
  if (told.status !== 200) return wrong(asking, { current: wrongPassword(told) }, told.status);
  await passwordChanged(staff);
  return good(asking, "Mot de passe changé ; les autres appareils sont déconnectés", told.cookies);
}

async function startSecondFactor(asking: Asking): Promise<Change> {
  const told = await ask(asking, "/two-factor/enable", { password: asking.typed.password ?? "" });
  if (told.status !== 200) return wrong(asking, { password: wrongPassword(told) }, told.status);
  const setup = { uri: String(told.body.totpURI), sent: false };
  return answer({ intent: asking.intent, errors: {}, setup }, 200, told.cookies);
}

/** What the set-up form carries from try to try. */
const setupOf = ({ typed }: Asking): Setup => ({
  uri: typed.uri?.startsWith("otpauth://totp/") ? typed.uri : "",
  sent: typed.sent === "1",
});

/** Sends the code with which one does without an authenticator. */
async function sendCode(asking: Asking): Promise<Change> {
  const setup = setupOf(asking);
  const { status, code } = await ask(asking, "/two-factor/send-otp", {});
  if (status !== 200) return wrong(asking, { code: wrongCode(code, status) }, status, setup);
  return answer({ intent: asking.intent, errors: {}, setup: { ...setup, sent: true } });
}

async function confirmSecondFactor(asking: Asking): Promise<Change> {
  const { typed, staff, intent } = asking;
  const setup = setupOf(asking);
  const checked = codeSchema.safeParse(typed.code);
  if (!checked.success) return wrong(asking, { code: "Saisissez le code." }, 400, setup);
  const path = setup.sent ? "/two-factor/verify-otp" : "/two-factor/verify-totp";
  const told = await ask(asking, path, { code: checked.data });
  if (told.status !== 200) {
    return wrong(asking, { code: wrongCode(told.code, told.status) }, told.status, setup);
  }
  await asSystem("account", (db) => recordAccess(db, "second-factor-on", staff));
  const { backupCodes } = await auth().api.viewBackupCodes({ body: { userId: staff.id } });
  const done = "Second facteur en place";
  return answer({ intent, errors: {}, done, recoveryCodes: backupCodes }, 200, told.cookies);
}

async function stopSecondFactor(asking: Asking): Promise<Change> {
  const told = await ask(asking, "/two-factor/disable", { password: asking.typed.password ?? "" });
  if (told.status !== 200) return wrong(asking, { password: wrongPassword(told) }, told.status);
  await note(asking);
  return good(asking, "Second facteur retiré", told.cookies);
}

async function renewRecoveryCodes(asking: Asking): Promise<Change> {
  const { intent, typed } = asking;
  const path = "/two-factor/generate-backup-codes";
  const told = await ask(asking, path, { password: typed.password ?? "" });
  if (told.status !== 200) return wrong(asking, { password: wrongPassword(told) }, told.status);
  await note(asking);
  return answer({ intent, errors: {}, recoveryCodes: told.body.backupCodes as string[] });
}

async function endSessions(asking: Asking): Promise<Change> {
  const { intent, typed, staff, request, context } = asking;
  const { sessionId: currentId = "" } = await accountOf(request, context);
  const id = intent === "end-session" ? typed.id : undefined;
  if (intent === "end-session" && !isId(id)) return wrong(asking, {});
  await asStaff(staff, (db) => endOwnSessions(db, { id, currentId }));
  return good(asking, id ? "Appareil déconnecté" : "Autres appareils déconnectés");
}
