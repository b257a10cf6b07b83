import { deliveryText } from "../../mail/mail.server.ts";
import {
  type AccountRequest,
  allowSetupCode,
  answer,
  type Change,
  invalid,
  passwordRefusal,
  type Setup,
  success,
  withPasswordAndCode,
} from "../account/account-change.server.ts";
import { allowCodeMail } from "../sign-in/attempt-limits.system.server.ts";
import { callAuth } from "../sign-in/call-auth.server.ts";
import { CODE_NOT_MAILED, codeRefusal, codeSchema } from "./second-factor.ts";
import {
  enableFactor,
  readFactor,
  removeFactor,
  replaceRecoveryCodes,
  sendMailCode,
} from "./second-factors.system.server.ts";

/** Begins a set-up with the password. A factor that is in place must be taken away first, with a code. */
export async function startFactor(change: AccountRequest): Promise<Change> {
  const { staff, values, request, context, intent } = change;
  if ((await readFactor(staff.id)).on) {
    return invalid(change, { password: "Désactivez d’abord la validation en deux étapes" }, 409);
  }
  const refusal = await passwordRefusal(change, "password");
  if (refusal) return refusal;
  const { password = "" } = values;
  const { status, body } = await callAuth(request, context, "/two-factor/enable", { password });
  if (status !== 200) return invalid(change, { password: codeRefusal(undefined, status) }, status);
  const setup = { uri: String(body.totpURI), sent: false };
  return answer({ intent, errors: {}, setup });
}

/** What the set-up form carries from try to try. */
const setupOf = ({ values }: AccountRequest): Setup => ({
  uri: values.uri?.startsWith("otpauth://totp/") ? values.uri : "",
  sent: values.sent === "1",
});

/** Sends a code to who does without an authenticator: to set that up, or to prove themselves. */
export async function sendCode(change: AccountRequest): Promise<Change> {
  const { staff, intent } = change;
  const { on, authenticator } = await readFactor(staff.id);
  const setup = on ? undefined : setupOf(change);
  if (authenticator) return invalid(change, { code: codeRefusal("OTP_NOT_ENABLED", 400) });
  if (!allowCodeMail(staff.id)) {
    return invalid(change, { code: codeRefusal(undefined, 429) }, 429, setup);
  }
  await sendMailCode(staff);
  if (!setup) return success(change, deliveryText("Code envoyé par e-mail", CODE_NOT_MAILED));
  return answer({ intent, errors: {}, setup: { ...setup, sent: true } });
}

/** Ends the set-up with its first code, and shows the recovery codes. */
export async function confirmSetup(change: AccountRequest): Promise<Change> {
  const { values, staff, intent } = change;
  const setup = setupOf(change);
  const code = codeSchema.safeParse(values.code);
  if (!code.success) return invalid(change, { code: "Saisissez le code." }, 400, setup);
  if ((await readFactor(staff.id)).on) return invalid(change, {}, 409);
  if (!(await allowSetupCode(change))) {
    return invalid(change, { code: codeRefusal(undefined, 429) }, 429, setup);
  }
  const by = setup.sent ? "mail" : "authenticator";
  const recoveryCodes = await enableFactor(staff, by, code.data);
  if (!recoveryCodes) return invalid(change, { code: codeRefusal(undefined, 401) }, 401, setup);
  return answer({ intent, errors: {}, done: "Validation en deux étapes activée", recoveryCodes });
}

export const stopFactor = (change: AccountRequest): Promise<Change> =>
  withPasswordAndCode(
    change,
    (db) => removeFactor(db, change.staff),
    () => success(change, "Validation en deux étapes désactivée"),
  );

export async function newRecoveryCodes(change: AccountRequest): Promise<Change> {
  if (!(await readFactor(change.staff.id)).on) return invalid(change, {}, 409);
  const { intent, staff } = change;
  return withPasswordAndCode(
    change,
    (db) => replaceRecoveryCodes(db, staff),
    (recoveryCodes) => answer({ intent, errors: {}, recoveryCodes }),
  );
}
