import type { RouterContextProvider } from "react-router";
import type { SystemDb } from "../../core/database/doors/doors.server.ts";
import { requestInfoContext } from "../../core/http/request-info.ts";
import type { StaffAccount } from "../../core/staff-context.ts";
import type { FieldErrors, FormValues } from "../../core/values/check-fields.ts";
import type { PasskeySetup } from "../passkeys/passkey.ts";
import { isPasswordOf } from "../passwords/passwords.system.server.ts";
import { LONGEST_PASSWORD } from "../passwords/passwords.ts";
import { codeRefusal, codeSchema } from "../second-factor/second-factor.ts";
import {
  isSixDigits,
  readFactor,
  withCode,
} from "../second-factor/second-factors.system.server.ts";
import { allowAttempt, allowCodeAttempt } from "../sign-in/attempt-limits.system.server.ts";
import { knownAccountOnDevice } from "../sign-in/known-devices.system.server.ts";
import { failureOf } from "../sign-in/sign-in.ts";

/** What the account screen shows after a change. */
export type AccountState = {
  intent: string;
  errors: FieldErrors;
  /** Shown when the site did not answer. */
  problem?: string;
  done?: string;
  /** A second factor that is being set up, until its first code. */
  setup?: Setup;
  recoveryCodes?: string[];
  /** A passkey that is being added, until the browser has made it. */
  passkey?: PasskeySetup;
  /** The typed address, to be shown again. */
  email?: string;
};

export type Setup = {
  /** For the authenticator. It comes back with each try, since only its owner can show it again. */
  uri: string;
  /** Whether a code was sent by mail, to do without an authenticator. */
  sent: boolean;
};

export type Change = { state: AccountState; status: number; cookies: string[] };

/** A change of one's own account that is asked for. */
export type AccountRequest = {
  intent: string;
  values: FormValues;
  staff: StaffAccount;
  /** The session behind the request. */
  sessionId: string;
  request: Request;
  context: Readonly<RouterContextProvider>;
};

export const answer = (state: AccountState, status = 200, cookies: string[] = []): Change => ({
  state,
  status,
  cookies,
});
export const invalid = (
  { intent }: AccountRequest,
  errors: FieldErrors,
  status = 400,
  setup?: Setup,
) => answer({ intent, errors, setup }, status);
export const success = ({ intent }: AccountRequest, done: string, cookies: string[] = []) =>
  answer({ intent, errors: {}, done }, 200, cookies);

/** Who tries, for the limits of an account. */
export const readCaller = async ({ request, context, staff }: AccountRequest) => ({
  ip: context.get(requestInfoContext).ip,
  known: (await knownAccountOnDevice(request, staff.email)) === staff.id,
});

/** Why the password was refused, as its field's error; undefined when it was right. */
export async function passwordRefusal(
  request: AccountRequest,
  field: string,
): Promise<Change | undefined> {
  const { values, staff, context } = request;
  const { ip } = context.get(requestInfoContext);
  // A signed-in browser is a known device.
  if (!allowAttempt("password", staff.id, { ip, known: true })) {
    return invalid(request, { [field]: failureOf(429, undefined).message }, 429);
  }
  const password = values[field] ?? "";
  const right = password.length <= LONGEST_PASSWORD && (await isPasswordOf(staff.id, password));
  return right ? undefined : invalid(request, { [field]: "Ce mot de passe est incorrect" });
}

/**
 * Does work that needs the password and, with a second factor, a code of it or a recovery code. The code is
 * used up in the transaction of the work, or not at all.
 * @param field The field of the current password.
 */
export async function withPasswordAndCode<T>(
  request: AccountRequest,
  work: (db: SystemDb) => Promise<T>,
  accept: (result: T) => Change,
  field = "password",
): Promise<Change> {
  const { staff, values } = request;
  const factor = await readFactor(staff.id);
  const code = codeSchema.safeParse(values.code);
  if (factor.on && !code.success) return invalid(request, { code: "Saisissez le code." });
  const refusal = await passwordRefusal(request, field);
  if (refusal) return refusal;
  const entered = code.data ?? "";
  if (
    factor.on &&
    isSixDigits(entered) &&
    !(await allowCodeAttempt(staff.id, await readCaller(request)))
  ) {
    return invalid(request, { code: codeRefusal(undefined, 429) }, 429);
  }
  const outcome = await withCode(staff, factor, entered, async (db) => ({
    result: await work(db),
  }));
  return outcome ? accept(outcome.result) : invalid(request, { code: codeRefusal(undefined, 400) });
}

/** Whether the first code of a set-up may be tried once more. */
export const allowSetupCode = async (request: AccountRequest) =>
  allowCodeAttempt(request.staff.id, await readCaller(request));
