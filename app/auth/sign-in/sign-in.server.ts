import { data, type RouterContextProvider, redirect } from "react-router";
import { requestInfoContext } from "../../core/http/request-info.ts";
import { log } from "../../core/log/log.server.ts";
import { checkFields, type FieldErrors, type FormValues } from "../../core/values/check-fields.ts";
import { hasCode, isAway } from "../../core/values/errors.ts";
import { recordRefusal } from "../account/access-log.system.server.ts";
import { placeOf } from "../account/notices.operations.server.ts";
import { arrive, type SignIn } from "./arrivals.system.server.ts";
import { type AuthAnswer, callAuth, withCookies } from "./call-auth.server.ts";
import { accountKnownOn } from "./known-devices.system.server.ts";
import { rememberedPath } from "./remembered-path.ts";
import {
  CHECK_FIELDS,
  type Failure,
  failureOf,
  noAccount,
  signInSchema,
  unexpected,
  unreachable,
  wrongSchema,
} from "./sign-in.ts";
import { allowTry } from "./tries.system.server.ts";

/** What the sign-in screen shows again. The password is never among it. */
export type SignInState = {
  email: string;
  errors: FieldErrors;
  failure?: Failure;
};

export type SignInRequest = {
  request: Request;
  context: Readonly<RouterContextProvider>;
  /** The address to go to afterwards, as it was remembered. */
  from: string | null;
};

/** Signs in with e-mail and password: to the remembered screen, or to the second step. */
export async function signIn(signInRequest: SignInRequest, values: FormValues) {
  const email = values.email ?? "";
  const checked = checkFields(values, signInSchema);
  if (!checked.ok) return formState({ email, errors: checked.errors }, 400);
  const account = checked.value.email;
  try {
    const { request, context, from } = signInRequest;
    const isKnownDevice = await accountKnownOn(request, account);
    const { ip } = context.get(requestInfoContext);
    if (!allowTry("sign-in", account, { ip, known: isKnownDevice !== undefined })) {
      return failed(email, failureOf(429, undefined), 429);
    }
    const answer = await callAuth(request, context, "/sign-in/email", checked.value, isKnownDevice);
    const { status, code, body, cookies } = answer;
    if (status !== 200) {
      await recordRefusal(account);
      return failed(email, failureOf(status, code), status);
    }
    if (!body.twoFactorRedirect) return await openSession(signInRequest, answer, "password");
    const step = new URLSearchParams({ from: rememberedPath(from) });
    return redirect(`/admin/login/second-factor?${step}`, { headers: withCookies(cookies) });
  } catch (error) {
    const { failure, status } = failureOfError(error, signInRequest.context);
    return failed(email, failure, status);
  }
}

/**
 * Brings whoever the library has let in to the remembered screen. Nobody gets their cookies before it
 * is written down, and their owner told, that they came.
 */
export async function openSession(
  signInRequest: SignInRequest,
  { body, cookies }: AuthAnswer,
  by: SignIn["by"],
) {
  const account = body.user as SignIn["account"] | undefined;
  if (!account) return failed("", noAccount, 502);
  const { request, context, from } = signInRequest;
  const isKnownDevice = (await accountKnownOn(request, account.email)) === account.id;
  const place = placeOf(request, context.get(requestInfoContext).ip);
  const deviceCookie = await arrive({ account, by, isKnownDevice, place });
  return redirect(rememberedPath(from), { headers: withCookies([...cookies, deviceCookie]) });
}

const formState = (state: SignInState, status: number) => data(state, { status });

/** The screen again, with why nobody came in. */
export function failed(email: string, failure: Failure, status: number) {
  const both = failure.kind === "credentials";
  const errors: FieldErrors = both ? { email: CHECK_FIELDS, password: CHECK_FIELDS } : {};
  return formState({ email, errors, failure }, status);
}

/** Why the library could not answer. */
export function failureOfError(error: unknown, context: Readonly<RouterContextProvider>) {
  if (isAway(error)) {
    return { failure: unreachable, status: 503 };
  }
  const { reference } = context.get(requestInfoContext);
  log.error({ err: error, reference }, "sign-in failed");
  return { failure: isSchemaError(error) ? wrongSchema : unexpected(reference), status: 500 };
}

/** PostgreSQL's class 42: a table, a column or a right that a statement counts on is missing. */
const isSchemaError = (error: unknown): boolean => hasCode(error, /^42/);
