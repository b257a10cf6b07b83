import type { RouterContextProvider } from "react-router";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { isId } from "../../core/secrets/id.ts";
import { sessionContext, staffContext } from "../../core/staff-context.ts";
import type { FormValues } from "../../core/values/check-fields.ts";
import { required } from "../../kit/form/schema.ts";
import { deliveryText } from "../../mail/mail.server.ts";
import {
  removeOwnPasskey,
  renameOwnPasskey,
  savePasskey,
  startPasskey,
} from "../passkeys/passkey-changes.server.ts";
import { checkNewPassword } from "../passwords/new-password.server.ts";
import { hashPassword } from "../passwords/password-hash.server.ts";
import { changePassword } from "../passwords/passwords.system.server.ts";
import {
  confirmSetup,
  newRecoveryCodes,
  sendCode,
  startFactor,
  stopFactor,
} from "../second-factor/factor-changes.server.ts";
import { endOwnSessions } from "../sessions/sessions.staff.server.ts";
import { allowCodeMail } from "../sign-in/attempt-limits.system.server.ts";
import { emailSchema, failureOf } from "../sign-in/sign-in.ts";
import { renameStaff } from "../staff/accounts.staff.server.ts";
import {
  type AccountRequest,
  answer,
  type Change,
  invalid,
  success,
  withPasswordAndCode,
} from "./account-change.server.ts";
import { createAddressLink, isAddressTaken } from "./links.system.server.ts";

const CHANGES: Readonly<Record<string, (change: AccountRequest) => Promise<Change>>> = {
  name: changeName,
  email: changeAddress,
  password: changeOwnPassword,
  "second-factor": startFactor,
  "send-code": sendCode,
  confirm: confirmSetup,
  "second-factor-off": stopFactor,
  "recovery-codes": newRecoveryCodes,
  "passkey-add": startPasskey,
  "passkey-save": savePasskey,
  "passkey-rename": renameOwnPasskey,
  "passkey-remove": removeOwnPasskey,
  "end-session": endSessions,
  "end-others": endSessions,
};

/** One change of one's own account, by its `intent`. */
export async function changeAccount(
  request: Request,
  context: Readonly<RouterContextProvider>,
  values: FormValues,
): Promise<Change> {
  const { intent = "" } = values;
  const change = Object.hasOwn(CHANGES, intent) ? CHANGES[intent] : undefined;
  if (!change) return answer({ intent, errors: {} }, 400);
  const sessionId = context.get(sessionContext) ?? "";
  return change({ intent, values, staff: context.get(staffContext), sessionId, request, context });
}

async function changeName(change: AccountRequest): Promise<Change> {
  const { staff, values } = change;
  const checked = required("Le nom est requis", 120).safeParse(values.name);
  if (!checked.success) {
    return invalid(change, { name: checked.error.issues[0]?.message ?? "Le nom est requis" });
  }
  await asStaff(staff, (db) => renameStaff(db, staff.id, checked.data));
  return success(change, "Nom enregistré");
}

async function changeOwnPassword(change: AccountRequest): Promise<Change> {
  const { values, staff, sessionId } = change;
  const checked = await checkNewPassword(values, staff);
  if (!checked.ok) return invalid(change, checked.errors);
  // Hashing is slow on purpose, so it is done outside the transaction.
  const hash = await hashPassword(checked.value.password);
  return withPasswordAndCode(
    change,
    (db) => changePassword(db, staff, sessionId, hash),
    (cookies) =>
      success(change, "Mot de passe changé ; les autres appareils sont déconnectés", cookies),
    "current",
  );
}

async function endSessions(change: AccountRequest): Promise<Change> {
  const { intent, values, staff, sessionId: currentId } = change;
  const id = intent === "end-session" ? values.id : undefined;
  if (!isId(currentId) || (intent === "end-session" && !isId(id))) return invalid(change, {});
  const cookies = await asStaff(staff, (db) => endOwnSessions(db, staff, { id, currentId }));
  return success(change, id ? "Appareil déconnecté" : "Autres appareils déconnectés", cookies);
}

/** Requests a new address for one's own account: it changes when the link sent there is opened. */
async function changeAddress(input: AccountRequest): Promise<Change> {
  const { values, staff } = input;
  const formError = (error: string, status = 400) =>
    keepTypedEmail(input, invalid(input, { email: error }, status));
  const checked = emailSchema.safeParse(values.email);
  if (!checked.success) return formError("Email invalide");
  const email = checked.data;
  if (email === staff.email) return formError("C’est déjà l’adresse de votre compte");
  // No secret: whoever is signed in sees all accounts.
  if (await isAddressTaken(email)) return formError("Cette adresse a déjà un compte");
  // Counted even if the change is refused below.
  if (!allowCodeMail(staff.id)) return formError(failureOf(429, undefined).message, 429);
  const change = await withPasswordAndCode(
    input,
    (db) => createAddressLink(db, staff, email),
    () =>
      success(
        input,
        deliveryText(
          `Un lien de confirmation a été envoyé à ${email}`,
          `Le lien de confirmation pour ${email} est gardé sur le serveur : ce site ne peut pas envoyer d’e-mail`,
        ),
      ),
  );
  return change.state.done ? change : keepTypedEmail(input, change);
}

const keepTypedEmail = ({ values }: AccountRequest, change: Change): Change => ({
  ...change,
  state: { ...change.state, email: values.email },
});
