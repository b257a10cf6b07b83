import type { RouterContextProvider } from "react-router";
import type { SystemDb } from "../../core/database/doors/doors.server.ts";
import { requestInfoContext } from "../../core/http/request-info.ts";
import type { StaffAccount } from "../../core/staff-context.ts";
import type { FieldErrors, FormValues } from "../../core/values/check-fields.ts";
import type { PasskeySetup } from "../passkeys/passkey.ts";
import { isPasswordOf } from "../passwords/passwords.system.server.ts";
import { LONGEST_PASSWORD } from "../passwords/passwords.ts";
import { codeSchema, wrongCode } from "../second-factor/second-factor.ts";
import { isDigits, readFactor, withCode } from "../second-factor/second-factors.system.server.ts";
import { accountKnownOn } from "../sign-in/known-devices.system.server.ts";
import { failureOf } from "../sign-in/sign-in.ts";
import { allowTry, takeCodeTry } from "../sign-in/tries.system.server.ts";

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
  /** A passkey that is being added, until the browser has made it. */
  passkey?: PasskeySetup;
  /** An address that was typed, and is not lost. */
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
export const wrong = (
  { intent }: AccountRequest,
  errors: FieldErrors,
  status = 400,
  setup?: Setup,
) => answer({ intent, errors, setup }, status);
export const good = ({ intent }: AccountRequest, done: string, cookies: string[] = []) =>
  answer({ intent, errors: {}, done }, 200, cookies);

/** Who tries, for the limits of an account. */
export const callerOf = async ({ request, context, staff }: AccountRequest) => ({
  ip: context.get(requestInfoContext).ip,
  known: (await accountKnownOn(request, staff.email)) === staff.id,
});

/** Why one's password was not accepted, said beside its field; undefined when it was the right one. */
export async function refusePassword(
  request: AccountRequest,
  field: string,
): Promise<Change | undefined> {
  const { values, staff, context } = request;
  const { ip } = context.get(requestInfoContext);
  // Whoever is signed in is on a device of the account.
  if (!allowTry("password", staff.id, { ip, known: true })) {
    return wrong(request, { [field]: failureOf(429, undefined).message }, 429);
  }
  const password = values[field] ?? "";
  const right = password.length <= LONGEST_PASSWORD && (await isPasswordOf(staff.id, password));
  return right ? undefined : wrong(request, { [field]: "Ce mot de passe n’est pas le bon" });
}

/**
 * Does what the password alone must not be enough for: with a second factor in place, a code of it or a
 * recovery code is asked for too. The code is spent with what it was given for, or not at all.
 * @param field The one that holds the password of now.
 */
export async function withProof<T>(
  request: AccountRequest,
  work: (db: SystemDb) => Promise<T>,
  accept: (result: T) => Change,
  field = "password",
): Promise<Change> {
  const { staff, values } = request;
  const factor = await readFactor(staff.id);
  const code = codeSchema.safeParse(values.code);
  if (factor.on && !code.success) return wrong(request, { code: "Saisissez le code." });
  const refusal = await refusePassword(request, field);
  if (refusal) return refusal;
  const entered = code.data ?? "";
  if (factor.on && isDigits(entered) && !(await takeCodeTry(staff.id, await callerOf(request)))) {
    return wrong(request, { code: wrongCode(undefined, 429) }, 429);
  }
  const outcome = await withCode(staff, factor, entered, async (db) => ({
    result: await work(db),
  }));
  return outcome ? accept(outcome.result) : wrong(request, { code: wrongCode(undefined, 400) });
}

/** Whether the first code of a set-up may be tried once more. */
export const mayConfirm = async (request: AccountRequest) =>
  takeCodeTry(request.staff.id, await callerOf(request));
